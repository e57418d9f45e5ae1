import { hash } from 'node:crypto';

import { isCompressedForm } from '../../../output/content-encodings.ts';
import type { Manifest, ManifestEdition, ManifestFiles } from '../../../output/manifest.ts';
import { languagePatterns } from '../../../output/requests/language-patterns.ts';

/**
 * Key of the number of the generation that visitors get; after a way back, with a dot and that of the generation before. All other keys are
 * hashes.
 */
export const POINTER = 'served';

/** Characters of base64url of a key: 72 bits. A store has 5 MB for all keys and values. */
export const KEY_LENGTH = 12;

/** Folder of the bucket that CloudFront reads. */
export const FILES_FOLDER = 'files/';

/** Characters of base64url that name a file: 96 bits. */
const ID_LENGTH = 16;

/** Characters of a text in a value, which may have 1,024. */
const PART_LENGTH = 1000;

/** Names and values of a generation, as the function reads them. */
export type StoreTable = Map<string, string>;

/** A file with its compressed forms; `id` names them in the bucket. */
export interface FileForms {
  id: string;
  /** Path below `dist/`. */
  path: string;
  /** Endings, the empty one first. */
  endings: string[];
}

/** Files of an edition by their path below its root, those that are kept for open pages among them. */
export function filesWithForms({ root, files, kept }: ManifestEdition): Map<string, FileForms> {
  const all = { ...kept, ...files };
  const plain = Object.keys(all).filter((file) => !isCompressedForm(file));
  return new Map(plain.map((file) => [file, formsOf(all, root, file)]));
}

/** Names of hosts, header rules, language patterns and files, with their values. */
export function storeTable({ editions }: Manifest): StoreTable {
  const table: StoreTable = new Map();
  const referenceTo = (text: string): string => {
    const parts = text.match(new RegExp(`[^]{1,${PART_LENGTH}}`, 'g')) ?? [];
    const id = idOf(text);
    for (const [number, part] of parts.entries()) table.set(`${id} ${number}`, part);
    return `${id}:${parts.length}`;
  };
  for (const [host, onHost] of Map.groupBy(editions, (edition) => edition.host)) {
    const sorted = onHost.toSorted((a, b) => Number(b.default) - Number(a.default));
    const { acceptLanguage, ranges } = languagePatterns(sorted.map(({ lang }) => lang));
    const patterns = sorted.length > 1 ? referenceTo(JSON.stringify({ acceptLanguage, ranges })) : '-';
    table.set(
      host,
      [patterns, ...sorted.map(({ lang, headers }) => `${lang}=${referenceTo(JSON.stringify(headers))}`)].join(' '),
    );
  }
  for (const edition of editions)
    for (const [file, { id, endings }] of filesWithForms(edition))
      table.set(
        file.startsWith('_astro/') ? file : `${edition.root}/${file}`,
        `${id}${endings.includes('.br') && endings.includes('.gz') ? '*' : ''}`,
      );
  return table;
}

/**
 * Keys and values of the store for several generations: a value has a line for each generation that changed it, the newest first. Lines of the
 * oldest have the number 0, so that values which did not change stay when it is removed.
 * @param generations in the order of their numbers
 */
export function storeEntries(generations: { number: number; table: StoreTable }[]): Map<string, string> {
  const lines = new Map<string, { last: string; text: string }>();
  for (const [index, { number, table }] of generations.entries()) {
    const since = (index ? number : 0).toString(36);
    const add = (name: string, value: string): void => {
      const before = lines.get(name);
      if ((before?.last ?? '') === value) return;
      lines.set(name, { last: value, text: `${since} ${value}${before ? `\n${before.text}` : ''}` });
    };
    for (const [name, value] of table) add(name, value);
    // The name of a part is the hash of its text: it never changes.
    for (const name of lines.keys()) if (!table.has(name) && !name.includes(' ')) add(name, '');
  }
  return new Map([...lines].map(([name, { text }]) => [keyOf(name), text]));
}

const keyOf = (name: string): string => hash('sha256', name, 'base64url').slice(0, KEY_LENGTH);

const idOf = (text: string): string => hash('sha256', text, 'base64url').slice(0, ID_LENGTH);

function formsOf(files: ManifestFiles, root: string, file: string): FileForms {
  const forms = ['', '.br', '.gz'].flatMap((ending) => {
    const form = files[`${file}${ending}`];
    return form ? [{ ending, hash: form.sha256 }] : [];
  });
  // Types are stored with a file.
  const id = idOf([file.split('.').at(-1), ...forms.map((form) => form.hash)].join(' '));
  return { id, path: `${root}/${file}`, endings: forms.map(({ ending }) => ending) };
}
