import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { editSchema, type Edit } from '../../src/edit/protocol.ts';
import { editedProject, RULES } from '../support/edit/edited-project.ts';

const FIELDS =
  '---\ndescription: "A sentence that is long enough to tell a search engine something."\nupdated: 2026-01-02\n---\n';
const FILES = Object.fromEntries(
  ['en', 'de'].map((lang) => [
    `documents/shared/${lang}/rules.md`,
    `${FIELDS}\n1. One ${lang}. {#one}\n2. Two. {#constructor}\n`,
  ]),
);
const project = () => editedProject(['en', 'de'], FILES);
const set = (lang: string, block: string, text: string): Edit => ({ type: 'set', key: RULES, block, lang, text });
const accept = (block: string): Edit => ({ type: 'accept', key: RULES, block, lang: 'de' });

test('a rule may have the name of a member of every object', () => {
  const { editor, path } = project();
  const staleOf = () => editor.text(RULES)!.blocks.flatMap(({ id, stale }) => (stale.length ? id : []));
  editor.save([accept('one')], {});
  expect(staleOf()).toEqual(['field:description', 'constructor']);
  editor.save([accept('constructor')], {});
  expect(staleOf()).toEqual(['field:description']);
  editor.save([set('en', 'constructor', 'Two and a half.')], {});
  expect(editor.block(RULES, 'constructor')[1]).toMatchObject({ stale: true, originalBefore: 'Two.' });
  editor.save([{ type: 'meaning', key: RULES, block: 'constructor', note: { en: 'Half more.' } }], {});
  expect(path('history/shared/rules/constructor.yaml')).toBeTruthy();
});

test('a language is a tag that browsers and hosts know', () => {
  const isLanguage = (lang: string): boolean => editSchema.safeParse({ type: 'language', lang }).success;
  expect(['de', 'pt-BR', 'zh-Hant'].filter((lang) => !isLanguage(lang))).toEqual([]);
  expect(['abcd', 'EN', 'toString', 'valueOf', 'e', 'en-', '../en'].filter(isLanguage)).toEqual([]);
});

test('a character that no page may hold is a problem of its block', () => {
  const { editor } = project();
  expect(editor.save([set('en', 'one', 'A\u0000 B')], {})).toMatchObject({
    problems: [{ message: 'the character U+0000 cannot be shown', block: 'one', lang: 'en', isError: true }],
  });
});

test('a save tells of mistakes only that stop a build', () => {
  const { editor } = project();
  const counts = [set('de', 'one', 'Eins mit 5.'), set('en', 'one', 'One \u0000 two.')].map((edit) =>
    editor.save([edit], {}),
  );
  expect(counts).toMatchObject([{ problems: [] }, { problems: [{ block: 'one' }] }]);
  expect(editor.block(RULES, 'one')[1]!.problems).not.toEqual([]);
});

test('a save with half of an emoji can be undone', () => {
  const { editor, files } = project();
  const before = files();
  editor.save([set('en', 'one', 'Half \uD83D of it')], {});
  expect(editor.repeat('undo')).toHaveProperty('saved');
  expect(files()).toMatchObject(before);
});

test('an empty text is named as such', () => {
  const { editor } = project();
  for (const text of ['', ' \n '])
    expect(editor.save([set('de', 'one', text)], {})).toMatchObject({
      refused: [{ message: 'the text of "one" is empty', hint: 'Write some words, or remove the block' }],
    });
});

test('only fields of the front matter are set', () => {
  const { editor, files } = project();
  for (const block of ['field:__proto__', 'field:unknown', 'field:'])
    expect(editor.save([set('en', block, 'x')], {})).toHaveProperty('refused');
  expect(Object.keys(files())).toHaveLength(2);
});

test('a note that a build would refuse is not saved', () => {
  const { editor, files } = project();
  const before = files();
  const meaning: Edit = { type: 'meaning', key: RULES, block: 'one', note: { en: 'x'.repeat(301) } };
  expect(editor.save([set('en', 'one', 'New.'), meaning], {})).toMatchObject({
    refused: [{ message: 'note is too long', hint: 'Write a sentence of at most 300 characters' }],
  });
  expect(files()).toEqual(before);
});

test('settings that were half written count as none, and a damaged journal is named', () => {
  const { editor, folders } = project();
  writeFileSync(join(folders.cache, 'settings.json'), '{"comm');
  expect(editor.save([set('en', 'one', 'New.')], {})).toHaveProperty('saved');
  expect(editor.commits).not.toBe(true);
  writeFileSync(join(folders.cache, 'journal.json'), '{"stage":');
  expect(() => editor.save([set('en', 'one', 'Newer.')], {})).toThrow(/journal\.json is damaged.*remove that file/);
});
