import { expect, test } from 'vitest';

import { findMatches } from './find-matches.ts';

test.each([
  ['Good evening', 'EVEN', [[5, 9]]],
  ['ananas', 'ana', [[0, 3]]],
  [
    'one, One',
    'one',
    [
      [0, 3],
      [5, 8],
    ],
  ],
  ['Café au lait', 'cafe', [[0, 4]]],
  ['🔥 Ёлка', 'елка', [[3, 7]]],
  ['nothing', ' ', []],
  ['nothing', 'some', []],
])('"%s" is searched for "%s"', (text, query, found) => expect(findMatches(text, query)).toEqual(found));
