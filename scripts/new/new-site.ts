/** `npm run new-site -- <folder> [--name Amber] [--host amber.example] [--email hello@amber.example] [--colours '#1b1207,#e8a33d,#f7e9d0'] [--language tr]`: writes a site of a brand and a host in English or another language. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { UserError } from '../../src/shared/user-error.ts';
import { parseHosts } from '../../src/site/editions/parse-hosts.ts';
import { ownName } from '../../src/site/i18n/language-facts.ts';
import { SiteFolder } from '../../src/site/site-folder.ts';
import { parseColours } from '../lib/looks/look-tokens.ts';
import { writeLook } from '../lib/looks/write-look.ts';
import { copySource } from '../lib/new/copy-texts.ts';
import { brandOf, brandText } from '../lib/new/hosts-file.ts';
import { languageArgument, tellEmptyForms } from '../lib/new/language-argument.ts';
import { typed } from '../lib/options/site-option.ts';

const IGNORED = ['dist/', 'dist.next/', 'dist.old/', '.cache/', '.data/', '.deploy/'];

const { values, positionals } = parseArgs({
  options: {
    name: { type: 'string' },
    host: { type: 'string' },
    email: { type: 'string' },
    colours: { type: 'string', default: '#1b1207,#e8a33d,#f7e9d0' },
    language: { type: 'string', default: 'en' },
  },
  allowPositionals: true,
});
const [folder] = positionals;
if (!folder) throw new UserError('Name a folder: npm run new-site -- ../my-site');
const root = resolve(process.env.INIT_CWD ?? '.', folder);
if (existsSync(root) && readdirSync(root).length) throw new UserError(`${root} is not empty. Name a new folder.`);

const { name = titleOf(basename(root)) } = values;
const id =
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z][a-z0-9]*/g)
    ?.join('-') ?? 'site';
const { host = `${id}.example` } = values;
const lang = languageArgument(values.language, 'npm run new-site -- ../my-site --language <language>');
const brand = brandOf(name, values.email ?? `hello@${host}`, id, host, lang);
const colours = parseColours(values.colours);
parseHosts({ brands: { [id]: brand } }, 'The arguments');

mkdirSync(root, { recursive: true });
const shop = new SiteFolder({ root: resolve('.'), contentDir: resolve('src/content') });
const empty = copySource(shop, root, lang);
writeFileSync(
  join(root, 'hosts.config.ts'),
  `/** Every brand, host and language. src/site/editions/hosts-schema.ts of the program explains the fields. */
export default {
  brands: {
${brandText(id, brand)}  },
};
`,
);
writeFileSync(
  join(root, 'deploy.config.ts'),
  `/** Every target of \`npm run deploy\`. docs/ship.md of the program has examples. */
export default {
  local: { type: 'folder', path: '.deploy/local', verify: false },
};
`,
);
writeFileSync(join(root, '.gitignore'), `${IGNORED.join('\n')}\n`);
await writeLook(join(root, 'src/themes/looks', id), name, colours);

const at = typed(root);
const isTranslated = existsSync(`public/assets/i18n/${lang}.json`);
console.log(`${name} is in ${at}: hosts, texts, words and a look. Now:
  npm run build -- --site ${at}
  npm start -- --site ${at}       shows it on http://localhost:4321/
  npm run edit -- --site ${at}    edits its texts in the browser
Read its contacts, rules and privacy policy before you publish them: they are those of the shop${
  isTranslated
    ? ''
    : `, in English.
Translate ${at}/src/content and ${at}/public/assets/i18n/${lang}.json into ${ownName(lang)}`
}.`);
tellEmptyForms(`${at}/public/assets/i18n/${lang}.json`, empty);

/** @example titleOf('night-owl') // 'Night Owl' */
function titleOf(folderName: string): string {
  const words = folderName.match(/[\p{L}\p{N}]+/gu) ?? ['Site'];
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}
