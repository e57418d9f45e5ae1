/** `npm run service:backup -- FILE`: writes the database of the service to a file, while the service runs or not. */
import '../lib/options/site-option.ts';
import { renameSync, rmSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { backupEmbedded } from '../../src/service/backup/embedded-backup.ts';
import { backupPostgres } from '../../src/service/backup/postgres-backup.ts';
import { readEnv } from '../../src/service/config/env.ts';
import { UserError } from '../../src/shared/user-error.ts';
import { clientPrograms } from '../lib/programs/start-postgres.ts';

const { positionals } = parseArgs({ allowPositionals: true });
const [file] = positionals;
if (!file || positionals.length > 1)
  throw new UserError('Name the file to write: npm run service:backup -- backup-2027-01-31');
const { DATABASE_URL, DATA_DIR } = readEnv(process.env);
// It holds addresses and messages: no other user of this machine may read it.
process.umask(0o077);
const part = `${file}.part`;
try {
  if (DATABASE_URL) await backupPostgres({ bin: clientPrograms(), url: DATABASE_URL, env: process.env }, part);
  else await backupEmbedded(DATA_DIR, part);
  renameSync(part, file);
} finally {
  rmSync(part, { force: true });
}
console.log(`${file}: ${(statSync(file).size / 1e6).toFixed(1)} MB. AUTH_SECRET is not in it: keep that elsewhere.`);
