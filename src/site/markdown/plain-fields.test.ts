import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isMap, isScalar, parseDocument } from 'yaml';

import { readPlainFields } from './plain-fields.ts';
import { yamlReferences } from './yaml/yaml-references.ts';

const marks = `: # " ' \\ - ? & * ! | > % @ \` [ ] { } , ~ = . 0 7 a Ж 漢 😀 \t \u00A0 \u2028 \uFEFF \0`.split(' ');
const words = [
  'word',
  'Wörter',
  'true',
  'False',
  'NULL',
  'yes',
  '2026-01-02',
  '0x1F',
  '1e3',
  '.nan',
  '\n',
  ' ',
  ': ',
  ' #',
];
const pieces = fc.oneof(fc.constantFrom(...marks, ...words), fc.string({ unit: 'binary', maxLength: 3 }));
const values = fc.array(pieces, { maxLength: 4 }).map((parts) => parts.join(''));
const names = fc.constantFrom('title', 'description', 'date', 'constructor', 'null', 'true', 'a1', '');
const lines = fc.oneof(
  fc.tuple(names, values).map(([name, value]) => `${name}: ${value}`),
  fc.tuple(names, values).map(([name, value]) => `${name}: "${value}"`),
  fc.tuple(names, values).map(([name, value]) => `${name}: word ${value} word`),
  values,
);
const frontMatters = fc.array(lines, { minLength: 1, maxLength: 3 }).map((all) => all.join('\n'));

test('front matter that is read without the YAML parser is what the parser reads, without error or comment', () => {
  let plain = 0;
  const property = fc.property(frontMatters, (yaml) => {
    const fields = readPlainFields(yaml);
    if (!fields) return;
    plain += 1;
    const document = parseDocument(yaml);
    const items = isMap(document.contents) ? document.contents.items : [];
    const comments = items.map(({ value }) => isScalar(value) && value.comment).filter(Boolean);
    expect([document.errors, document.warnings, yamlReferences(document), comments]).toEqual([[], [], [], []]);
    expect(document.toJS()).toEqual(fields);
  });
  fc.assert(property, { numRuns: 10_000, seed: 16 });
  expect(plain).toBeGreaterThan(300);
});

test('usual front matter is read without the YAML parser', () => {
  expect(readPlainFields('title: "Rule #1: *ask*"\ndescription: Спросите, потом пишите.\ndate: 2026-01-02')).toEqual({
    title: 'Rule #1: *ask*',
    description: 'Спросите, потом пишите.',
    date: '2026-01-02',
  });
});
