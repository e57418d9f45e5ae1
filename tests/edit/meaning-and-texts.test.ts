import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parse } from 'yaml';

import type { Edit, TextKey } from '../../src/edit/protocol.ts';
import { changesSchema } from '../../src/site/history/change-schema.ts';
import { editedProject, RULES, shippedProject } from '../support/edit/edited-project.ts';

const DAY = Date.UTC(2026, 10, 2) / 1000;
const FIELDS =
  '---\ndescription: "A sentence that is long enough to tell a search engine something."\nupdated: 2026-01-02\n---\n';
const rules = (lang: string): string => `${FIELDS}\n1. **One.** ${lang} {#one}\n2. Two ${lang}:\n   - more {#two}\n`;
const HISTORY = 'history/shared/rules/one.yaml';

const setDay = (seconds: number): void => void vi.stubEnv('SOURCE_DATE_EPOCH', String(seconds));

beforeEach(() => setDay(DAY));
afterEach(() => void vi.unstubAllEnvs());

const project = () => {
  const files = ['en', 'de'].map((lang) => [`documents/shared/${lang}/rules.md`, rules(lang)]);
  const made = editedProject(['en', 'de'], Object.fromEntries(files));
  return {
    ...made,
    save: (...edits: Edit[]) => made.editor.save(edits, {}),
    history: (file = HISTORY) => {
      const changes: unknown = parse(made.read(file));
      expect(changesSchema.safeParse(changes).error).toBeUndefined();
      return changes;
    },
  };
};
const set = (lang: string, text: string, block = 'one'): Edit => ({ type: 'set', key: RULES, block, lang, text });
const meaning = (note: string, more: { inForce?: string; important?: boolean; block?: string } = {}): Edit => ({
  type: 'meaning',
  key: RULES,
  block: 'one',
  note: { en: note },
  ...more,
});

test('a change of meaning is noted with the texts before it, and sets the day of all languages', () => {
  const { save, read, history } = project();
  expect(
    save(
      set('en', '**One.** 21'),
      set('de', '**Eins.** 21'),
      meaning('Now 21: "older".', { inForce: '2026-12-02', important: true }),
    ),
  ).toHaveProperty('saved');
  expect(history()).toEqual([
    {
      day: '2026-11-02',
      inForce: '2026-12-02',
      important: true,
      note: { en: 'Now 21: "older".' },
      before: { en: '**One.** en', de: '**One.** de' },
    },
  ]);
  expect(read('documents/shared/de/rules.md')).toContain('\nupdated: 2026-11-02\n');
  expect(read('documents/shared/de/rules.md')).toContain('1. **Eins.** 21 {#one}');
});

test('changes of a day are one entry, and those of another day are added behind hand-made entries', () => {
  const { save, read, history, write, workspace } = project();
  save(set('en', '**One.** 19'), meaning('First note.'));
  save(set('en', '**One.** 20'), meaning('Second note.'));
  expect(history()).toEqual([
    { day: '2026-11-02', note: { en: 'Second note.' }, before: { en: '**One.** en', de: '**One.** de' } },
  ]);
  const byHand = `# ours\n${read(HISTORY).replaceAll('"', "'")}   # end\n`;
  write(HISTORY, byHand);
  setDay(DAY + 86_400);
  workspace.refresh();
  save(set('en', '**One.** 21\n\n   More.'), meaning('Third note.'));
  expect(read(HISTORY).startsWith(byHand)).toBe(true);
  expect(history()).toHaveLength(2);
  expect(history()).toMatchObject([{}, { day: '2026-11-03', before: { en: '**One.** 20' } }]);
  expect(save(set('en', '**One.** 22'), meaning('x', { inForce: '2026-11-01' }))).toHaveProperty('refused');
});

test('a change can be declared after it was saved', () => {
  const { save, history } = project();
  save(set('en', '**One.** 19'));
  save(set('de', '**Eins.** 19'));
  save(set('en', '**One.** 20'), meaning('Note.'));
  expect(history()).toMatchObject([{ before: { en: '**One.** en', de: '**One.** de' } }]);
});

