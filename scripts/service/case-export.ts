/** `npm run service:case-export -- BRAND CASE FOLDER`: writes a held case for an authority, with hashes. */
import '../lib/options/site-option.ts';
import { readAuthSecret } from '../../src/service/config/auth-secret.ts';
import { readEnv } from '../../src/service/config/env.ts';
import { openDatabase } from '../../src/service/database/open-database.ts';
import { writeCaseFile } from '../../src/service/moderation/case-file/write-case-file.ts';
import { openSite, readSiteOptions } from '../../src/site/open-site.ts';
import { printError } from '../lib/terminal/report-user-errors.ts';

const { editions } = await openSite(readSiteOptions(process.env));
const env = readEnv(process.env);
const database = await openDatabase(env, printError);
try {
  const secrets = [readAuthSecret(env), ...env.AUTH_SECRET_PREVIOUS];
  console.log(
    `${await writeCaseFile(database, editions, secrets, process.argv.slice(2))}/: case.json, case.html, SHA256SUMS`,
  );
} finally {
  await database.close();
}
