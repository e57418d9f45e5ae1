import { readdirSync } from 'node:fs';

import { z } from 'zod';

import { cachedBy } from '../../shared/cached-by.ts';
import { type Diagnostic, mistakeOf } from '../../shared/user-error.ts';
import { readYaml } from '../markdown/yaml/read-yaml.ts';
import type { SiteFolder } from '../site-folder.ts';

/** Name of the list for rooms of all languages. */
export const ALL_LANGUAGES = 'all';

const entries = z
  .array(
    z
      .string({ error: 'an entry is no text. Put it between quotes' })
      .trim()
      .max(60, { error: 'an entry has more than 60 characters. Shorten it' })
      .regex(/[\p{L}\p{N}]/u, { error: 'an entry has no letter and no digit. Remove it' }),
    { error: 'it is no list of words. Begin each with a hyphen, or write []' },
  )
  .default([]);

const wordListSchema = z.strictObject(
  {
    /** Words and phrases that have a message wait for a moderator. */
    hold: entries,
    /** Words and phrases that have a message refused. */
    refuse: entries,
  },
  { error: 'it has no lists. Write hold: and refuse:' },
);

export type WordList = z.infer<typeof wordListSchema>;

interface WordLists {
  /** By language, and `all`. */
  lists: Record<string, WordList>;
  diagnostics: Diagnostic[];
  /** Path and hash of each file. */
  digests: [file: string, sha256: string][];
}

/** The word lists `moderation/words/<language>.yaml` and `all.yaml` of the content folder. */
export const wordListsOf = cachedBy((site: SiteFolder): WordLists => {
  const folder = site.pathOf('moderation/words');
  const found: WordLists = { lists: {}, diagnostics: [], digests: [] };
  const names = namesIn(folder).filter((name) => !name.startsWith('.'));
  for (const name of names.toSorted()) {
    const file = `${folder}/${name}`;
    const [, lang] = /^([A-Za-z-]+)\.yaml$/.exec(name) ?? [];
    if (!lang) {
      const hint = `Name it <language>.yaml or ${ALL_LANGUAGES}.yaml, or remove it`;
      found.diagnostics.push(...mistakeOf([file], 'no word list is looked for here', hint));
      continue;
    }
    const { value, diagnostics, sha256 } = readYaml(file, wordListSchema, {
      name: 'the word list',
      manual: 'docs/moderation.md',
    });
    found.diagnostics.push(...diagnostics);
    found.digests.push([file, sha256]);
    if (value) found.lists[lang] = value;
  }
  return found;
});

/** Names in a folder; none where it is missing. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
