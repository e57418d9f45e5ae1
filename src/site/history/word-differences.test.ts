import { expect, test } from 'vitest';

import { wordDifferences } from './word-differences.ts';

test('words that differ are marked, with their format', () => {
  expect(wordDifferences('**Adults only.** Aged 18 or over.', '**Adults only.** Aged 21 or over.', 'en')).toBe(
    '<p><strong>Adults only.</strong> Aged <del>18</del> <ins>21</ins> or over.</p>',
  );
  expect(wordDifferences('**No *money*.**', '**No *gifts*.**', 'en')).toBe(
    '<p><strong>No </strong><del><strong><em>money</em></strong></del> <ins><strong><em>gifts</em></strong></ins><strong>.</strong></p>',
  );
});

test('words that are added stand without the space before them, and changed words next to each other are one change', () => {
  expect(wordDifferences('Be kind.', 'Be kind. Ask first.', 'en')).toBe('<p>Be kind. <ins>Ask first.</ins></p>');
  expect(wordDifferences('one two three four', 'one five six four', 'en')).toBe(
    '<p>one <del>two three</del> <ins>five six</ins> four</p>',
  );
});

test('links are text, placeholders are words, and signs of HTML are escaped', () => {
  expect(wordDifferences('[Write](/contacts) to {domain} & us', '[Write](/qa) to {brand} & us', 'en')).toBe(
    '<p>Write to <del>{domain}</del> <ins>{brand}</ins> &amp; us</p>',
  );
  expect(wordDifferences('1 \\< 2', '1 \\< 3', 'en')).toBe('<p>1 &lt; <del>2</del> <ins>3</ins></p>');
});

test('paragraphs without a difference are left out', () => {
  expect(wordDifferences('## Cookies\n\nNone.\n\nTwo.\n\nOld.', '## Cookies\n\nNone.\n\nTwo.\n\nNew.', 'en')).toBe(
    '<p>…</p>\n<p><del>Old</del> <ins>New</ins>.</p>',
  );
});

test('a paragraph that is added or removed is marked as a whole', () => {
  expect(wordDifferences('One.', 'One.\n\nTwo.', 'en')).toBe('<p>…</p>\n<p><ins>Two.</ins></p>');
  expect(wordDifferences('One.\n\nTwo.', 'Two.', 'en')).toBe('<p><del>One.</del></p>\n<p>…</p>');
});

test('a block that is added or removed is marked as a whole', () => {
  expect(wordDifferences(undefined, '**New.** Rule.', 'en')).toBe('<p><ins><strong>New.</strong> Rule.</ins></p>');
  expect(wordDifferences('Old rule.', undefined, 'en')).toBe('<p><del>Old rule.</del></p>');
});

test('words without spaces between them are found', () => {
  expect(wordDifferences('私は東京に住む', '私は京都に住む', 'ja')).toBe(
    '<p>私は<del>東京</del> <ins>京都</ins>に住む</p>',
  );
});

test('a text may have more words than a call takes arguments', () => {
  const words = 'word '.repeat(200_000);
  expect(wordDifferences(words, undefined, 'en') === `<p><del>${words.trim()}</del></p>`).toBe(true);
});

test('a text that was written again is replaced as a whole', () => {
  const [old, now] = ['a', 'b'].map((letter) =>
    [...Array.from({ length: 5000 }, (_, index) => `${letter}${index}`), 'end'].join(' '),
  ) as [string, string];
  expect(wordDifferences(old, now, 'en') === `<p><del>${old}</del></p>\n<p><ins>${now}</ins></p>`).toBe(true);
});
