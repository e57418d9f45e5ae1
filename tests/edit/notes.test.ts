import { expect, test } from 'vitest';

import type { Edit } from '../../src/edit/protocol.ts';
import { editedProject, RULES } from '../support/edit/edited-project.ts';

const FIELDS =
  '---\ndescription: "A sentence that is long enough to tell a search engine something."\nupdated: 2026-01-02\n---\n';
const HISTORY = 'history/shared/rules/one.yaml';
const BEFORE = "  before: { en: 'One.', de: Eins. }\n";

const project = (history: string) => {
  const texts = ['en', 'de', 'fr'].map((lang) => [`documents/shared/${lang}/rules.md`, `${FIELDS}\n1. One. {#one}\n`]);
  const made = editedProject(['en', 'de', 'fr'], { ...Object.fromEntries(texts), [HISTORY]: history });
  return { ...made, save: (...edits: Edit[]) => made.editor.save(edits, {}) };
};
const note = (lang: string, text: string, before?: string, more: { block?: string; change?: number } = {}): Edit => ({
  type: 'note',
  key: RULES,
  block: 'one',
  change: 0,
  lang,
  text,
  ...(before !== undefined && { before }),
  ...more,
});

test.each([
  ['lines', `# ours\n- day: 2026-08-03\n  note:\n    en: Now 21.   # short\n${BEFORE}`, `    de: "Jetzt: 21."\n`],
  ['braces', `- day: 2026-08-03\n  note: { en: "Now 21." }\n${BEFORE}`, `, de: "Jetzt: 21."`],
  ['several lines', `- day: 2026-08-03\n  note:\n    en: |\n      Now 21.\n${BEFORE}`, `    de: "Jetzt: 21."\n`],
  ['the end of the file', `- day: 2026-08-03\n${BEFORE}  note:\n    en: Now 21.`, `\n    de: "Jetzt: 21."\n`],
])('a missing note is written behind the others, as %s, and other bytes stay', (_, history, written) => {
  const { save, read, editor } = project(history);
  expect(editor.overview().find(({ key }) => key.name === 'rules')?.missingNotes).toEqual({ de: 1, fr: 1 });
  expect(save(note('de', ' Jetzt:  21.\n'))).toMatchObject({ saved: [expect.stringContaining(HISTORY)] });
  expect(editor.notedChanges(RULES)).toMatchObject([{ block: 'one', note: { en: 'Now 21.', de: 'Jetzt: 21.' } }]);
  expect(read(HISTORY).replace(written, '')).toBe(history);
  editor.repeat('undo');
  expect(read(HISTORY)).toBe(history);
});

test('a note is corrected, and lines of Windows keep their ends', () => {
  const history = `- day: 2026-08-03\r\n  note:\r\n    en: Now 12.\r\n    fr: Maintenant.\r\n${BEFORE}`;
  const { save, read } = project(history);
  save(note('en', 'Now 21.', 'Now 12.'), note('de', 'Jetzt 21.'));
  expect(read(HISTORY)).toBe(
    history.replace('12.', '21.').replace('Maintenant.\r\n', 'Maintenant.\r\n    de: Jetzt 21.\r\n'),
  );
});

test('a note that changed on disk, an empty or long one, and one of no change are refused', () => {
  const { save, files } = project(`- day: 2026-08-03\n  note: { en: Now 21., de: Jetzt 21. }\n${BEFORE}`);
  const before = files();
  for (const edit of [
    note('de', 'Anders.'),
    note('de', 'Anders.', 'Früher.'),
    note('de', ' ', 'Jetzt 21.'),
    note('de', 'x'.repeat(301), 'Jetzt 21.'),
    note('fr', 'Maintenant.', undefined, { change: 1 }),
    note('fr', 'Maintenant.', undefined, { block: 'two' }),
    note('fr', 'Maintenant.', undefined, { block: '../../../glossary' }),
  ])
    expect(save(edit), JSON.stringify(edit)).toHaveProperty('refused');
  expect(files()).toEqual(before);
});

test('a history with mistakes has no notes, and stays as it is', () => {
  const { save, editor, read } = project('- day: soon\n');
  expect(editor.notedChanges(RULES)).toEqual([]);
  expect(save(note('de', 'Jetzt.'))).toHaveProperty('refused');
  expect(read(HISTORY)).toBe('- day: soon\n');
});
