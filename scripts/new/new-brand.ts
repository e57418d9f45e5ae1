/** `npm run new-brand -- <id> --name Jade --host jade.example [--email hello@jade.example] [--look jade] [--language tr] [--site <folder>]`: adds a brand with a host to the hosts file. */
import '../lib/options/site-option.ts';
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { UserError } from '../../src/shared/user-error.ts';
import { languageName } from '../../src/site/i18n/site-language.ts';
import { translationFile } from '../../src/site/i18n/translation-file.ts';
import { openSite, readSiteOptions } from '../../src/site/open-site.ts';
import { SiteFolder } from '../../src/site/site-folder.ts';
import { copyLanguage } from '../lib/new/copy-texts.ts';
import { addBrand, brandOf } from '../lib/new/hosts-file.ts';
import { languageArgument, tellEmptyForms } from '../lib/new/language-argument.ts';

const { values, positionals } = parseArgs({
  options: {
    name: { type: 'string' },
    host: { type: 'string' },
    email: { type: 'string' },
    look: { type: 'string' },
    language: { type: 'string', default: 'en' },
  },
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
const lang = languageArgument(values.language, `npm run new-brand -- ${id} --language <language> …`);
await addBrand(options, id, brandOf(name, email, look, host, lang));
const { folder } = await openSite(options);
const shop = new SiteFolder({ root: resolve('.'), contentDir: resolve('src/content') });
// Brands of different languages share texts and words in English, from which those of the new language are translated.
const shared = folder.sourceLanguageOf('shared');
if (shared !== lang) copyLanguage(shop, folder, shared);
const empty = copyLanguage(shop, folder, lang);
console.log(`${name} is in ${relative('.', options.hostsFile)}, on ${host}: ${languageName(folder, lang)}.`);
tellEmptyForms(translationFile(folder, lang), empty);
