import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

import { inject } from 'vitest';

import { compileCacheIn } from '../fill-compile-cache.ts';
import { environment } from '../runnable-project-copy.ts';
import { Visitor } from './visitor.ts';

export interface SpawnedService {
  pid: number;
  /** Output so far. */
  output: () => string;
  visitor: () => Visitor;
  /** Sends a signal and waits for the exit. @returns the exit code */
  kill: (signal: 'SIGKILL' | 'SIGTERM') => Promise<number | null>;
  ended: Promise<number | null>;
}

/**
 * Starts `scripts/<script>.ts` as a separate process.
 * @returns when the process listens or has ended
 */
export async function spawnService(
  script: 'service' | 'start',
  dir: string,
  settings: Record<string, string>,
  host = 'amber.example',
): Promise<SpawnedService> {
  // A service loads in three quarters of the time if another one has compiled its code.
  const NODE_COMPILE_CACHE = compileCacheIn(inject('site'));
  const env = environment({ PORT: '0', TRUSTED_PROXIES: '127.0.0.1', NODE_COMPILE_CACHE, ...settings });
  const child: ChildProcess = spawn(process.execPath, [`scripts/${script}.ts`], { cwd: dir, env });
  let output = '';
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const listening = new Promise<void>((done) => {
    for (const stream of [child.stdout!, child.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (/Ctrl\+C stops/.test(output)) done();
      });
  });
  await Promise.race([listening, ended]);
  const port = Number(/localhost:(\d+)/.exec(output)?.[1]);
  return {
    pid: child.pid!,
    output: () => output,
    visitor: () => new Visitor(port, host),
    kill: (signal) => {
      child.kill(signal);
      return ended;
    },
    ended,
  };
}
