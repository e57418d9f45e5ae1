import { expect, test } from 'vitest';

import { isAdult, isPossibleBirth } from './age.ts';

const at = (moment: string): Date => new Date(moment);

test('a person is an adult from the 18th birthday on, and not a day earlier', () => {
  expect(isAdult('2008-05-17', at('2026-05-16T23:59:59.999Z'))).toBe(false);
  expect(isAdult('2008-05-17', at('2026-05-17T00:00:00Z'))).toBe(true);
  expect(isAdult('2008-12-31', at('2026-12-30T12:00:00Z'))).toBe(false);
  expect(isAdult('2009-01-01', at('2026-12-31T12:00:00Z'))).toBe(false);
  expect(isAdult('1950-01-01', at('2026-12-31T12:00:00Z'))).toBe(true);
});

test('a person born on 29 February is an adult from 1 March on in a year without that day', () => {
  expect(isAdult('2008-02-29', at('2026-02-28T23:59:59Z'))).toBe(false);
  expect(isAdult('2008-02-29', at('2026-03-01T00:00:00Z'))).toBe(true);
});

test('a date of birth is neither in the future nor 125 years ago', () => {
  const now = at('2026-05-17T12:00:00Z');
  expect(isPossibleBirth('2026-05-18', now)).toBe(false);
  expect(isPossibleBirth('2026-05-17', now)).toBe(true);
  expect(isPossibleBirth('1902-01-01', now)).toBe(true);
  expect(isPossibleBirth('1901-12-31', now)).toBe(false);
  expect(isPossibleBirth('0000-01-01', now)).toBe(false);
});
