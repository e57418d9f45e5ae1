import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import type { Edit, TextKey } from '../../src/edit/protocol.ts';
import { editedProject, RULES } from '../support/edit/edited-project.ts';

const FIELDS =
  '---\ndescription: "A sentence that is long enough to tell a search engine something."\nupdated: 2026-01-02\n---\n';
const rules = (lang: string): string =>
  `${FIELDS}\nIntro ${lang}.\n\n1. **One.** ${lang} {#one}\n2. **Two.** ${lang}  \n   more. {#two}\n3. Three ${lang} {#three}\n\nThe end.`;
const PRIVACY: TextKey = { ...RULES, name: 'privacy_policy' };
const privacy = (lang: string): string =>
  `${FIELDS}\nIntro.\n\n## First ${lang} {#first}\n\nText.\n\n### Below\n\nMore.\n\n\n## Second {#second}\n\nText ${lang}.\n`;
const ARTICLE: TextKey = { kind: 'article', scope: 'shared', name: 'news' };
const article = (lang: string): string =>
  `---\ntitle: ${lang}\n${FIELDS.slice(4).replace('updated', 'date')}\nFirst ${lang}.\n\n- a\n- b\n\nLast ${lang}.\n`;

const project = () => {
  const made = editedProject(
    ['en', 'de', 'fr'],
    Object.fromEntries(
      ['en', 'de', 'fr'].flatMap((lang) => [
        [`documents/shared/${lang}/rules.md`, rules(lang)],
        [`documents/shared/${lang}/privacy_policy.md`, privacy(lang)],
        [`blog/shared/${lang}/news.md`, article(lang)],
      ]),
    ),
  );
  const accepted = [RULES, PRIVACY, ARTICLE].flatMap((key) =>
    made.editor
      .text(key)!
      .blocks.flatMap(({ id: block }): Edit[] => ['de', 'fr'].map((lang) => ({ type: 'accept', key, block, lang }))),
  );
  made.editor.save(accepted, {});
  const run = (...edits: Edit[]): void => {
    const result = made.editor.save(edits, {});
    expect(result).toHaveProperty('saved');
  };
  const stale = (key: TextKey): Record<string, string[]> =>
    Object.fromEntries(
      made.editor.text(key)!.blocks.flatMap(({ id, stale: langs }) => (langs.length ? [[id, langs]] : [])),
    );
  expect(stale(RULES)).toEqual({});
  return { ...made, run, stale };
};

test('a rule is added to all languages, and other lines stay', () => {
  const { run, read, stale, editor } = project();
  run({
    type: 'add',
    key: RULES,
    after: 'two',
    texts: { en: '**Be kind, Zoë.** Always.', de: '**Sei nett.** Immer.' },
  });
  expect(read('documents/shared/en/rules.md')).toBe(
    rules('en').replace('3. Three', '3. **Be kind, Zoë.** Always. {#be-kind-zoe}\n3. Three'),
  );
  expect(read('documents/shared/fr/rules.md')).toContain('\n3. **Be kind, Zoë.** Always. {#be-kind-zoe}\n3. Three fr');
  expect(stale(RULES)).toEqual({ 'be-kind-zoe': ['fr'] });
  run({ type: 'add', key: RULES, id: 'zero', texts: { en: 'Zero', de: 'Null', fr: 'Zéro' } });
  expect(read('documents/shared/de/rules.md')).toContain('\n\n1. Null {#zero}\n1. **One.** de {#one}\n2.');
  run({ type: 'add', key: RULES, after: 'three', id: 'four', texts: { en: 'Four' } });
  expect(read('documents/shared/de/rules.md')).toContain('3. Three de {#three}\n4. Four {#four}\n\nThe end.');
  const again: Edit = { type: 'add', key: RULES, after: 'three', id: 'four', texts: { en: 'Four' } };
  expect(editor.save([again], {})).toHaveProperty('refused');
});

test('a moved rule keeps its bytes, and the list begins with 1', () => {
  const { run, read, stale } = project();
  run({ type: 'move', key: RULES, block: 'one', after: 'three' });
  expect(read('documents/shared/de/rules.md')).toBe(
    rules('de')
      .replace('1. **One.** de {#one}\n2. **Two', '1. **Two')
      .replace('{#three}\n', '{#three}\n1. **One.** de {#one}\n'),
  );
  run({ type: 'move', key: RULES, block: 'one' });
  expect(read('documents/shared/de/rules.md')).toBe(rules('de').replace('2. **Two', '1. **Two'));
  expect(stale(RULES)).toEqual({});
});

test('a removed rule goes from all languages and from the record of translations', () => {
  const { run, read, stale } = project();
  run({ type: 'remove', key: RULES, block: 'three' });
  expect(read('documents/shared/fr/rules.md')).toBe(rules('fr').replace('\n3. Three fr {#three}', ''));
  run({ type: 'remove', key: RULES, block: 'one' });
  expect(read('documents/shared/fr/rules.md')).toContain('Intro fr.\n\n1. **Two.** fr  \n   more. {#two}\n\nThe end.');
  expect(stale(RULES)).toEqual({});
  expect(read('translations.lock.json')).not.toMatch(/"(one|three)"/);
});

test('a block is split in all languages, and stays accepted', () => {
  const { run, read, stale } = project();
  run({ type: 'split', key: RULES, block: 'two', id: 'more', at: { en: 12, de: 12 } });
  expect(read('documents/shared/de/rules.md')).toContain('2. **Two.** de {#two}\n3. more. {#more}\n3. Three');
  expect(read('documents/shared/fr/rules.md')).toContain(
    '2. **Two.** fr  \n   more. {#two}\n3. more. {#more}\n3. Three',
  );
  expect(stale(RULES)).toEqual({ two: ['fr'], more: ['fr'] });
});

