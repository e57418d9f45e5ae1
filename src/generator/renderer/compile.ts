import type { ChildProcess } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { listFiles } from '../../shared/files/list-files.mjs';
import { acquireProcessLock, isLocked } from '../../shared/files/process-lock.ts';
import type { Telemetry } from '../../telemetry/settings.ts';
import { COMPILED_DIR } from './adapter.ts';
import { codeDigest } from './code-digest.ts';
import { digestFiles } from './program-digest.mjs';
import type * as Entry from './render-page.ts';

/** Holds a checksum of the program and the compiled files. It is written last, so a killed build leaves no valid checksum. */
const CHECKSUM_FILE = `${COMPILED_DIR}/checksum`;

/** Time between two looks at the lock of another build. */
const LOCK_MS = 100;

/**
 * Whether the compiled pages are those of this program.
 * @param code digest of the program
 * @param folder of the project
 */
export function isCompiled(code: string, folder = '.'): boolean {
  const file = join(folder, CHECKSUM_FILE);
  return existsSync(file) && readFileSync(file, 'utf8') === checksumOf(code, folder);
}

/**
 * Compiles the pages in a process of its own, see `compiler-process.ts`. Builds of several sites share the compiled pages: a build waits for
 * another that compiles them.
 * @param telemetry settings that the pages are compiled with
 * @param compiler the process
 * @param signal ends it
 * @throws Error with the stack of the compiler's error
 */
export async function compilePages(telemetry: Telemetry, compiler: ChildProcess, signal: AbortSignal): Promise<void> {
  const code = codeDigest(telemetry);
  const unlock = await lockCompiler(signal).catch((error: unknown) => {
    compiler.kill();
    throw error;
  });
  try {
    if (isCompiled(code)) compiler.kill();
    else await compile(code, telemetry, compiler, signal);
  } finally {
    unlock();
  }
}

async function lockCompiler(signal: AbortSignal): Promise<() => void> {
  for (;;) {
    try {
      return acquireProcessLock('.build/compiler.lock', () => 'Another build compiles the pages.');
    } catch (error) {
      if (!isLocked(error)) throw error;
      await sleep(LOCK_MS, undefined, { signal });
    }
  }
}

async function compile(code: string, telemetry: Telemetry, compiler: ChildProcess, signal: AbortSignal): Promise<void> {
  signal.addEventListener('abort', () => compiler.kill());
  compiler.send(telemetry);
  let failure: object | undefined;
  compiler.on('message', (message: object) => (failure = message));
  const [status, killedBy] = await once(compiler, 'exit');
  if (status !== 0)
    throw Object.assign(
      new Error(),
      failure ?? { message: `The compiler ended with ${killedBy ?? `status ${status}`}.` },
    );
  // Without a checksum the next build compiles again: the program changed during this compilation.
  if (codeDigest(telemetry) === code) writeChecksum(code);
}

/**
 * Records that the compiled pages belong to a program.
 * @param code digest of the program
 * @param folder of the project
 */
export const writeChecksum = (code: string, folder = '.'): void =>
  writeFileSync(join(folder, CHECKSUM_FILE), checksumOf(code, folder));

/** Imports the compiled pages. */
export const loadRenderer = (): Promise<typeof Entry> =>
  import(pathToFileURL(resolve(COMPILED_DIR, 'server/entry.mjs')).href) as Promise<typeof Entry>;

function checksumOf(code: string, folder: string): string {
  const cwd = join(folder, COMPILED_DIR);
  const files = listFiles(cwd).filter((file) => file.includes('/'));
  // The compiled modules import files by absolute path.
  return hash('sha256', [resolve(folder), code, digestFiles(cwd, files)].join('\n'));
}
