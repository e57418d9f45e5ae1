import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { parse } from 'yaml';
import { z } from 'zod';

import { memoize } from '../../shared/memoize.ts';
import { decodeText } from '../../shared/text/decode-text.ts';
import { type Diagnostic, UserError, toUserError } from '../../shared/user-error.ts';
import { contentDir } from '../../site/markdown/content-folder.ts';
import type { TranslatedBlock } from './translated-files.ts';

/** Terms that translations avoid, by language, each with the term to use. */
const glossarySchema = z.record(z.string(), z.record(z.string().min(1), z.string().min(1)));

const GLOSSARY = relative('.', join(contentDir, 'glossary.yaml'));

/** Terms in a block that the glossary of its language tells to avoid. */
export const avoidedTerms = (
  file: string,
  lang: string,
  { text, line }: Pick<TranslatedBlock, 'text' | 'line'>,
): Diagnostic[] =>
  termsOf(lang).flatMap(({ avoid, use, pattern }) =>
    pattern.test(text) ? [{ file, line, message: `the glossary avoids “${avoid}”`, hint: `Write “${use}”` }] : [],
  );

const termsOf = memoize((lang: string) =>
  Object.entries(readGlossary()[lang] ?? {}).map(([avoid, use]) => ({
    avoid,
    use,
    pattern: new RegExp(`(?<!\\p{L})${RegExp.escape(avoid)}(?!\\p{L})`, 'iu'),
  })),
);

function readGlossary(): z.output<typeof glossarySchema> {
  if (!existsSync(GLOSSARY)) return {};
  const { text, diagnostics } = decodeText(GLOSSARY, readFileSync(GLOSSARY));
  if (diagnostics.length) throw toUserError(diagnostics);
  try {
    return glossarySchema.parse(parse(text) ?? {});
  } catch (error) {
    throw new UserError(`${GLOSSARY} is no glossary. Write languages with terms, as in\nde:\n  Chatroom: Raum`, {
      cause: error,
    });
  }
}
