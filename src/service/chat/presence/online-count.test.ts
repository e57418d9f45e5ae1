import { expect, test, vi } from 'vitest';

import { createOnlineCount, roundBelow } from './online-count.ts';

test('numbers for visitors are round, and below the number of people', () => {
  const people = [0, 1, 10, 11, 20, 21, 99, 100, 101, 110, 1000, 1001, 54_321];
  expect(people.map(roundBelow)).toEqual([0, 0, 0, 10, 10, 20, 90, 90, 100, 100, 900, 1000, 50_000]);
});

test('the number stays for a minute', () => {
  vi.useFakeTimers();
  let people = 25;
  const moreThan = createOnlineCount(() => people);
  expect(moreThan()).toBe(20);
  people = 35;
  vi.advanceTimersByTime(59_999);
  expect(moreThan()).toBe(20);
  vi.advanceTimersByTime(1);
  expect(moreThan()).toBe(30);
  vi.useRealTimers();
});
