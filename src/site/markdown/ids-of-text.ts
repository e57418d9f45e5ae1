import { memoize } from '../../shared/memoize.ts';
import { readHtml } from '../../shared/read-html.ts';
import { parseArticleFile, parseDocumentFile } from './parse.ts';
import type { Source } from './sources.ts';

/** Ids of the headings and rules of a text, in reading order. */
export const idsOf = memoize((source: Source): string[] => {
  const { html } = source.kind === 'document' ? parseDocumentFile(source) : parseArticleFile(source);
  return readHtml(html).elements.flatMap(({ attributes }) => attributes.id ?? []);
});
