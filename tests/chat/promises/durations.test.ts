import { globSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { firstDayLimits, firstHourLimits, rateLimits } from '../../../src/service/request/rate-limits.ts';
import { periods } from './people-model.ts';
import { durationsIn, pages, sentencesOf } from './sentences.ts';

type Page = (typeof pages)[number];

/** Part of a sentence with all of its durations, and what holds it. */
interface Promised {
  says: string;
  held: string | string[];
}

const promised = parse(readFileSync('tests/chat/promises/promises.yaml', 'utf8')) as Record<Page, Promised[]>;

const UNIT_MS: Record<string, number> = {
  ms: 1,
  s: 1000,
  min: 60_000,
  h: 3_600_000,
  hour: 3_600_000,
  day: 86_400_000,
  year: 365 * 86_400_000,
};

test.each(pages)(
  'every sentence of docs/%s.md that says how long something lasts is listed with what holds it',
  (page) => {
    const { promises } = sentencesOf(page);
    const listed = promised[page];
    const unlisted = promises.filter((sentence) => !listed.some((each) => isIn(sentence, each)));
    const outdated = listed.filter((each) => !promises.some((sentence) => isIn(sentence, each)));
    expect({ unlisted, outdated: outdated.map(({ says }) => says) }).toEqual({ unlisted: [], outdated: [] });
  },
);

const holders = pages.flatMap((page) =>
  promised[page].flatMap(({ says, held }) => [held].flat().map((holder): [string, string] => [says, holder])),
);

test.each(holders)('“%s” is held by %s', (says, holder) => {
  const [kind, what = ''] = holder.split(/: (.*)/s) as [string, string?];
  if (kind === 'why') return expect(what).not.toBe('');
  if (kind !== 'model') {
    const [file, text = ''] = what.split(' › ') as [string, string?];
    expect(kind === 'test' ? titlesIn(file) : readFileSync(file, 'utf8')).toContain(text);
    return expect(['test', 'code']).toContain(kind);
  }
  const lasting = what.split(', ').map((name) => (periods as Record<string, number>)[name]);
  expect([...new Set(durationsIn(says).map(millisecondsOf))].toSorted()).toEqual([...new Set(lasting)].toSorted());
});

test('the limits in docs/ are those of the service, and no others', () => {
  const rows = pages.flatMap((page) => sentencesOf(page).limits).filter((row) => !row.includes('| none |'));
  const documented = rows.map((row) => {
    const [burst, every] = row.split('|').slice(-3, -1) as [string, string];
    return `${Number(burst.replaceAll(',', ''))} at once, then one in ${millisecondsOf(every.trim())} ms`;
  });
  const limits = [rateLimits, firstHourLimits, firstDayLimits].flatMap((each) => Object.values(each));
  const actual = limits.map(({ burst, everySeconds }) => `${burst} at once, then one in ${1000 * everySeconds} ms`);
  expect(documented.toSorted()).toEqual(actual.toSorted());
});

test('durations are found in sentences', () => {
  const sentence = 'After 60 days, a week or half a minute, 4 to 128 ms; `HISTORY_DAYS` in a second line of 12 words.';
  expect(durationsIn(sentence)).toEqual(['60 days', 'a week', 'half a minute', '4 to 128 ms', 'HISTORY_DAYS']);
});

/** A test replaces both functions of PostgreSQL to let days pass: see `installClock`. */
test('the service reads the clock of the database with now() and clock_timestamp(), without a schema', () => {
  const other =
    /\b(?:current_timestamp|current_date|current_time|localtimestamp|localtime|statement_timestamp|transaction_timestamp|timeofday)\b|pg_catalog\.(?:now|clock_timestamp)|'(?:now|today|tomorrow|yesterday)'::/i;
  const files = globSync('src/service/**/*.ts').filter((file) => other.test(readFileSync(file, 'utf8')));
  expect(files).toEqual([]);
});

const isIn = (sentence: string, { says }: Promised): boolean =>
  sentence.includes(says) && durationsIn(says).length === durationsIn(sentence).length;

/** Titles of tests in a file. */
const titlesIn = (file: string): string =>
  [...readFileSync(file, 'utf8').matchAll(/\(\s*(?:\n\s*)?(['`])(.+?)\1,/g)].map(([, , title]) => title).join('\n');

/** Milliseconds of a duration such as `2.4 h`, `4 ms` or `a year`. */
function millisecondsOf(duration: string): number {
  if (duration === 'HISTORY_DAYS') return periods.HISTORY;
  const [count, unit] = duration.split(' ') as [string, string];
  const isArticle = ['a', 'an'].includes(count);
  return (isArticle ? 1 : Number(count)) * UNIT_MS[unit.replace(/(?<=hour|day|year)s$/, '')]!;
}