test('a block that a language lacks is added at its place', () => {
  const { run, read, write, editor } = project();
  for (const [id, line] of [
    ['one', '1. **One.** de {#one}\n'],
    ['two', '2. **Two.** de  \n   more. {#two}\n'],
  ] as const) {
    const all = rules('de');
    write('documents/shared/de/rules.md', all.replace(line, ''));
    run({ type: 'set', key: RULES, block: id, lang: 'de', text: '**Neu.**' });
    expect(read('documents/shared/de/rules.md').match(/#\w+(?=\})/g)).toEqual(['#one', '#two', '#three']);
    expect(read('documents/shared/de/rules.md')).toMatch(/Intro de\.\n\n1\. /);
  }
  write('blog/shared/de/news.md', article('de').replace('\n\nLast de.', ''));
  run({ type: 'set', key: ARTICLE, block: 'paragraph 3', lang: 'de', text: 'Zuletzt.' });
  expect(read('blog/shared/de/news.md')).toMatch(/- b\n\nZuletzt\.\n$/);
  const far: Edit = { type: 'set', key: ARTICLE, block: 'paragraph 9', lang: 'de', text: 'x' };
  expect(editor.save([far], {})).toHaveProperty('refused');
});

test('sections keep what is below their headings', () => {
  const { run, read, stale, editor } = project();
  run({ type: 'move', key: PRIVACY, block: 'second', after: undefined });
  expect(read('documents/shared/de/privacy_policy.md')).toBe(
    `${FIELDS}\nIntro.\n\n## Second {#second}\n\nText de.\n\n## First de {#first}\n\nText.\n\n### Below\n\nMore.\n`,
  );
  run({ type: 'add', key: PRIVACY, after: 'first', id: 'third', texts: { en: '## Third\n\nText.' } });
  expect(read('documents/shared/de/privacy_policy.md')).toContain('More.\n\n## Third {#third}\n\nText.\n');
  expect(stale(PRIVACY)).toEqual({ third: ['de', 'fr'] });
  expect(editor.save([{ type: 'add', key: PRIVACY, texts: { en: 'No heading.' } }], {})).toHaveProperty('refused');
});

test('a section is split into two with titles, and a language without its own title gets the English one', () => {
  const { run, read, stale, editor } = project();
  const at = { en: privacy('en').indexOf('Text.') - privacy('en').indexOf('## First') - ' {#first}'.length };
  const edit: Edit = { type: 'split', key: PRIVACY, block: 'first', id: 'more', at: { ...at, de: at.en, fr: at.en } };
  expect(editor.save([edit], {})).toMatchObject({ refused: [{ message: expect.stringContaining('heading') }] });
  run({ ...edit, titles: { en: ' The  rest', de: 'Der Rest', fr: ' ' } });
  expect(read('documents/shared/de/privacy_policy.md')).toBe(
    privacy('de').replace('{#first}\n\n', '{#first}\n\n## Der Rest {#more}\n\n').replace('More.\n\n\n', 'More.\n\n'),
  );
  expect(read('documents/shared/fr/privacy_policy.md')).toContain('{#first}\n\n## The rest {#more}\n\nText.\n\n###');
  expect(stale(PRIVACY)).toEqual({ more: ['fr'] });
});

test('paragraphs are known by their place, and stay accepted', () => {
  const { run, read, stale, editor } = project();
  run({ type: 'move', key: ARTICLE, block: 'paragraph 3', after: 'paragraph 1' });
  expect(read('blog/shared/de/news.md')).toContain('\n\nFirst de.\n\nLast de.\n\n- a\n- b\n');
  run({ type: 'add', key: ARTICLE, after: 'paragraph 1', texts: { en: 'New.', de: 'Neu.' } });
  expect(read('blog/shared/de/news.md')).toContain('First de.\n\nNeu.\n\nLast de.');
  expect(stale(ARTICLE)).toEqual({ 'paragraph 2': ['fr'] });
  run({ type: 'remove', key: ARTICLE, block: 'paragraph 2' });
  expect(stale(ARTICLE)).toEqual({});
  run({ type: 'split', key: ARTICLE, block: 'paragraph 2', at: { en: 4, de: 4, fr: 4 } });
  expect(read('blog/shared/fr/news.md')).toContain('First fr.\n\nLast\n\nfr.\n\n- a\n- b\n');
  expect(stale(ARTICLE)).toEqual({});
  // Two lists would become one.
  expect(
    editor.save([{ type: 'split', key: ARTICLE, block: 'paragraph 4', at: { en: 3, de: 3, fr: 3 } }], {}),
  ).toHaveProperty('refused');
});

test('a save is undone and made again, also where another block changed since', () => {
  const { run, read, write, editor, path } = project();
  run({ type: 'remove', key: RULES, block: 'two' });
  expect(editor.steps()).toEqual({ undo: 'Remove from rules two', redo: undefined });
  write('documents/shared/en/rules.md', read('documents/shared/en/rules.md').replace('The end.', 'The very end.'));
  expect(editor.repeat('undo')).toHaveProperty('saved');
  expect(read('documents/shared/en/rules.md')).toBe(rules('en').replace('The end.', 'The very end.'));
  expect(read('documents/shared/de/rules.md')).toBe(rules('de'));
  editor.repeat('redo');
  expect(read('documents/shared/de/rules.md')).not.toContain('{#two}');
  editor.repeat('undo');
  write('documents/shared/en/rules.md', read('documents/shared/en/rules.md').replace('Three en', 'Drei'));
  const before = readFileSync(path('documents/shared/de/rules.md'), 'utf8');
  expect(editor.repeat('redo')).toHaveProperty('refused');
  expect(read('documents/shared/de/rules.md')).toBe(before);
});
