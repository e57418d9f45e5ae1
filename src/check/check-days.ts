import { dayAfter } from '../shared/today.ts';
import type { Diagnostic } from '../shared/user-error.ts';
import type { Unpublished } from '../site/markdown/publication.ts';
import type { Source } from '../site/markdown/sources.ts';
import type { Inspect } from './inspect.ts';

/** The articles that a build of a day leaves out: drafts, and those whose day is still to come. */
export const unpublishedOn = (day: string, sources: Source[], inspect: Inspect): Unpublished =>
  new Map(
    sources
      .filter(({ kind }) => kind === 'article')
      .flatMap((source): [string, string | undefined][] => {
        const { date = '', draft } = inspect(source).days;
        return draft || date > day ? [[source.file, draft ? undefined : date]] : [];
      }),
  );

/** A text cannot have been changed on a day to come. East of Greenwich it is tomorrow already. */
export const checkDays = (day: string, sources: Source[], inspect: Inspect): Diagnostic[] =>
  sources.flatMap((source) => {
    const { updated = '', date = '' } = inspect(source).days;
    if (updated <= dayAfter(day) || updated <= date) return [];
    const line = source.text.split('\n').findIndex((row) => row.startsWith('updated')) + 1 || 1;
    const message = `updated is ${updated}, and today is ${day}`;
    return [{ file: source.file, line, message, hint: 'Write the day of the last change' }];
  });
