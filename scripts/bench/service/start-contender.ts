import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { statFields } from '../../../src/shared/files/stat-fields.ts';
import { required } from '../../../src/shared/required.ts';
import { UserError } from '../../../src/shared/user-error.ts';
import type { Contender } from './contenders.ts';

/** A running contender. */
export interface Server extends Contender {
  port: number;
  /** Memory, peak memory and CPU time of its process; a megabyte is 1,000,000 bytes. */
  usage: () => { megabytes: number; peakMegabytes: number; cpuSeconds: number };
}

/** Starts a contender in a process that ends with this process. Its log goes to a file. */
export async function startServer(contender: Contender, databaseUrl: string): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-service-'));
  const logFile = join(folder, 'log');
  const log = openSync(logFile, 'w');
  const child = spawn(process.execPath, contender.args, {
    env: {
      ...process.env,
      ...contender.settings,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
    },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  process.once('exit', () => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const port = await portOf(child, logFile, contender.name);
  return { ...contender, port, usage: () => usageOf(required(child.pid, 'id of a server')) };
}

/** Servers say where they listen once they do. */
async function portOf(child: ChildProcess, logFile: string, name: string): Promise<number> {
  for (;;) {
    const said = readFileSync(logFile, 'utf8');
    const port = /http:\/\/localhost:(\d+)\//.exec(said)?.[1];
    if (port) return Number(port);
    if (child.exitCode !== null) throw new UserError(`The server of ${name} did not start:\n${said}`);
    await sleep(50);
  }
}

const TICKS_A_SECOND = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

function usageOf(pid: number): ReturnType<Server['usage']> {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (field: string): number =>
    (Number(required(new RegExp(`^${field}:\\s*(\\d+) kB$`, 'm').exec(status), field)[1]) * 1024) / 1e6;
  /** User and system time. */
  const ticks = statFields(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    .slice(11, 13)
    .map(Number);
  return {
    megabytes: megabytes('VmRSS'),
    peakMegabytes: megabytes('VmHWM'),
    cpuSeconds: ticks.reduce((sum, each) => sum + each) / TICKS_A_SECOND,
  };
}
