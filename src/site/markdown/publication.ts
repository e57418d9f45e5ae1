import type { Source } from './sources.ts';

/** Articles that are not shown, by file: the day on which each is to appear, or nothing for a draft. */
export type Unpublished = Map<string, string | undefined>;

let unpublished: Unpublished = new Map();

/** Leaves articles out of every edition. Without it all are shown, as the development server does. */
export function setUnpublished(articles: Unpublished): void {
  unpublished = articles;
}

/** Whether a text is shown on a day, which is that of the build or a later one; on the day of the build where none is given. */
export function isPublished({ file }: Source, day = ''): boolean {
  if (!unpublished.has(file)) return true;
  const appears = unpublished.get(file);
  return appears !== undefined && appears <= day;
}

/** The day on which an article is to appear; nothing for one that is shown already, or is a draft. */
export const publicationDay = ({ file }: Source): string | undefined => unpublished.get(file);
