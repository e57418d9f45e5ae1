import { expect, test } from 'vitest';
import { z } from 'zod';

import { parseJsonFile } from './parse-json-file.ts';

const schema = z.strictObject({ rules: z.record(z.string(), z.string()) });

const parse = (text: string) => () =>
  parseJsonFile('a.json', Buffer.from(text), schema, { lacks: 'no rules', hint: 'Write { "rules": {} }' });

test('a file of its schema is parsed', () => {
  expect(parse('{ "rules": { "a": "b" } }')()).toEqual({ rules: { a: 'b' } });
});

test.each([
  ['{\n  "rules": {\n    "a": "b",\n  }\n}', 4, 'Expected double-quoted property name'],
  ['', 1, 'Unexpected end of JSON input'],
  ['[]', 1, 'expected object'],
  ['{\n  "rules": {\n    "a": "b",\n    "c": 5\n  }\n}', 4, '"c": '],
  ['{\n  "rules": {},\n  "rulez": {}\n}', 3, '"rulez": '],
  ['<<<<<<< HEAD\n{}', 1, 'git left a conflict'],
])('%j is refused with its line', (text, line, reason) => {
  expect(parse(text)).toThrow(`  a.json:${line}  `);
  expect(parse(text)).toThrow(reason);
});
