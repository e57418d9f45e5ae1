/** `npm run service:transparency -- YEAR [--brand BRAND]`: writes the yearly reports of moderation to transparency/. */
import '../lib/options/site-option.ts';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';

import { readEnv } from '../../src/service/config/env.ts';
import { openDatabase } from '../../src/service/database/open-database.ts';
import { writeTransparencyReports } from '../../src/service/moderation/transparency/write-yearly-figures.ts';
import { reportRulesOf } from '../../src/site/history/report-rules.ts';
import { openSite, readSiteOptions } from '../../src/site/open-site.ts';
import { printError } from '../lib/terminal/report-user-errors.ts';

const { positionals, values } = parseArgs({ allowPositionals: true, options: { brand: { type: 'string' } } });
const { editions, folder, root } = await openSite(readSiteOptions(process.env));
const brands = [...new Set(editions.map(({ brand }) => brand))];
const database = await openDatabase(readEnv(process.env), printError);
try {
  const folders = await writeTransparencyReports(database, brands, {
    year: positionals[0],
    only: values.brand,
    day: new Date().toISOString().slice(0, 10),
    folder: relative('.', join(root, 'transparency')),
    reportRules: reportRulesOf(folder),
  });
  console.log(folders.map((written) => `${written}/: 11 parts and figures.md`).join('\n'));
} finally {
  await database.close();
}
