import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';

import { UserError } from '../../shared/user-error.ts';
import { fetchDump } from '../database/dump-socket.ts';
import { importPGlite } from '../database/import-pglite.ts';
import { asideOf, databaseIn, lockDataDir, openFiles, recoverDatabase } from '../database/open-embedded.ts';

/**
 * Writes the embedded database to a compressed archive: dumped by the service while it runs, else by this process.
 * @throws UserError if there is no database, or a process without a dump socket has it open
 */
export async function backupEmbedded(dataDir: string, file: string): Promise<void> {
  const dump = (await fetchDump(dataDir)) ?? (await ownDump(dataDir));
  await pipeline(dump, createGzip(), createWriteStream(file, { flush: true }));
}

async function ownDump(dataDir: string): Promise<Readable> {
  const unlock = lockDataDir(dataDir);
  try {
    recoverDatabase(dataDir);
    if (!existsSync(databaseIn(dataDir)))
      throw new UserError(`${dataDir} contains no database. Name its folder (DATA_DIR) or its server (DATABASE_URL).`);
    const pglite = await openFiles(dataDir);
    const blob = await pglite.dumpDataDir('none');
    await pglite.close();
    return Readable.fromWeb(blob.stream() as ReadableStream);
  } finally {
    unlock();
  }
}

/**
 * Restores the embedded database from a backup. The existing database stays until the backup is read and checked.
 * @param replace whether it may replace an existing database
 * @throws UserError if the backup is damaged, a process uses the folder, or a database exists
 */
export async function restoreEmbedded(dataDir: string, file: string, replace: boolean): Promise<void> {
  const unlock = lockDataDir(dataDir);
  const [database, aside, next] = [databaseIn(dataDir), asideOf(dataDir), `${databaseIn(dataDir)}.next`];
  try {
    recoverDatabase(dataDir);
    if (existsSync(database) && !replace)
      throw new UserError(`${database} already contains a database. Choose another DATA_DIR, or replace it: --replace`);
    rmSync(next, { recursive: true, force: true });
    await load(file, next);
    if (existsSync(database)) renameSync(database, aside);
    renameSync(next, database);
    rmSync(aside, { recursive: true, force: true });
  } finally {
    rmSync(next, { recursive: true, force: true });
    unlock();
  }
}

/** Unpacks a backup into a folder. @throws UserError if it contains no database of the service */
async function load(file: string, folder: string): Promise<void> {
  try {
    // gzip verifies the checksum.
    const archive = await buffer(createReadStream(file).pipe(createGunzip()));
    const PGlite = await importPGlite();
    const pglite = await PGlite.create({ dataDir: folder, loadDataDir: new Blob([archive]) });
    const { rows } = await pglite.query(`
      select 1 from information_schema.tables where table_schema like 'brand\\_%' and table_name = 'session'`);
    await pglite.close();
    if (!rows.length) throw new Error('it contains no tables of the service');
  } catch (error) {
    const reason = (error as Error).message || (error as Error).name;
    throw new UserError(
      `${file} is no complete backup of an embedded database (${reason}). Nothing was changed. Use another backup.`,
      { cause: error },
    );
  }
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) sync(join(entry.parentPath, entry.name));
}

function sync(file: string): void {
  const descriptor = openSync(file, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
