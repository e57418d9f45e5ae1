import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

import { parseLock, lockFileOf, lockText } from '../../../src/check/translations/translations-lock.ts';
import { readIfPresent } from '../../../src/shared/files/read-if-present.ts';
import { isEnglishOnly } from '../../../src/site/content.ts';
import { formatLocale } from '../../../src/site/i18n/format-locale.ts';
import { localeOf } from '../../../src/site/i18n/site-language.ts';
import { translationFile } from '../../../src/site/i18n/translation-file.ts';
import type { SiteFolder } from '../../../src/site/site-folder.ts';

/** Language of the shop's own texts. */
const ENGLISH = 'en';

/** Folders with texts of a language. */
const TEXTS = ['documents/shared', 'blog/shared'];

/** Files of the content folder that every site has beside its texts. */
const OTHERS = ['report-rules.json', 'moderation/authorities.yaml', 'moderation/words/all.yaml'];

/**
 * Copies the texts and words of a site in a language to a folder without a site: English ones where it lacks the language.
 * @returns keys of plural forms that English lacks, which are empty
 */
export function copySource(from: SiteFolder, to: string, lang: string): string[] {
  const content = join(to, 'src/content');
  const isTranslated = existsSync(join(from.root, wordsFile(lang)));
  for (const folder of TEXTS) {
    const found = join(from.contentDir, folder, isTranslated ? lang : ENGLISH);
    if (existsSync(found)) cpSync(found, join(content, folder, lang), { recursive: true });
    if (lang !== ENGLISH) removeQa(join(content, folder, lang));
  }
  copyPresent([...OTHERS, wordListOf(lang)], from.contentDir, content);
  const words = join(to, wordsFile(lang));
  mkdirSync(dirname(words), { recursive: true });
  if (!isTranslated) return writeUntranslated(join(from.root, wordsFile(ENGLISH)), words, formatLocale(lang));
  cpSync(join(from.root, wordsFile(lang)), words);
  return [];
}

/** The questions and answers of the shop are in English only, and a sentence of other texts says so. */
function removeQa(folder: string): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const file = join(folder, name);
    if (isEnglishOnly(ENGLISH, basename(name, '.md'))) rmSync(file);
    else removeQaLinks(file);
  }
}

const removeQaLinks = (file: string): void =>
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/^- .*\(\/qa\).*\n/gm, ''));

function copyPresent(paths: string[], from: string, to: string): void {
  for (const path of paths) {
    if (!existsSync(join(from, path))) continue;
    mkdirSync(dirname(join(to, path)), { recursive: true });
    cpSync(join(from, path), join(to, path), { recursive: true });
  }
}

/**
 * Gives a site a language: the translation of another site that has it, else its own texts in the source language, of which the check of
 * texts says that they are not translated yet. Files that are there stay.
 * @returns keys of plural forms that the source language lacks, which are empty
 */
export function copyLanguage(from: SiteFolder, to: SiteFolder, lang: string): string[] {
  const source = to.sourceLanguageOf('shared');
  const isTranslated = existsSync(join(from.root, wordsFile(lang)));
  const copied = [translationFile(to, lang)];
  for (const folder of TEXTS) {
    const [original, target] = [join(to.contentDir, folder, source), join(to.contentDir, folder, lang)];
    mkdirSync(target, { recursive: true });
    const theirs = join(from.contentDir, folder, lang);
    // A site that had another source language lacks texts in this.
    const model = lang === source ? theirs : original;
    for (const name of existsSync(model) ? readdirSync(model) : []) {
      const translated = join(theirs, name);
      const file = existsSync(translated) ? translated : join(original, name);
      const isShared = lang !== source && isEnglishOnly(source, basename(name, '.md'));
      if (isShared || existsSync(join(target, name))) continue;
      cpSync(file, join(target, name));
      if (file !== translated) continue;
      // The site may have no Q&A, which the shop's texts link to.
      if (source !== ENGLISH) removeQaLinks(join(target, name));
      copied.push(to.fileOf(relative(to.root, join(target, name))));
    }
  }
  if (!existsSync(join(to.contentDir, wordListOf(lang))))
    copyPresent([wordListOf(lang)], from.contentDir, to.contentDir);
  const words = join(to.root, wordsFile(lang));
  if (existsSync(words)) return [];
  if (!isTranslated) return writeUntranslated(join(to.root, wordsFile(source)), words, localeOf(to, lang));
  cpSync(join(from.root, wordsFile(lang)), words);
  // The translations of the other site were made from English.
  if (source === ENGLISH) acceptAsIn(from, to, copied);
  return [];
}

const wordsFile = (lang: string): string => `public/assets/i18n/${lang}.json`;

/** Words that the chat refuses, below the content folder. */
const wordListOf = (lang: string): string => `moderation/words/${lang}.yaml`;

/** Takes over which originals copied translations were made from. */
function acceptAsIn(from: SiteFolder, to: SiteFolder, copied: string[]): void {
  const read = (folder: SiteFolder) => parseLock(folder, lockFileOf(folder), readIfPresent(lockFileOf(folder)));
  const [theirs, own] = [read(from), read(to)];
  const accepted = Object.entries(theirs.accepted)
    .map(([file, original]) => [to.fileOf(relative(from.root, file)), original] as const)
    .filter(([file]) => copied.includes(file));
  writeFileSync(
    lockFileOf(to),
    lockText(to, {
      originals: { ...theirs.originals, ...own.originals },
      accepted: { ...Object.fromEntries(accepted), ...own.accepted },
    }),
  );
}

interface Words {
  [name: string]: string | Words;
}

/** Words of another language under the plural forms of a language. Forms that the other lacks are empty. */
function writeUntranslated(original: string, file: string, locale: string): string[] {
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
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
  const words = copyOf(JSON.parse(readFileSync(original, 'utf8')) as Words, '');
  writeFileSync(file, `${JSON.stringify(words, null, 2)}\n`);
  return empty;
}
