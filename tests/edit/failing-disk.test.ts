import type * as fs from 'node:fs';

import { expect, test, vi } from 'vitest';

import type { Edit } from '../../src/edit/protocol.ts';
import { editedProject, RULES } from '../support/edit/edited-project.ts';

/** Function of the file system that fails, and part of the path of the file. */
const failing = vi.hoisted(() => ({ name: '', path: '' }));

vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>();
  const failAt =
    <Args extends unknown[], Result>(name: string, call: (...args: Args) => Result) =>
    (...args: Args): Result => {
      if (failing.name === name && String(args[0]).includes(failing.path)) throw new Error(`${name} failed`);
      return call(...args);
    };
  return { ...real, openSync: failAt('openSync', real.openSync), accessSync: failAt('accessSync', real.accessSync) };
});

const LANGUAGES = ['en', 'de', 'fr'];
const FIELDS =
  '---\ndescription: "A sentence that is long enough to tell a search engine something."\nupdated: 2026-01-02\n---\n';

test.each([
  ['a full disk', 'openSync', '/de/.rules.md.edit'],
  ['a full disk for the journal', 'openSync', 'journal.json'],
  ['a file that may not be written', 'accessSync', '/de/rules.md'],
])('%s leaves all files as they were, and later saves work', (_, name, path) => {
  const texts = LANGUAGES.map((lang) => [`documents/shared/${lang}/rules.md`, `${FIELDS}\n1. One. {#one}\n`]);
  const { editor, files } = editedProject(LANGUAGES, Object.fromEntries(texts));
  const before = files();
  const edits = LANGUAGES.map((lang): Edit => ({ type: 'set', key: RULES, block: 'one', lang, text: 'New.' }));
  Object.assign(failing, { name, path });
  expect(() => editor.save(edits, {})).toThrow(/^Nothing was saved\..* failed$/);
  expect(files()).toEqual(before);
  failing.name = '';
  expect(editor.save(edits, {})).toMatchObject({ saved: { length: 3 } });
});
