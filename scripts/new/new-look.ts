/** `npm run new-look -- <look> --colours '#1b1207,#e8a33d,#f7e9d0' [--name Amber] [--site <folder>]`: draws a look from its dark ground, its accent and its light ground. */
import '../lib/options/site-option.ts';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';

import { UserError } from '../../src/shared/user-error.ts';
import { readSiteOptions } from '../../src/site/open-site.ts';
import { parseColours } from '../lib/looks/look-tokens.ts';
import { writeLook } from '../lib/looks/write-look.ts';

const { values, positionals } = parseArgs({
  options: { colours: { type: 'string', default: '' }, name: { type: 'string' } },
  allowPositionals: true,
});
const [look = ''] = positionals;
if (!/^[a-z][a-z0-9-]*$/.test(look))
  throw new UserError('Name the look in lower-case letters, digits and hyphens: npm run new-look -- amber --colours …');
const folder = join(readSiteOptions(process.env).root, 'src/themes/looks', look);
if (existsSync(folder)) throw new UserError(`${folder} exists. Choose another name.`);
await writeLook(folder, values.name ?? look, parseColours(values.colours));
console.log(`${relative('.', folder)} has colours, art and icons. Name it in the hosts file: look: '${look}'`);
