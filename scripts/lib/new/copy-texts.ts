import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

import { SOURCE } from '../../../src/check/translations/read-translations.ts';
import { parseLock, lockFileOf, lockText } from '../../../src/check/translations/translations-lock.ts';
import { readIfPresent } from '../../../src/shared/files/read-if-present.ts';
import { formatLocale } from '../../../src/site/i18n/format-locale.ts';
import { translationFile } from '../../../src/site/i18n/translation-file.ts';
import type { SiteFolder } from '../../../src/site/site-folder.ts';

/** Folders with texts of a language. */
const TEXTS = ['documents/shared', 'blog/shared'];

/** Files of the content folder that a site without translations has beside its texts. */
const OTHERS = [
  'report-rules.json',
  'moderation/authorities.yaml',
  'moderation/words/all.yaml',
  `moderation/words/${SOURCE}.yaml`,
];

/** Copies the English texts and words of a site to a folder without a site. */
export function copyEnglish(from: SiteFolder, to: string): void {
  const content = join(to, 'src/content');
  copyPresent([...TEXTS.map((folder) => `${folder}/${SOURCE}`), ...OTHERS], from.contentDir, content);
  copyPresent([`public/assets/i18n/${SOURCE}.json`], from.root, to);
}

function copyPresent(paths: string[], from: string, to: string): void {
  for (const path of paths) {
    if (!existsSync(join(from, path))) continue;
    mkdirSync(dirname(join(to, path)), { recursive: true });
    cpSync(join(from, path), join(to, path), { recursive: true });
  }
}

/**
 * Gives a site a language: the translation of another site that has it, else English, of which the check of texts says that it is not
 * translated yet. Files that are there stay.
 * @returns keys of plural forms that English lacks, which are empty
 */
export function copyLanguage(from: SiteFolder, to: SiteFolder, lang: string): string[] {
  const isTranslated = existsSync(join(from.root, wordsFile(lang)));
  const source = isTranslated ? lang : SOURCE;
  const copied = [translationFile(to, lang)];
  for (const folder of TEXTS) {
    const [english, target] = [join(to.contentDir, folder, SOURCE), join(to.contentDir, folder, lang)];
    mkdirSync(target, { recursive: true });
    for (const name of existsSync(english) ? readdirSync(english) : []) {
      const translated = join(from.contentDir, folder, source, name);
      const file = existsSync(translated) ? translated : join(english, name);
      // Every edition shows the English questions, unless it has its own.
      if (basename(name, '.md') === 'qa' || existsSync(join(target, name))) continue;
      cpSync(file, join(target, name));
      if (file === translated) copied.push(to.fileOf(relative(to.root, join(target, name))));
    }
  }
  const list = `moderation/words/${lang}.yaml`;
  if (!existsSync(join(to.contentDir, list))) copyPresent([list], from.contentDir, to.contentDir);
  const words = join(to.root, wordsFile(lang));
  if (existsSync(words)) return [];
  if (!isTranslated) return writeUntranslated(join(to.root, wordsFile(SOURCE)), words, lang);
  cpSync(join(from.root, wordsFile(lang)), words);
  acceptAsIn(from, to, copied);
  return [];
}

const wordsFile = (lang: string): string => `public/assets/i18n/${lang}.json`;

/** Takes over which English text copied translations were made from. */
function acceptAsIn(from: SiteFolder, to: SiteFolder, copied: string[]): void {
  const read = (folder: SiteFolder) => parseLock(folder, lockFileOf(folder), readIfPresent(lockFileOf(folder)));
  const [theirs, own] = [read(from), read(to)];
  const accepted = Object.entries(theirs.accepted)
    .map(([file, original]) => [to.fileOf(relative(from.root, file)), original] as const)
    .filter(([file]) => copied.includes(file));
  writeFileSync(
    lockFileOf(to),
    lockText(to, {
      english: { ...theirs.english, ...own.english },
      accepted: { ...Object.fromEntries(accepted), ...own.accepted },
    }),
  );
}

interface Words {
  [name: string]: string | Words;
}

/** English words under the plural forms of another language. Forms that English lacks are empty. */
function writeUntranslated(english: string, file: string, lang: string): string[] {
  const forms = new Intl.PluralRules(formatLocale(lang)).resolvedOptions().pluralCategories;
  const empty: string[] = [];
  const copyOf = (words: Words, path: string): Words =>
    Object.fromEntries(
      Object.entries(words).flatMap(([name, word]): [string, string | Words][] => {
        if (typeof word !== 'string') return [[name, copyOf(word, `${path}${name}.`)]];
        const [, stem, form] = /^(.*)_(zero|one|two|few|many|other)$/.exec(name) ?? [];
        if (!stem) return [[name, word]];
        // Once for each stem.
        if (form !== 'other') return [];
        return forms.map((each) => {
          const known = words[`${stem}_${each}`];
          if (known === undefined) empty.push(`${path}${stem}_${each}`);
          return [`${stem}_${each}`, known ?? ''];
        });
      }),
    );
  const words = copyOf(JSON.parse(readFileSync(english, 'utf8')) as Words, '');
  writeFileSync(file, `${JSON.stringify(words, null, 2)}\n`);
  return empty;
}
