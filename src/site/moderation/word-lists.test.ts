import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { SiteFolder } from '../site-folder.ts';
import { wordListsOf } from './word-lists.ts';

function written(text: string, name = 'en.yaml') {
  const folder = mkdtempSync(join(tmpdir(), 'words-'));
  mkdirSync(join(folder, 'moderation/words'), { recursive: true });
  writeFileSync(join(folder, 'moderation/words', name), text);
  return wordListsOf(new SiteFolder({ root: '.', contentDir: folder }));
}

test('the shipped lists have no errors', () => {
  expect(wordListsOf(new SiteFolder({ root: '.', contentDir: 'src/content' })).diagnostics).toEqual([]);
});

test('without the folder there are no lists', () => {
  expect(wordListsOf(new SiteFolder({ root: '.', contentDir: 'nowhere' })).lists).toEqual({});
});

test('a list that is missing in a file is empty', () => {
  expect(written('hold:\n  - spam\n').lists).toEqual({ en: { hold: ['spam'], refuse: [] } });
});

test.each([
  ['hold:\n  - 18\n', 2, 'an entry is no text'],
  ['hold: []\nrefuse:\n  - "?!"\n', 3, 'no letter and no digit'],
  [`hold:\n  - ${'x'.repeat(61)}\n`, 2, 'more than 60 characters'],
  ['hold: spam\n', 1, 'no list of words'],
  ['hide: []\n', 1, 'unknown field "hide"'],
  ['- spam\n', 1, 'no lists'],
])('an error is reported with its line: %j', (text, line, message) => {
  const { lists, diagnostics } = written(text);
  expect(lists).toEqual({});
  expect(diagnostics).toMatchObject([{ line, message: expect.stringContaining(message) as string }]);
});

test('a file with another name is reported', () => {
  expect(written('', 'words.txt').diagnostics).toMatchObject([{ message: 'no word list is looked for here' }]);
});
