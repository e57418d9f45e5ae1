/** `npm run art [-- <look>…] [--site <folder>]`: draws the background art of looks, the same bytes at every run, and the icons of installed sites from their favicons. */
import './lib/options/site-option.ts';
import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';

import { UserError } from '../src/shared/user-error.ts';
import { readSiteOptions } from '../src/site/open-site.ts';
import { readCloth } from './lib/looks/read-cloth.ts';
import { writeArt } from './lib/looks/write-art.ts';
import { writeIcons } from './lib/looks/write-icons.ts';

const looks = join(readSiteOptions(process.env).root, 'src/themes/looks');
const { positionals } = parseArgs({ allowPositionals: true });
const present = existsSync(looks)
  ? readdirSync(looks, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  : [];
if (!present.length) throw new UserError(`${looks} has no look. Draw one: npm run new-look`);
const unknown = positionals.filter((look) => !present.includes(look));
if (unknown.length) throw new UserError(`There is no look ${unknown.join(', ')}. Name some of ${present.join(', ')}.`);

for (const look of positionals.length ? positionals : present) {
  const folder = join(looks, look);
  await writeIcons(folder);
  if (!(await writeArt(folder, readCloth(folder))))
    throw new UserError('avifenc is missing, and the art has no grain. Install it with: apt-get install libavif-bin');
  console.log(`${relative('.', folder)}/`);
}