test('added and removed blocks have a history', () => {
  const { save, history, read, path, editor } = project();
  const add: Edit = { type: 'add', key: RULES, after: 'two', id: 'new', texts: { en: 'New' } };
  save(add, meaning('Added.', { block: 'new', inForce: '2026-11-20' }));
  expect(history('history/shared/rules/new.yaml')).toEqual([
    { day: '2026-11-02', inForce: '2026-11-20', note: { en: 'Added.' } },
  ]);
  save({ type: 'remove', key: RULES, block: 'two' }, meaning('Gone.', { block: 'two' }));
  expect(history('history/shared/rules/two.yaml')).toMatchObject([
    { removed: true, after: 'one', before: { de: 'Two de:\n   - more' } },
  ]);
  expect(editor.save([{ ...add, after: 'one', id: 'two' } as Edit], {})).toHaveProperty('refused');
  save({ type: 'remove', key: RULES, block: 'new' }, meaning('Not any more.', { block: 'new' }));
  expect(existsSync(path('history/shared/rules/new.yaml'))).toBe(false);
  expect(read('documents/shared/de/rules.md')).toContain('{#one}\n');
});

test('an article and the rules of a host are created, and a language gets every text', () => {
  const made = shippedProject(['en', 'de']);
  const news: TextKey = { kind: 'article', scope: 'shared', name: 'news' };
  const description = 'A sentence: long enough to tell a search engine something.';
  const fields = { title: 'News', description, body: 'A text.' };
  const saved = made.editor.save([{ type: 'create', key: news, languages: ['en', 'de'], fields }], {});
  expect(saved).toMatchObject({ problems: [] });
  expect(made.read('blog/shared/de/news.md')).toBe(
    `---\ntitle: News\ndescription: "${description}"\ndate: 2026-11-02\n---\n\nA text.\n`,
  );
  const own: TextKey = { ...RULES, scope: 'amber' };
  expect(
    made.editor.save([{ type: 'create', key: own, from: RULES, languages: ['en', 'de'], fields: {} }], {}),
  ).toHaveProperty('saved');
  expect(made.read('documents/amber/de/rules.md')).toBe(made.read('documents/shared/de/rules.md'));
  expect(made.editor.overview().find(({ key }) => key.scope === 'amber')?.stale).toEqual({});
  for (const key of [
    { ...news, name: 'page' },
    { ...own, scope: 'nobody' },
    { ...own, name: 'news' },
  ])
    expect(made.editor.save([{ type: 'create', key, languages: ['en'], fields }], {})).toHaveProperty('refused');
  made.editor.save([{ type: 'language', lang: 'cs' }], {});
  const words = made.editor.text({ kind: 'words', scope: 'shared', name: 'interface' })!;
  expect(words.languages).toContain('cs');
  expect(words.blocks.filter(({ problems }) => problems)).toEqual([]);
  expect(made.editor.text(RULES)!.blocks.find(({ id }) => id === 'adults-only')!.stale).toContain('cs');
});

test('a copy of the rules has the versions of its model, and a change that is not in force yet', () => {
  const { save, read } = project();
  save(set('en', 'Changed.'), meaning('It changes.', { inForce: '2026-12-02' }));
  const key = { ...RULES, scope: 'amber' };
  expect(save({ type: 'create', key, from: RULES, languages: ['en', 'de'], fields: {} })).toHaveProperty('saved');
  expect(read('history/amber/rules/one.yaml')).toBe(read(HISTORY));
});

test('a save is a commit of its files alone, where that is switched on', () => {
  const made = project();
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: made.folders.content, encoding: 'utf8' });
  expect(made.editor.commits).toBeUndefined();
  git('init', '--quiet');
  git('config', 'user.name', 'Editor');
  git('config', 'user.email', 'editor@amber.example');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Begin');
  expect(made.editor.commits).toBe(false);
  made.editor.commits = true;
  made.write('other.md', 'staged');
  git('add', '.');
  expect(made.save(set('en', '**One.** 18'), set('de', '**Eins.** 18'))).toMatchObject({ commitFailure: undefined });
  made.save({ type: 'accept', key: RULES, block: 'one', lang: 'de' });
  expect(git('log', '--format=%s', '--name-only').split('\n').filter(Boolean)).toEqual([
    'Accept rules one in de',
    'translations.lock.json',
    'Change rules one in en, de',
    'documents/shared/de/rules.md',
    'documents/shared/en/rules.md',
    'Begin',
    'documents/shared/de/rules.md',
    'documents/shared/en/rules.md',
  ]);
  expect(git('status', '--short')).toBe('A  other.md\n');
  writeFileSync(made.path('.git/hooks/pre-commit'), '#!/bin/sh\necho No commits today >&2\nexit 1\n', { mode: 0o755 });
  expect(made.save(set('en', '**One.** 19'))).toMatchObject({
    saved: [made.path('documents/shared/en/rules.md')],
    commitFailure: 'No commits today',
  });
});
