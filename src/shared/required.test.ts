import { expect, test } from 'vitest';

import { lookUp, required } from './required.ts';

test.each([0, '', false])('a value that is there is returned, also %j', (value) => {
  expect(required(value, 'value')).toBe(value);
  expect(lookUp(new Map([['key', value]]), 'key')).toBe(value);
});

test.each([undefined, null])('the error about %s names the missing value', (value) => {
  expect(() => required(value, 'row of a brand')).toThrow('Missing: row of a brand.');
});

test('the error about a missing entry names its key', () => {
  expect(() => lookUp(new Map([['a', 1]]), 'b')).toThrow('No entry for "b".');
});
