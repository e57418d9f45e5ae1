import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

import { Client } from 'pg';

import { UserError } from '../../shared/user-error.ts';

/** Folder of PostgreSQL's programs, and the database. */
export interface Postgres {
  bin: string;
  /** `DATABASE_URL` */
  url: string;
  /** Environment of the programs. */
  env: NodeJS.ProcessEnv;
}

/**
 * Writes a consistent snapshot of the tables of all brands with `pg_dump`: compressed SQL, because the checksum of
 * gzip covers every byte; in the custom format, damage to definitions of tables is not detected.
 * @throws UserError with the output of the program if it fails
 */
export async function backupPostgres(postgres: Postgres, file: string): Promise<void> {
  const args = ['--compress=6', '--schema=brand_*', '--strict-names', '--no-owner', '--no-privileges'];
  const dump = start(postgres, 'pg_dump', [...args, `--file=${file}`, '--dbname', withoutPassword(postgres.url)]);
  await ended(dump, 'There is no backup.');
}

/**
 * Restores the tables of a backup into a database, in a single transaction.
 * @param replace whether they may replace existing tables
 * @throws UserError if the backup is damaged, nodes use the database, or tables exist
 */
export async function restorePostgres(postgres: Postgres, file: string, replace: boolean): Promise<void> {
  await verify(file);
  const schemas = await schemasToReplace(postgres.url, replace);
  const args = ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--output=/dev/null'];
  const psql = start(postgres, 'psql', [...args, '--dbname', withoutPassword(postgres.url)]);
  const restored = ended(psql, 'Nothing was changed.');
  psql.stdin.write(`begin;\n${schemas.map((schema) => `drop schema "${schema}" cascade;\n`).join('')}`);
  const [read] = await Promise.allSettled([
    pipeline(createReadStream(file), createGunzip(), psql.stdin, { end: false }),
  ]);
  // Without `commit`, the end of the connection rolls back.
  if (read.status === 'fulfilled') psql.stdin.end('commit;\n');
  else psql.stdin.end();
  await restored;
  if (read.status === 'rejected') throw read.reason as Error;
}

/** Reads all of a backup, to detect damage. @throws UserError if it is no complete output of `pg_dump` */
async function verify(file: string): Promise<void> {
  let head = '';
  try {
    await pipeline(createReadStream(file), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) head ||= chunk.toString('latin1', 0, 100);
    });
    if (!head.includes('PostgreSQL database dump')) throw new Error('it is no output of pg_dump');
  } catch (error) {
    throw new UserError(
      `${file} is no complete backup of PostgreSQL (${(error as Error).message}). Nothing was changed. Use another backup.`,
      { cause: error },
    );
  }
}

/** Existing schemas of brands. @throws UserError if there are any without `replace`, or nodes use them */
async function schemasToReplace(url: string, replace: boolean): Promise<string[]> {
  const client = new Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      String.raw`select nspname as name from pg_namespace where nspname like 'brand\_%'`,
    );
    if (rows.length && !replace)
      throw new UserError(
        'The database of DATABASE_URL contains accounts. Name an empty database, or replace it: --replace',
      );
    const { rowCount } = await client.query(`
      select 1 from pg_stat_activity
      where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`);
    if (rowCount)
      throw new UserError(`The database has ${rowCount} connections of the service. Stop every node first.`);
    return rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** Starts a program of PostgreSQL. The password is in its environment, which other users cannot read. */
function start({ bin, url, env }: Postgres, program: string, args: string[]): ChildProcessWithoutNullStreams {
  const { password } = new URL(url);
  return spawn(join(bin, program), args, {
    env: { ...env, ...(password && { PGPASSWORD: decodeURIComponent(password) }) },
  });
}

/** Removes the password and parameters that only this service understands. */
function withoutPassword(address: string): string {
  const url = Object.assign(new URL(address), { password: '' });
  for (const name of OWN_PARAMETERS) url.searchParams.delete(name);
  return url.href;
}

/** Parameters of `DATABASE_URL` that the programs refuse. @see docs/operate.md */
const OWN_PARAMETERS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'query_timeout'];

/** Waits for the end of a program. @throws UserError with its output if it fails */
async function ended(child: ChildProcessWithoutNullStreams, consequence: string): Promise<void> {
  const output = text(child.stderr);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new UserError(`${consequence}\n${(await output).trim()}`);
}
