import { afterEach, expect, test } from 'vitest';

import { today } from '../../../src/shared/today.ts';
import { setDate } from './set-date.ts';

afterEach(() => {
  delete process.env.SOURCE_DATE_EPOCH;
});

test('--date sets the day', () => {
  setDate('2028-02-29');
  expect(today(process.env)).toBe('2028-02-29');
  setDate(undefined);
  expect(today(process.env)).toBe('2028-02-29');
});

test.each(['2026-02-30', '2026-2-3', 'tomorrow', '', '2026-11-22T10:00'])('--date %j is refused', (date) => {
  expect(() => setDate(date)).toThrow(`--date is "${date}". Write a day as 2026-11-22.`);
});
