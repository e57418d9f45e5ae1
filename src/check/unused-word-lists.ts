import { basename } from 'node:path';

import { ALL_LANGUAGES, readWordLists } from '../site/moderation/word-lists.ts';

/** Word lists of languages in which no edition has rooms. */
export function unusedWordLists(langs: string[]): string[] {
  const known = new Set([...langs, ALL_LANGUAGES]);
  return readWordLists()
    .digests.map(([file]) => file)
    .filter((file) => !known.has(basename(file, '.yaml')));
}
