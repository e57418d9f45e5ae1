import { readHtml } from '../../shared/read-html.ts';
import { parseArticleFile, parseDocumentFile } from './parse.ts';
import { perSource } from './per-source.ts';

/** The ids of headings and rules of a text, in reading order. */
export const idsOf = perSource((source): string[] => {
  const { html } = source.kind === 'document' ? parseDocumentFile(source) : parseArticleFile(source);
  return readHtml(html).elements.flatMap(({ attributes }) => attributes.id ?? []);
});
