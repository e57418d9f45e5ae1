import type { Source } from './content-folder.ts';

/** Unpublished articles by file, with their day of publication; undefined for drafts. */
export type Unpublished = Map<string, string | undefined>;

let unpublished: Unpublished = new Map();

/** Hides articles in every edition. Without it all are shown, as in the dev server. */
export function setUnpublished(articles: Unpublished): void {
  unpublished = articles;
}

/** Whether a text is shown on the day of the build, or on a later day. */
export function isPublished({ file }: Source, day = ''): boolean {
  if (!unpublished.has(file)) return true;
  const appears = unpublished.get(file);
  return appears !== undefined && appears <= day;
}

/** The day of publication of a scheduled article; undefined for published articles and drafts. */
export const publicationDay = ({ file }: Source): string | undefined => unpublished.get(file);
