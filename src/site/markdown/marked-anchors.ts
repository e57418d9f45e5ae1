import { decodeEntities } from './html-text.ts';
import type { TextFacts } from './text-facts.ts';

/** The ids and links of a document with marks of its changes. Each `<` begins a tag, so that no parser is needed. */
export function anchorsIn(html: string): Pick<TextFacts, 'ids' | 'links'> {
  const anchors: Pick<TextFacts, 'ids' | 'links'> = { ids: [], links: [] };
  for (const [, id, link] of html.matchAll(
    /<(?:(?:h[1-6]|li|div)(?: (?:lang|class)="[\w-]*")? id="([^"]*)"|a (?:[^>]*? )?href="([^"]*)")/g,
  )) {
    if (id !== undefined) anchors.ids.push(decodeEntities(id));
    if (link !== undefined) anchors.links.push(decodeEntities(link));
  }
  return anchors;
}
