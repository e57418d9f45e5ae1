import { describe, expect, test } from 'vitest';

import { textSource } from '../../tests/fixture/text-source.ts';
import type { Source } from '../site/site-folder.ts';
import { checkText } from './check-authored-texts.ts';

const DESCRIPTION = 'description: A sentence that is long enough to tell a search engine something.';

const article = (body: string, fields = 'title: A title\ndate: 2026-01-02'): Source =>
  textSource(body, { fields: `${fields}\n${DESCRIPTION}` });

const told = (source: Source): string[] => checkText(source).map(({ line, message }) => `${line} ${message}`);

test('a usual text has nothing wrong', () => {
  const text = [
    'A paragraph with **strong** words, `code [^1]` and [a link](/rules), {brand}.',
    '## First\n\n### Below\n\n#### Deep\n\n## 2nd 🎉',
    '| a | b |\n|:--|--:|\n| 1 | 2 |',
    '```js\nif (a) {\n  b({}, { c: 1 });\n}\n```',
    '- In a list:\n\n  ```css\n  a { color: red; }\n  ```\n\n      indented { code }',
    'Words, `a { b }` and `{brand}`.',
    '> A quotation\n>\n> of two.\n\n- [link](https://developer.mozilla.org/)\n- [x](mailto:{email})\n\n---\n\n1. one',
  ].join('\n\n');
  expect(told(article(text))).toEqual([]);
});

describe('text that no page can show is reported with its line', () => {
  test.each<[string, string]>([
    ['Text ![a](https://cdn.example/a.png)', '7 pictures are not allowed in texts'],
    ['Text.\n\n![a picture][one]\n\n[one]: https://cdn.example/a.png', '9 pictures are not allowed in texts'],
    ['Text ![one].\n\n[one]: https://cdn.example/a.png', '7 pictures are not allowed in texts'],
    ['Text.\n\n##\n\nText.', '9 the heading has no words'],
    ['## 🎉\n\nText.', '7 the heading has no words'],
    ['## ❤️ {#love}\n\nText.', '7 the heading has no words'],
    ['## — ! —\n\nText.', '7 the heading has no words'],
    ['Text { a }.', '7 { a } is no placeholder'],
    ['`a { b }` and }', '7 } is no placeholder'],
    ['```\n{ a }\n{domein}\n```', '9 {domein} is no placeholder'],
    ['`{domein}`', '7 {domein} is no placeholder'],
    ['```\na { }\n```\n{ b }', '10 { b } is no placeholder'],
    ['## ½\n\nText.', '7 the heading has no words'],
    ['## ² ⅔ ①\n\nText.', '7 the heading has no words'],
    ['### Deep', '7 a heading of 3 # follows one of 1'],
    ['## One\n\n#### Three', '9 a heading of 4 # follows one of 2'],
    ['## Consent', '1 the id "consent" is taken'],
    ['', '5 the text has no words'],
    ['***', '7 the text has no words'],
    ['\u200B\u00A0', '7 the text has no words'],
    ['Text.\n\n- [ ] buy milk', '9 a list has boxes to tick, which no page has'],
    ['1. [X] done', '7 a list has boxes to tick, which no page has'],
    ['A claim.[^1]\n\n[^1]: A source of several words.', '7 there are no footnotes'],
    ['A claim.[^a]\n\n[^a]: https://example.org/', '7 there are no footnotes'],
    ['Text.\n\nA &#xE000;0&#xE001; mark.', '9 an entity such as &#0; stands for U+E000, which cannot be shown'],
    ['A zero: &#0;.', '7 an entity such as &#0; stands for U+FFFD, which cannot be shown'],
  ])('%j', (body, expected) => {
    expect(told(article(body))).toEqual([expected]);
  });
});

describe('a field shows on its page as it is written', () => {
  test.each<[string, string]>([
    ['title: Rule #1\ndate: 2026-01-02', '2 front matter: title ends before " #1", which YAML takes for a comment'],
    ['title: 7 rules #1\ndate: 2026-01-02', '2 front matter: title ends before " #1", which YAML takes for a comment'],
    [
      'title: true story #1\ndate: 2026-01-02',
      '2 front matter: title ends before " #1", which YAML takes for a comment',
    ],
    ['title: "   "\ndate: 2026-01-02', '2 front matter: title has no words'],
    ["title: '\u00A0'\ndate: 2026-01-02", '2 front matter: title has no words'],
    ['title: "\u2800🎉"\ndate: 2026-01-02', '2 front matter: title has no words'],
    ['title: "A \\0 title"\ndate: 2026-01-02', '2 front matter: title has the character U+0000, which cannot be shown'],
    ['title: "A \\uE0000"\ndate: 2026-01-02', '2 front matter: title has the character U+E000, which cannot be shown'],
    [
      'title: A **bold** title\ndate: 2026-01-02',
      '2 front matter: title has **bold**, which is shown as it is written',
    ],
    ['title: R&amp;D\ndate: 2026-01-02', '2 front matter: title has &amp;, which is shown as it is written'],
    ['title: A\ndate: 2026-01-02\nupdated: 2026-01-01', '4 front matter: updated lies before date'],
  ])('%j', (fields, expected) => {
    expect(told(article('Text.', fields))).toEqual([expected]);
  });

  test.each([
    'title: "Rule #1"\ndate: 2026-01-02',
    'title: Rule#1 and C#\ndate: 2026-01-02',
    'title: Q&A, a * b and snake_case\ndate: 2026-01-02',
    'title: "f**k, Top 5 (**) and Marks&Spencer; more"\ndate: 2026-01-02',
    '# A note to editors.\ntitle: Title\ndate: 2026-01-02 # a Friday',
    'title: Title\ndate: 2026-01-02\nupdated: 2026-01-02',
    'title: Title\ndate: 2026-01-02\ndraft: true # until Friday',
  ])('%j is right', (fields) => {
    expect(told(article('Text.', fields))).toEqual([]);
  });
});

test('a carriage return alone ends a line', () => {
  const text = `---\n${DESCRIPTION}\nupdated: 2026-01-02\n---\n\n1. One. {#one}\r2. Two. {#two}\r3. Three. {#three}`;
  expect(told({ ...article(''), kind: 'document', name: 'rules', text })).toEqual([]);
});
