import fc from 'fast-check';
import { expect, test } from 'vitest';

import { readJsonEntries } from './json-entries.ts';

const { tree } = fc.letrec((tie) => ({
  tree: fc.dictionary(fc.string({ unit: 'binary' }), tie('value'), { maxKeys: 4, noNullPrototype: true }),
  value: fc.oneof(
    { maxDepth: 3 },
    fc.string({ unit: 'binary' }),
    fc.constantFrom('{', '"', '\\', '":'),
    tie('tree'),
    fc.jsonValue(),
  ),
}));

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textsIn = (node: unknown, path: string[] = []): [path: string[], text: string | undefined][] =>
  isObject(node)
    ? Object.entries(node).flatMap(([key, value]) => textsIn(value, [...path, key]))
    : [[path, typeof node === 'string' ? node : undefined]];

test('the entries of any JSON object are those of its value, each with its line', () => {
  const property = fc.property(tree, fc.constantFrom(0, 2, '\n', '\r\n\t'), (value, space) => {
    const json = JSON.stringify(value, null, space);
    const { entries, repeated } = readJsonEntries(json);
    expect(entries.map(({ path, text }) => [path, text])).toEqual(textsIn(JSON.parse(json)));
    expect(repeated).toEqual([]);
    const lines = json.split('\n');
    for (const { path, line } of entries) expect(lines[line - 1]).toContain(JSON.stringify(path.at(-1)));
  });
  fc.assert(property, { numRuns: 1000, seed: 16 });
});

test('a repeated key is found in its object only', () => {
  const json = '{\n"a": {"b": "1"},\n"b"\n:\n"2", "c": [{"a"\n: 1, "a": 2}],\n"b": null,\n"a": {"b": 3}}';
  expect(readJsonEntries(json)).toEqual({
    entries: [
      { path: ['a', 'b'], text: '1', line: 2 },
      { path: ['b'], text: '2', line: 3 },
      { path: ['c'], text: undefined, line: 5 },
      { path: ['b'], text: undefined, line: 7 },
      { path: ['a', 'b'], text: undefined, line: 8 },
    ],
    repeated: [7, 8],
  });
});
