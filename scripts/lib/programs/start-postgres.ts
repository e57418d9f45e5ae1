import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { createConnection, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { UserError } from '../../../src/shared/user-error.ts';
import { findOnPath } from './find-on-path.ts';

/** Folder of a program of PostgreSQL: Debian keeps the newest beside the path. */
export function findPostgres(program = 'initdb'): string | undefined {
  const [newest] = globSync(`/usr/lib/postgresql/*/bin/${program}`).toSorted().toReversed();
  const found = newest ?? findOnPath(program);
  return found && dirname(found);
}

/** Folder of `pg_dump` and `psql`. @throws UserError where they are missing */
export function clientPrograms(): string {
  const bin = findPostgres('pg_dump');
  if (!bin || !existsSync(join(bin, 'psql')))
    throw new UserError('pg_dump or psql is missing. Install them: apt-get install postgresql-client');
  return bin;
}

export interface Postgres {
  /** Address of a new, empty database. */
  newDatabase: () => string;
  /** `immediate` stops it like a crash, `fast` ends running transactions first. */
  stop: (how: 'immediate' | 'fast') => void;
  start: () => Promise<void>;
  /** Stops it and removes everything. */
  remove: () => void;
}

/** Starts a PostgreSQL of its own on loopback, with settings that a server on its own machine would have. */
export async function startPostgres(bin: string): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  chmodSync(folder, 0o777);
  const data = join(folder, 'data');
  const port = await freePort();
  let databases = 0;
  run(bin, 'initdb', ['--pgdata', data, '--username', 'service', '--auth', 'trust', '--encoding', 'UTF8', '--no-sync']);
  const start = async (): Promise<void> => {
    const args = ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1'];
    const [command, prefix] = asUser(join(bin, 'postgres'));
    spawn(command, [...prefix, ...args], { stdio: 'ignore', detached: true }).unref();
    while (!(await answers(port))) await sleep(50);
    while (!isReady(bin, port)) await sleep(50);
  };
  const stop = (how: 'immediate' | 'fast'): void => {
    if (existsSync(join(data, 'postmaster.pid'))) run(bin, 'pg_ctl', ['stop', '-D', data, '-m', how, '-w']);
  };
  await start();
  return {
    newDatabase: () => {
      const name = `test_${databases++}`;
      run(bin, 'createdb', ['-h', '127.0.0.1', '-p', String(port), '-U', 'service', name]);
      return `postgres://service@127.0.0.1:${port}/${name}`;
    },
    start,
    stop,
    remove: () => {
      stop('immediate');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function run(bin: string, program: string, args: string[]): void {
  const [command, prefix] = asUser(join(bin, program));
  execFileSync(command, [...prefix, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
}

/** PostgreSQL refuses to run as root. */
const asUser = (program: string): [string, string[]] =>
  process.getuid?.() === 0 ? ['runuser', ['-u', 'postgres', '--', program]] : [program, []];

function isReady(bin: string, port: number): boolean {
  try {
    run(bin, 'pg_isready', ['-h', '127.0.0.1', '-p', String(port)]);
    return true;
  } catch {
    return false;
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.once('connect', () => done(true)).once('error', () => done(false));
    socket.once('connect', () => socket.destroy());
  });

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
