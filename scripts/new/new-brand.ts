/** `npm run new-brand -- <id> --name Jade --host jade.example [--email hello@jade.example] [--look jade] [--site <folder>]`: adds a brand with a host to the hosts file. */
import '../lib/options/site-option.ts';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';

import { UserError } from '../../src/shared/user-error.ts';
import { readSiteOptions } from '../../src/site/open-site.ts';
import { addBrand, brandOf } from '../lib/new/hosts-file.ts';

const { values, positionals } = parseArgs({
  options: { name: { type: 'string' }, host: { type: 'string' }, email: { type: 'string' }, look: { type: 'string' } },
  allowPositionals: true,
});
const [id] = positionals;
const { name, host } = values;
if (!id || !name || !host) throw new UserError('Write: npm run new-brand -- jade --name Jade --host jade.example');
const { look = id, email = `hello@${host}` } = values;
const options = readSiteOptions(process.env);
if (!existsSync(join(options.root, 'src/themes/looks', look)))
  throw new UserError(
    `There is no look "${look}". Name another one (--look), or draw it: npm run new-look -- ${look} --colours …`,
  );
await addBrand(options, id, brandOf(name, email, look, host));
console.log(`${name} is in ${relative('.', options.hostsFile)}, on ${host} in English.`);
