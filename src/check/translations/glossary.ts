import { existsSync, readFileSync } from 'node:fs';

import { parse } from 'yaml';
import { z } from 'zod';

import { cachedByBoth } from '../../shared/cached-by.ts';
import { decodeText } from '../../shared/text/decode-text.ts';
import { UserError, toUserError } from '../../shared/user-error.ts';
import type { SiteFolder } from '../../site/site-folder.ts';
import type { Habit } from './typography.ts';

/** Terms that translations avoid, by language, each with the term to use. */
const glossarySchema = z.record(z.string(), z.record(z.string().min(1), z.string().min(1)));

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
  const { text, diagnostics } = decodeText(file, readFileSync(file));
  if (diagnostics.length) throw toUserError(diagnostics);
  try {
    return glossarySchema.parse(parse(text) ?? {});
  } catch (error) {
    throw new UserError(`${file} is no glossary. Write languages with terms, as in\nde:\n  Chatroom: Raum`, {
      cause: error,
    });
  }
}
