import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findPostgres, startPostgres } from '../../scripts/lib/programs/start-postgres.ts';
import { openBrands } from '../../src/service/brands/open-brands.ts';
import { readEnv } from '../../src/service/config/env.ts';
import { openDatabase } from '../../src/service/database/open-database.ts';
import { editions } from './configured-site.ts';

const AUTH_SECRET = 'only for tests, and long enough for them';

interface Prepared {
  /** `DATA_DIR` of the embedded database. */
  embedded: string;
  /** `DATABASE_URL`, if PostgreSQL is installed. */
  postgres: string | undefined;
  remove: () => void;
}

/** Creates databases with every table of the service. Suites copy them: migrations take longer than most suites. */
export async function prepareDatabases(): Promise<Prepared> {
  const embedded = mkdtempSync(join(tmpdir(), 'database-'));
  await makeTables({ DATA_DIR: embedded });
  const bin = findPostgres();
  const server = bin ? await startPostgres(bin) : undefined;
  const postgres = server?.newDatabase();
  if (postgres) await makeTables({ DATABASE_URL: postgres });
  const remove = (): void => {
    server?.remove();
    rmSync(embedded, { recursive: true, force: true });
  };
  return { embedded, postgres, remove };
}

async function makeTables(settings: Record<string, string>): Promise<void> {
  const database = await openDatabase(readEnv({ AUTH_SECRET, ...settings }), (error) => {
    throw error;
  });
  await openBrands(editions, database, AUTH_SECRET);
  await database.close();
}
