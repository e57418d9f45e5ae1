/** `npm run service:restore -- FILE [--replace]`: restores a backup into the database of the settings. */
import '../lib/options/site-option.ts';
import { accessSync, constants } from 'node:fs';
import { parseArgs } from 'node:util';

import { restoreEmbedded } from '../../src/service/backup/embedded-backup.ts';
import { restorePostgres } from '../../src/service/backup/postgres-backup.ts';
import { readEnv } from '../../src/service/config/env.ts';
import { UserError } from '../../src/shared/user-error.ts';
import { clientPrograms } from '../lib/programs/start-postgres.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { replace: { type: 'boolean', default: false } },
});
const [file] = positionals;
if (!file || positionals.length > 1)
  throw new UserError('Name the backup: npm run service:restore -- backup-2027-01-31');
try {
  accessSync(file, constants.R_OK);
} catch (error) {
  throw new UserError(`${file} cannot be read. Name a file that npm run service:backup has written.`, { cause: error });
}
const { DATABASE_URL, DATA_DIR } = readEnv(process.env);
if (DATABASE_URL)
  await restorePostgres({ bin: clientPrograms(), url: DATABASE_URL, env: process.env }, file, values.replace);
else await restoreEmbedded(DATA_DIR, file, values.replace);
console.log(`${file} is restored. Start the service.`);
