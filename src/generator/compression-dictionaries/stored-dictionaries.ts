import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import type { Output } from '../../output/folders.ts';
import type { ManifestEdition } from '../../output/manifest.ts';
import { readIfPresent } from '../../shared/files/read-if-present.ts';
import { required } from '../../shared/required.ts';
import { UserError } from '../../shared/user-error.ts';
import { rootOf, type Site } from '../../site/editions/editions.ts';
import type { SiteFolder } from '../../site/site-folder.ts';

/** Pages that a dictionary is made of. They have the layout of all pages, and the texts that most people read. */
const PAGES = ['rules.html', 'privacy_policy.html'];

type Shared = Pick<ManifestEdition, 'brand' | 'lang'>;

/**
 * The dictionary of a brand in a language. It is an input of builds, like a text: if each build made it of its own pages, a changed rule would
 * change the dictionary, which no browser would have, and with it every compressed page.
 */
export const readDictionary = (folder: SiteFolder, shared: Shared): Buffer | undefined =>
  readIfPresent(fileOf(folder, shared));

/**
 * Makes the dictionaries that the content folder lacks, from pages in `dist.next/`.
 * @param written editions of this build
 * @returns paths of the new files
 * @throws UserError where an edition that a dictionary is made of was never built
 */
export function makeMissingDictionaries(
  { next }: Output,
  { editions, builtEditions, folder }: Site,
  written: ManifestEdition[],
): string[] {
  const files = new Map<string, string>();
  for (const { brand, lang } of builtEditions) {
    const shared = { brand: brand.id, lang };
    const file = fileOf(folder, shared);
    if (files.has(file) || readIfPresent(file)) continue;
    // The first edition, whichever hosts this build is asked for.
    const first = editions.find((edition) => edition.brand.id === brand.id && edition.lang === lang);
    const root = rootOf(required(first, `edition of ${brand.id} in ${lang}`));
    if (!written.some((edition) => edition.root === root))
      throw new UserError(`The dictionary ${file} is made of pages of ${root}. Build all hosts: npm run build`);
    files.set(file, root);
  }
  for (const [file, root] of files) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, Buffer.concat(PAGES.map((page) => readFileSync(`${next}/${root}/${page}`))));
    renameSync(`${file}.new`, file);
  }
  return [...files.keys()];
}

const fileOf = (folder: SiteFolder, { brand, lang }: Shared): string =>
  folder.pathOf(`dictionaries/${brand}.${lang}.dictionary`);
