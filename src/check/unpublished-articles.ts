import type { Unpublished } from '../site/editions/editions.ts';
import type { Source } from '../site/site-folder.ts';
import type { Inspect } from './inspect-content-file.ts';

/** The unpublished articles of a day: drafts and scheduled articles. */
export const unpublishedOn = (day: string, sources: Source[], inspect: Inspect): Unpublished =>
  new Map(
    sources
      .filter(({ kind }) => kind === 'article')
      .flatMap((source): [string, string | undefined][] => {
        const { date = '', draft } = inspect(source).days;
        return draft || date > day ? [[source.file, draft ? undefined : date]] : [];
      }),
  );
