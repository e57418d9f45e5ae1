import { cachedBy } from '../../shared/cached-by.ts';
import type { Source } from '../site-folder.ts';
import { decodeEntities } from './html-text.ts';
import { parseArticleFile, parseDocumentFile } from './parse.ts';

interface Anchors {
  /** Ids of headings and rules, in reading order. */
  ids: string[];
  /** Targets of links, with unfilled placeholders. */
  links: string[];
}

/** The ids and links of a text. */
export const anchorsOf = cachedBy((source: Source): Anchors => {
  const { html } = source.kind === 'document' ? parseDocumentFile(source) : parseArticleFile(source);
  return anchorsIn(html);
});

/** The ids and links of a rendered text. Each `<` begins a tag, so that no parser is needed. */
export function anchorsIn(html: string): Anchors {
  const anchors: Anchors = { ids: [], links: [] };
  for (const [, id, link] of html.matchAll(
    /<(?:(?:h[1-6]|li|div)(?: (?:lang|class)="[\w-]*")? id="([^"]*)"|a (?:[^>]*? )?href="([^"]*)")/g,
  )) {
    if (id !== undefined) anchors.ids.push(decodeEntities(id));
    if (link !== undefined) anchors.links.push(decodeEntities(link));
  }
  return anchors;
}
