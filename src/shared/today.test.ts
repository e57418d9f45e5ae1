import { expect, test } from 'vitest';

import { dayAfter, today } from './today.ts';

test.each([
  ['0', '1970-01-01'],
  [String(Date.parse('2026-11-30T23:59:59Z') / 1000), '2026-11-30'],
  [String(Date.parse('2026-12-01T00:00:00Z') / 1000), '2026-12-01'],
])('the day of SOURCE_DATE_EPOCH=%s in UTC is %s', (seconds, day) => {
  expect(today({ SOURCE_DATE_EPOCH: seconds })).toBe(day);
});

test.each(['tomorrow', '-1', '1e9', '2026-12-01', '123456789012'])('SOURCE_DATE_EPOCH=%s is refused', (seconds) => {
  expect(() => today({ SOURCE_DATE_EPOCH: seconds })).toThrow(
    `SOURCE_DATE_EPOCH is "${seconds}". Write seconds since 1970, or remove it.`,
  );
});

test('without it the day is that of the clock', () => {
  expect(today({}) <= new Date().toISOString()).toBe(true);
  expect(today({ SOURCE_DATE_EPOCH: '' })).toMatch(/^\d{4}-\d\d-\d\d$/);
});

test('the next day crosses months and leap days', () => {
  expect(['2026-12-31', '2028-02-28', '2028-02-29'].map(dayAfter)).toEqual(['2027-01-01', '2028-02-29', '2028-03-01']);
});
