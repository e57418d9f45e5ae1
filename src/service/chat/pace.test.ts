import { expect, test } from 'vitest';

import { createPace } from './pace.ts';

test('a socket that asks without end is held back, then given up, and goes on once it has waited', () => {
  let now = 0;
  const pace = createPace(() => now);
  const several = (count: number): string[] => Array.from({ length: count }, () => pace.next());
  expect(new Set(several(100))).toEqual(new Set(['fine']));
  expect(new Set(several(100))).toEqual(new Set(['tooMany']));
  expect(pace.next()).toBe('hopeless');
  now += 60_000;
  expect(pace.next()).toBe('fine');
});

test('whoever asks twenty times a second is never held back', () => {
  let now = 0;
  const pace = createPace(() => (now += 50));
  expect(new Set(Array.from({ length: 1000 }, () => pace.next()))).toEqual(new Set(['fine']));
});

test('that somebody types is passed on once a second', () => {
  let now = 5;
  const pace = createPace(() => now);
  const passed = [pace.mayType(), pace.mayType()];
  now += 1000;
  expect([...passed, pace.mayType()]).toEqual([true, false, true]);
});
