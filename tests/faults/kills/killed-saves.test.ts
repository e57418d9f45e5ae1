import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { Editor } from '../../../src/edit/editor.ts';
import type { Edit } from '../../../src/edit/protocol.ts';
import { type EditedProject, editedProject, RULES } from '../../support/edit/edited-project.ts';
import { RandomSession, randomStepOrKill } from '../../support/edit/random-session.ts';

const FIELDS =
  '---\ndescription: "A sentence that is long enough to tell a search engine something."\nupdated: 2026-01-02\n---\n';
const LANGUAGES = ['en', 'de', 'fr'];

/** Changes three files, adds two and removes none; then the record of translations changes, too. */
const edits: Edit[] = [
  ...LANGUAGES.map((lang): Edit => ({ type: 'set', key: RULES, block: 'one', lang, text: `Neu ${lang}` })),
  { type: 'accept', key: RULES, block: 'one', lang: 'de' },
  { type: 'meaning', key: RULES, block: 'one', note: { en: 'A note.' } },
];

const project = (): EditedProject =>
  editedProject(
    LANGUAGES,
    Object.fromEntries(
      LANGUAGES.map((lang) => [
        `documents/shared/${lang}/rules.md`,
        `${FIELDS}\n1. Alt ${lang} {#one}\n2. Zwei {#two}\n`,
      ]),
    ),
  );

async function saveAndKill({ folders }: EditedProject, killAt: number): Promise<boolean> {
  const args = [killAt, folders, edits].map((value) => JSON.stringify(value));
  const child = spawn(process.execPath, ['tests/support/edit/killed-save.ts', ...args], { stdio: 'inherit' });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (signal !== 'SIGKILL') expect(code).toBe(0);
  return signal === 'SIGKILL';
}

const isRenaming = (made: EditedProject): boolean =>
  made.read('documents/shared/en/rules.md').includes('Neu') &&
  made.read('documents/shared/de/rules.md').includes('Alt');

/** A step between two renames. */
let renaming: number | undefined;

test('a save that is killed at any step leaves all files as they were, or all changed', async () => {
  const clean = project();
  const before = Object.values(clean.files());
  clean.editor.save(edits, {});
  const after = Object.values(clean.files());
  expect(after.length).toBe(before.length + 2);
  const seen = { old: 0, new: 0 };
  let isKilled = true;
  for (let killAt = 1; isKilled; killAt += 1) {
    const made = project();
    isKilled = await saveAndKill(made, killAt);
    if (isRenaming(made)) renaming ??= killAt;
    const mended = new Editor(made.workspace, LANGUAGES);
    const files = withoutPlace(made);
    const state = files.length === before.length ? 'old' : 'new';
    expect(files, `killed before step ${killAt}`).toEqual(withoutPlaceOf(state === 'old' ? before : after));
    seen[state] += 1;
    expect(mended.save([{ type: 'set', key: RULES, block: 'two', lang: 'fr', text: 'Deux' }], {})).toHaveProperty(
      'saved',
    );
    expect(readdirSync(made.folders.cache).filter((name) => name.startsWith('journal'))).toEqual([]);
    expect(Object.keys(made.files()).filter((file) => file.endsWith('.edit'))).toEqual([]);
  }
  expect(Math.min(seen.old, seen.new)).toBeGreaterThan(5);
});

/** The record of translations has paths. */
const withoutPlaceOf = (texts: string[]): string[] => texts.map((text) => text.replaceAll(/"[^"]*\/content\//g, '"'));
const withoutPlace = (made: EditedProject): string[] => withoutPlaceOf(Object.values(made.files()));

test('a file that another program changed after the kill is kept, and the text of the save beside the journal', async () => {
  const made = project();
  await saveAndKill(made, renaming ?? expect.fail('no step was between two renames'));
  expect(isRenaming(made)).toBe(true);
  const changed = made.read('documents/shared/de/rules.md').replace('Zwei', 'Drei');
  made.write('documents/shared/de/rules.md', changed);
  new Editor(made.workspace, LANGUAGES).overview();
  expect(made.read('documents/shared/de/rules.md')).toBe(changed);
  expect(made.read('documents/shared/fr/rules.md')).toContain('Neu fr');
  expect(existsSync(join(made.folders.cache, 'unsaved-rules.md'))).toBe(true);
});

test('a thousand random edits, of which some are killed, keep files readable, ids unique and the bytes of other blocks', () => {
  let count = 0;
  const kills = { old: 0, new: 0 };
  const property = fc.property(
    fc.integer({ min: 2, max: 12 }),
    fc.array(randomStepOrKill, { minLength: 40, maxLength: 60, size: 'max' }),
    (size, steps) => {
      const session = new RandomSession(size);
      for (const step of steps) session.run(step);
      count += session.edits;
      kills.old += session.kills.old;
      kills.new += session.kills.new;
    },
  );
  fc.assert(property, { numRuns: 35, seed: 21, endOnFailure: true });
  expect(count).toBeGreaterThan(1000);
  expect(Math.min(kills.old, kills.new)).toBeGreaterThan(2);
});
