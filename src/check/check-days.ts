import { dayAfter } from '../shared/today.ts';
import type { Diagnostic } from '../shared/user-error.ts';
import type { Source } from '../site/site-folder.ts';
import type { Inspect } from './inspect-content-file.ts';

/** Reports days of change in the future. Tomorrow is allowed, because it has begun east of Greenwich. */
export const checkDays = (day: string, sources: Source[], inspect: Inspect): Diagnostic[] =>
  sources.flatMap((source) => {
    const { updated = '', date = '' } = inspect(source).days;
    if (updated <= dayAfter(day) || updated <= date) return [];
    const line = source.text.split('\n').findIndex((row) => row.startsWith('updated')) + 1 || 1;
    const message = `updated is ${updated}, and today is ${day}`;
    return [{ file: source.file, line, message, hint: 'Write the day of the last change' }];
  });
