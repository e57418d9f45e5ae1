import { hash } from 'node:crypto';

import { articleSources, documentSource, type DocumentName, hasPage, ownsPage, pagesOf } from '../../site/content.ts';
import { type Brand, type Edition, rootOf } from '../../site/editions/editions.ts';
import { articlePath } from '../../site/editions/routes.ts';
import { readWordsFile } from '../../site/i18n/translation-file.ts';
import type { Source } from '../../site/markdown/sources.ts';
import { siblingsOf } from '../../site/site.ts';
import { staticFilesKey } from '../../site/static-files.ts';

/**
 * Changes with anything that a file of an edition can depend on.
 * @param code digest of the program
 */
export function editionKey(code: string, edition: Edition): string {
  const known = editionKeys.get(edition) ?? readEdition(code, edition);
  editionKeys.set(edition, known);
  return known;
}

const editionKeys = new WeakMap<Edition, string>();

function readEdition(code: string, edition: Edition): string {
  const texts = [...pagesOf(edition).values()].map(textKey);
  const facts = [brandKey(edition), tableKey(edition), wordsKey(edition.lang), staticFilesKey(edition)];
  return digest([code, rootOf(edition), ...facts, ...texts]);
}

/**
 * Changes with anything that one page depends on.
 * @param reads what the page told of itself when it was rendered; see `note`
 */
export const pageKey = (code: string, edition: Edition, reads: string[]): string =>
  digest([code, JSON.stringify(edition), ...reads.map((read) => `${read} ${inputKey(edition, read)}`)]);

/** The facts of all hosts of a brand. */
const brandKey = perBrand((siblings) => digest(siblings.map((edition) => JSON.stringify(edition))));

/** Which pages each edition of a brand has, and which of them show a text of its own. */
const tableKey = perBrand((siblings) =>
  digest(
    siblings.flatMap((edition) =>
      [...pagesOf(edition)].map(([path, source]) => `${path} ${source?.scope === edition.host}`),
    ),
  ),
);

/** By what an input belongs to, and its name. */
const known = new Map<unknown, Map<string, string>>();

/** Changes with one input of a page. */
export function inputKey(edition: Edition, read: string): string {
  const owner = ownerOf(edition, read);
  const keys = known.get(owner) ?? new Map<string, string>();
  known.set(owner, keys);
  const key = keys.get(read) ?? readInput(edition, read);
  keys.set(read, key);
  return key;
}

/** Words go with the language, pages that are there with the brand. */
function ownerOf(edition: Edition, read: string): unknown {
  if (read.startsWith('word')) return edition.lang;
  return read.startsWith('path:') ? edition.brand : edition;
}

function readInput(edition: Edition, read: string): string {
  const [kind = '', name = ''] = read.split(/:(.*)/s);
  if (kind === 'word') return wordKey(edition.lang, name);
  if (kind === 'words') return wordsKey(edition.lang);
  if (kind === 'hosts') return brandKey(edition);
  if (kind === 'text') return textKey(documentSource(edition, name as DocumentName));
  if (kind === 'article') return textKey(pagesOf(edition).get(articlePath(name)));
  if (kind === 'posts') return digest(articleSources(edition).map(textKey));
  if (kind === 'path') {
    return siblingsOf(edition)
      .map((sibling) => `${hasPage(sibling, name)} ${ownsPage(sibling, name)}`)
      .join();
  }
  throw new Error(`A page depends on "${read}", of which src/build/pages/fingerprints.ts knows nothing.`);
}

/** The file counts as well as its text: whose it is decides the canonical URL. */
const textKey = (source: Source | undefined): string => (source ? `${source.file} ${source.sha256}` : '');

const wordsFiles = new Map<string, { key: string; tree: Tree }>();
interface Tree {
  [name: string]: string | Tree;
}

function wordsOf(lang: string): { key: string; tree: Tree } {
  const text = readWordsFile(lang)!;
  const words = wordsFiles.get(lang) ?? { key: hash('sha256', text), tree: JSON.parse(text) as Tree };
  wordsFiles.set(lang, words);
  return words;
}

const wordsKey = (lang: string): string => wordsOf(lang).key;

/** A word and its plural forms. */
function wordKey(lang: string, name: string): string {
  const path = name.split('.');
  const last = path.pop()!;
  const parent = path.reduce<Tree | undefined>((tree, part) => tree?.[part] as Tree | undefined, wordsOf(lang).tree);
  const forms = Object.entries(parent ?? {}).filter(([form]) => form === last || form.startsWith(`${last}_`));
  return JSON.stringify(forms);
}

function perBrand(read: (siblings: Edition[]) => string): (edition: Edition) => string {
  const results = new WeakMap<Brand, string>();
  return (edition) => {
    const key = results.get(edition.brand) ?? read(siblingsOf(edition));
    results.set(edition.brand, key);
    return key;
  };
}

const digest = (parts: string[]): string => hash('sha256', parts.join('\n')).slice(0, 32);
