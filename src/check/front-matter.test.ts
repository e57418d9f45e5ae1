import { expect, test } from 'vitest';

import { textSource } from '../../tests/fixture/text-source.ts';
import type { Diagnostic } from '../shared/user-error.ts';
import type { Source } from '../site/site-folder.ts';
import { checkText } from './check-authored-texts.ts';

const DESCRIPTION = 'description: A sentence that is long enough to tell a search engine something.';

/** An article with the given front matter and name. */
const article = (fields: string, name = 'first'): Source =>
  textSource('Text.', { fields, name, file: `texts/${name}.md` });

const diagnosticsOf = (frontMatter: string): Diagnostic[] => checkText(article(frontMatter));

test('valid front matter has no diagnostics', () => {
  expect(diagnosticsOf(`title: New\n${DESCRIPTION}\ndate: 2026-01-02`)).toEqual([]);
  expect(diagnosticsOf(`title: "*New* & !old"\n${DESCRIPTION}\ndate: 2026-01-02`)).toEqual([]);
});

test.each([
  ['title: *Neu', '*Neu', 4],
  ['title: &Neu Text', '&Neu', 4],
  ['title: !Neu Text', '!Neu', 4],
  ['title: !!str Text', '!str', 4],
  ['more: [*a, 1]', '*a', 4],
  ['*a : 1', '*a', 4],
])('%s is refused with the word that YAML would drop', (line, word, number) => {
  expect(diagnosticsOf(`${DESCRIPTION}\ndate: 2026-01-02\n${line}`)).toEqual([
    {
      file: 'texts/first.md',
      line: number,
      message: `the front matter has ${word}, which means something else in YAML than it says`,
      hint: 'Put the value between double quotes',
    },
  ]);
});

test('multiplying aliases are refused and do not fill the memory', () => {
  const doubled = Array.from({ length: 40 }, (_, index) => `a${index + 1}: &a${index + 1} [*a${index}, *a${index}]`);
  const diagnostics = diagnosticsOf(['a0: &a0 [x]', ...doubled].join('\n'));
  expect(diagnostics.length).toBeGreaterThan(40);
  for (const { file, message } of diagnostics)
    expect([file, message]).toEqual(['texts/first.md', expect.stringMatching(/has [*&]a/)]);
});

test('an id that is too long for a file name is refused', () => {
  const rightFields = `title: New\n${DESCRIPTION}\ndate: 2026-01-02`;
  expect(checkText(article(rightFields, 'a'.repeat(200)))).toEqual([]);
  const long = 'a'.repeat(248);
  expect(checkText(article(rightFields, long))).toEqual([
    {
      file: `texts/${long}.md`,
      line: 1,
      message: `"${long}" cannot be an article's address`,
      hint: 'Use up to 200 lower-case ASCII letters, digits and hyphens, and no name that servers use, such as "page" or "index"',
    },
  ]);
});

test.each([
  '',
  '- a',
  '5',
  'null',
  '~',
  '"x',
  '[',
  '{',
  '{}',
  '? a\n: b',
  '...',
  '%YAML 9.9',
  '<<: {title: x}',
  '__proto__: x',
  'title:',
  'title: |',
  'title: [a]',
  'title: {a: b}',
  'title: 0x1F',
  'title: .nan',
  'title: 2026-01-02',
  'title: @x',
  'title: a: b',
  'title: `x`',
  'title: "\\q"',
  'title: "\\uD800"',
  '\ttitle: x',
  'title: x\ntitle: y',
  'toString: x',
  'date: 2026-02-30',
  'date: 99999999999',
  'date: [2026-01-02]',
  '"": x',
  '? [a, b]\n: c',
  'a'.repeat(1000),
])('front matter %j is refused with a sentence', (frontMatter) => {
  const diagnostics = diagnosticsOf(frontMatter);
  expect(diagnostics.length).toBeGreaterThan(0);
  for (const { file, line, message, hint } of diagnostics) {
    expect(file).toBe('texts/first.md');
    expect(line).toBeGreaterThanOrEqual(1);
    expect(message).toMatch(/\S/);
    expect(hint).toMatch(/\S/);
  }
});

test.each(['[', '{a: ', '- ', '"'])('front matter with thousands of %s is refused with a sentence', (piece) => {
  expect(diagnosticsOf(`title: ${piece.repeat(3000)}`)).not.toEqual([]);
});

test('front matter with inserted, changed or removed characters never crashes the check', () => {
  const right = `title: "New"\n${DESCRIPTION}\ndate: 2026-01-02\nupdated: 2026-01-03`;
  const pieces = [
    '*',
    '&a ',
    '!x ',
    ':',
    '\n',
    '"',
    "'",
    '[',
    '{',
    '}',
    '- ',
    '#',
    '|',
    '>',
    '?',
    '%',
    '@',
    '\t',
    '\0',
    '---\n',
    '<<: ',
    '😀',
  ];
  const random = randomNumbers(1);
  for (let round = 0; round < 500; round += 1) {
    let text = right;
    for (let edit = 0; edit <= random(3); edit += 1) {
      const at = random(text.length);
      text = text.slice(0, at) + pieces[random(pieces.length)] + text.slice(at + random(3));
    }
    expect(() => diagnosticsOf(text), JSON.stringify(text)).not.toThrow();
  }
});

/** Reproducible random numbers from 0 to below a limit. */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
