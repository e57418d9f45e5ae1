import { cachedBy } from '../../shared/cached-by.ts';
import { required } from '../../shared/required.ts';
import { blocksOf } from '../markdown/blocks.ts';
import { titleOfRule } from '../markdown/outline.ts';
import { parsePart } from '../markdown/parse.ts';
import { ruleWords } from '../markdown/text-facts.ts';
import type { Source } from '../site-folder.ts';
import { inLanguage, type Version } from './block-versions.ts';

/** The title of a rule or section as the list of contents has it, with unfilled placeholders. */
function titleOfBlock(document: string, markdown: string): string {
  if (document === 'rules') return titleOfRule(ruleWords(parsePart(markdown)));
  return ruleWords(parsePart(markdown.replace(/\n.*/s, '').replace(/^#+ /, ''))).text;
}

/** The title of a block that a change made, or removed. */
export function titleOfVersion(source: Source, id: string, { change, after }: Version): string {
  if (after === 'own') return titlesOf(source).get(id) ?? id;
  return titleOfBlock(source.name, inLanguage(required(after ?? change.before, `text of ${id}`), source).text);
}

/** Titles of the named blocks of a document, by id. */
export const titlesOf = cachedBy(
  (source: Source): Map<string, string> =>
    new Map(blocksOf(source).flatMap(({ id, text }) => (id ? [[id, titleOfBlock(source.name, text)] as const] : []))),
);
