import { decodeEntities } from './html-text.ts';

/** Ids of the headings and rules of a rendered text, in reading order. Each `<` begins a tag. */
export const idsOf = (html: string): string[] =>
  [...html.matchAll(/<(?:h[1-6]|li) id="([^"]*)"/g)].map(([, id]) => decodeEntities(id!));
