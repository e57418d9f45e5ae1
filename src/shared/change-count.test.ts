import { expect, test } from 'vitest';

import { changeCount } from './change-count.ts';

test('a count goes up and down, and leaves no entry at 0', () => {
  const counts = new Map<string, number>();
  for (const key of ['a', 'b', 'a']) changeCount(counts, key, 1);
  expect([...counts]).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
  for (const key of ['a', 'b']) changeCount(counts, key, -1);
  expect([...counts]).toEqual([['a', 1]]);
});
