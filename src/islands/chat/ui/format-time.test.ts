import { expect, test } from 'vitest';

import { timeFormatOf } from './format-time.ts';

const at = (month: number, day: number, hour = 12, year = 2026): number =>
  new Date(year, month - 1, day, hour).getTime();
const now = at(11, 22, 15);
const plain = (text: string): string => text.replaceAll(/[\u00A0\u202F]/g, ' ');

test.each([
  ['en-GB', ['Today', 'Yesterday', 'Friday 20 November', '31 December 2025']],
  ['de', ['Heute', 'Gestern', 'Freitag, 20. November', '31. Dezember 2025']],
  ['ru', ['Сегодня', 'Вчера', 'Пятница, 20 ноября', '31 декабря 2025 г.']],
])('days are written as in %s', (locale, names) => {
  const days = [at(11, 22, 0), at(11, 21, 23), at(11, 20), at(12, 31, 12, 2025)];
  expect(days.map((day) => plain(timeFormatOf(locale).day(day, now)))).toEqual(names);
});

test('the last activity is written in its shortest form', () => {
  const { last } = timeFormatOf('de');
  expect([at(11, 22, 9), at(11, 21, 23), at(11, 16), at(11, 15)].map((time) => plain(last(time, now)))).toEqual([
    '09:00',
    'Sa',
    'Mo',
    '15. Nov.',
  ]);
});

test('a time in the future is written as a time of today', () => {
  expect(plain(timeFormatOf('de').last(now + 60_000, now))).toBe('15:01');
});
