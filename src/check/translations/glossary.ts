import { existsSync } from 'node:fs';

import { z } from 'zod';

import { cachedByBoth } from '../../shared/cached-by.ts';
import { toUserError } from '../../shared/user-error.ts';
import { isLanguageTag } from '../../site/editions/language-tag.ts';
import { readYaml } from '../../site/markdown/yaml/read-yaml.ts';
import type { SiteFolder } from '../../site/site-folder.ts';
import type { Habit } from './typography.ts';

const HINT = 'Write languages with terms, as in de: { Chatroom: Raum }';

/** Terms that translations avoid, by language, each with the term to use. */
const glossarySchema = z.preprocess(
  (value) => value ?? {},
  z.record(
    z.string().refine(isLanguageTag),
    z.record(
      z.string().min(1),
      z.string({ error: `a term is no text. ${HINT}` }).min(1, { error: `a term is empty. ${HINT}` }),
      {
        error: `a language has no list of terms. ${HINT}`,
      },
    ),
    {
      error: ({ code }) =>
        code === 'invalid_key' ? `it has a name that is no language. ${HINT}` : `it is no list of languages. ${HINT}`,
    },
  ),
);

/** Terms in a block that the glossary of its language tells to avoid. */
export const avoidedTerms = (folder: SiteFolder, lang: string, text: string): Habit[] =>
  termsOf(folder, lang).filter(({ breaks }) => breaks.test(text));

const termsOf = cachedByBoth((folder: SiteFolder, lang: string) =>
  Object.entries(readGlossary(folder)[lang] ?? {}).map(([avoid, use]) => ({
    breaks: new RegExp(`(?<!\\p{L})${RegExp.escape(avoid)}(?!\\p{L})`, 'iu'),
    message: `the glossary avoids “${avoid}”`,
    hint: `Write “${use}”`,
  })),
);

function readGlossary(folder: SiteFolder): z.output<typeof glossarySchema> {
  const file = folder.pathOf('glossary.yaml');
  if (!existsSync(file)) return {};
  const { value = {}, diagnostics } = readYaml(file, glossarySchema, {
    name: 'the glossary',
    manual: 'docs/edit-content.md',
  });
  if (diagnostics.length) throw toUserError(diagnostics);
  return value;
}
