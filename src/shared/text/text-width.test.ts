import { expect, test } from 'vitest';

import { textWidth } from './text-width.ts';

test.each([
  ['Words — “and” marks…', 20],
  ['Слова й літери', 14],
  ['й\u0306', 1],
  ['18歳以上', 8],
  ['「はい」', 8],
  ['한국어', 6],
  ['ผู้ใหญ่', 4],
  ['हिन्दी', 2],
  ['عَرَبِيّ', 4],
  ['👩‍👩‍👧 a', 3],
  ['', 0],
])('%s takes the width of %i letters', (text, width) => {
  expect(textWidth(text)).toBe(width);
});
