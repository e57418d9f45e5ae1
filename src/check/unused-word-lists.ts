import { basename } from 'node:path';

import { ALL_LANGUAGES, wordListsOf } from '../site/moderation/word-lists.ts';
import type { SiteFolder } from '../site/site-folder.ts';

/** Word lists of languages in which no edition has rooms. */
export function unusedWordLists(folder: SiteFolder, langs: string[]): string[] {
  const known = new Set([...langs, ALL_LANGUAGES]);
  return wordListsOf(folder)
    .digests.map(([file]) => file)
    .filter((file) => !known.has(basename(file, '.yaml')));
}
