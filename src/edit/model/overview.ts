import { join } from 'node:path';

import { entriesOf } from '../files/disk.ts';
import { fileOf, kindFolders, WORDS } from '../files/folders.ts';
import type { Draft } from '../files/unsaved-files.ts';
import type { TextKey, TextSummary } from '../protocol.ts';
import { readFields } from './fields.ts';
import { missingNotesIn, notedChangesOf } from './noted-changes.ts';
import { sourceLanguageOf } from './source-language.ts';
import { staleOf } from './stale.ts';
import { readTextIn } from './text-in-language.ts';

/** All texts of the content folder and the words of the interface, each with the number of its stale blocks. */
export function listTexts(draft: Draft, languages: string[]): TextSummary[] {
  const words = languages.filter((lang) => draft.read(fileOf(draft.folders, WORDS, lang)) !== undefined);
  return [
    summaryOf(draft, WORDS, words),
    ...keysIn(draft).map(({ key, languages: found }) => summaryOf(draft, key, found)),
  ];
}

/** Keys of the texts of the content folder, with their languages. */
export function keysIn({ folders }: Draft): { key: TextKey; languages: string[] }[] {
  const found = new Map<string, { key: TextKey; languages: string[] }>();
  for (const kind of ['document', 'article'] as const) {
    const folder = join(folders.content, kindFolders[kind]);
    for (const scope of foldersIn(folder)) {
      for (const lang of foldersIn(join(folder, scope))) {
        for (const entry of entriesOf(join(folder, scope, lang))) {
          const { name: file } = entry;
          if (!entry.isFile() || file.startsWith('.') || !file.endsWith('.md')) continue;
          const name = file.slice(0, -'.md'.length);
          const id = `${kind}/${scope}/${name}`;
          const known = found.get(id) ?? { key: { kind, scope, name }, languages: [] };
          known.languages.push(lang);
          found.set(id, known);
        }
      }
    }
  }
  return [...found.values()];
}

function summaryOf(draft: Draft, key: TextKey, languages: string[]): TextSummary {
  const source = sourceLanguageOf(draft, key);
  const model = languages.includes(source) ? source : languages[0];
  const title = key.kind === 'article' && model ? titleIn(draft, key, model) : key.name;
  const isTranslated = model === source && languages.length > 1;
  const texts = isTranslated ? languages.flatMap((lang) => readTextIn(draft, key, lang) ?? []) : [];
  const stale = Map.groupBy(staleOf(draft, key, texts), ({ lang }) => lang);
  return {
    key,
    title,
    languages,
    stale: Object.fromEntries([...stale].map(([lang, { length }]) => [lang, length])),
    missingNotes: missingNotesIn(notedChangesOf(draft, key), languages),
  };
}

const titleIn = (draft: Draft, key: TextKey, lang: string): string =>
  readFields(draft.read(fileOf(draft.folders, key, lang)) ?? '')['title'] ?? key.name;

const foldersIn = (folder: string): string[] =>
  entriesOf(folder)
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name);
