import { Readable } from 'node:stream';

import { expect, test } from 'vitest';

import { jsonPieces } from './stream-json.ts';

const values: unknown[] = [
  {},
  { a: undefined },
  { a: 1, b: undefined, c: { d: [], e: [1, { f: 'one\ntwo' }], g: {} }, h: new Date(0), i: null },
  'text',
];

test.each(values)('writes %j as JSON.stringify does', async (value) => {
  expect((await Array.fromAsync(jsonPieces(value))).join('')).toBe(JSON.stringify(value, null, 2));
});

test('writes pages as a single array and reads each page on demand', async () => {
  const pages = [[], [{ a: 'one\ntwo' }, { a: [2] }], [], [{ a: {} }]];
  let read = 0;
  async function* reading() {
    for (const page of pages) {
      read += 1;
      yield await Promise.resolve(page);
    }
  }
  const pieces = jsonPieces({ before: 1, items: reading(), none: Readable.from([]), after: 2 });
  let text = '';
  while (!text.includes('"a"')) text += (await pieces.next()).value as string;
  expect(read).toBe(2);
  for await (const piece of pieces) text += piece;
  expect(text).toBe(JSON.stringify({ before: 1, items: pages.flat(), none: [], after: 2 }, null, 2));
});
