/** `npm run service:grant -- BRAND ADDRESS moderator|lead|none [--reset-second-factor]`: gives or takes the role of a moderator. */
import '../lib/options/site-option.ts';
import { parseArgs } from 'node:util';

import { readEnv } from '../../src/service/config/env.ts';
import { openDatabase } from '../../src/service/database/open-database.ts';
import { grantRole } from '../../src/service/moderation/access/grant-role.ts';
import { openSite, readSiteOptions } from '../../src/site/open-site.ts';
import { printError } from '../lib/terminal/report-user-errors.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'reset-second-factor': { type: 'boolean', default: false } },
});
const { editions } = await openSite(readSiteOptions(process.env));
const brands = [...new Set(editions.map(({ brand }) => brand))];
const database = await openDatabase(readEnv(process.env), printError);
try {
  console.log(await grantRole(database, brands, positionals, values['reset-second-factor']));
} finally {
  await database.close();
}
