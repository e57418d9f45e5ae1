/** `npm run new-language -- <language> [--host <host>,…] [--site <folder>]`: adds a language, with the translation of the shop or with texts to translate. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { UserError } from '../../src/shared/user-error.ts';
import { languageName } from '../../src/site/i18n/site-language.ts';
import { translationFile } from '../../src/site/i18n/translation-file.ts';
import { openSite, readSiteOptions } from '../../src/site/open-site.ts';
import { SiteFolder } from '../../src/site/site-folder.ts';
import { copyLanguage } from '../lib/new/copy-texts.ts';
import { addLanguage } from '../lib/new/hosts-file.ts';
import { languageArgument, tellEmptyForms } from '../lib/new/language-argument.ts';
import { siteArgument } from '../lib/options/site-option.ts';

const { values, positionals } = parseArgs({ options: { host: { type: 'string' } }, allowPositionals: true });
const site = await openSite(readSiteOptions(process.env));
const { editions, folder } = site;
const lang = languageArgument(positionals[0] ?? '', 'npm run new-language -- <language>', folder.languages.facts);
const chosen = values.host?.split(',') ?? [...new Set(editions.map(({ brand }) => brand.defaultHost))];
const unknown = chosen.filter((host) => !editions.some((edition) => edition.host === host));
if (unknown.length)
  throw new UserError(
    `The hosts file has no ${unknown.join(', ')}. Correct --host, or write the host there first: '${unknown[0]}': { languages: ['${lang}'] },`,
  );
const hosts = chosen.filter((host) => !editions.some((edition) => edition.host === host && edition.lang === lang));
await addLanguage(site, lang, hosts);
const empty = copyLanguage(new SiteFolder({ root: resolve('.'), contentDir: resolve('src/content') }), folder, lang);

console.log(`${languageName(folder, lang)} is on ${chosen.join(', ')}.`);
tellEmptyForms(translationFile(folder, lang), empty);
console.log(`What is not translated yet: npm run content:check${siteArgument && ` --${siteArgument}`}`);
