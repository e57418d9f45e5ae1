import { readdirSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { Editor } from '../../src/edit/editor.ts';
import {
  editSchema,
  saveSchema,
  textKeySchema,
  type Edit,
  type SaveResult,
  type TextKey,
} from '../../src/edit/protocol.ts';
import { Workspace } from '../../src/edit/workspace.ts';
import { editedProject, RULES, shippedProject, WORDS } from '../support/edit/edited-project.ts';

const LANGUAGES = readdirSync('public/assets/i18n').map((file) => file.replace('.json', ''));
const FIELDS =
  '---\ndescription: "A sentence that is long enough to tell a search engine something."\nupdated: 2026-01-02\n---\n';
const rules = (lang: string, end = '\n'): string =>
  `${FIELDS}\nAn introduction (${lang}).\n\n1. **Adults only.** ${lang}, 18 {#adults-only}\n2. **Be kind.**  ${lang} \n   always. {#be-kind}   \n\n\n3. Last. {#last}`.replaceAll(
    '\n',
    end,
  );
const threeRules = (source = 'en') =>
  editedProject(
    ['en', 'de', 'fr'],
    {
      'documents/shared/en/rules.md': rules('en'),
      'documents/shared/de/rules.md': `\uFEFF${rules('de', '\r\n')}`,
      'documents/shared/fr/rules.md': rules('fr'),
    },
    source,
  );
const set = (lang: string, block: string, text: string, key = RULES): Edit => ({ type: 'set', key, block, lang, text });
const saved = (result: SaveResult): string[] =>
  'saved' in result ? result.saved : expect.fail(JSON.stringify(result));

test('every block of every text can be opened and saved, and the bytes stay', () => {
  const project = shippedProject(LANGUAGES);
  const before = project.files();
  const keys: TextKey[] = [
    WORDS,
    ...['rules', 'home', 'contacts', 'privacy_policy', 'qa'].map((name): TextKey => ({ ...RULES, name })),
    ...readdirSync('src/content/blog/shared/en').map((file): TextKey => ({
      kind: 'article',
      scope: 'shared',
      name: file.replace('.md', ''),
    })),
  ];
  let count = 0;
  for (const key of keys) {
    const text = project.editor.text(key)!;
    const edits = text.blocks
      .filter((_, index) => key.kind !== 'words' || index % 40 === 0)
      .flatMap(({ id }) =>
        project.editor
          .block(key, id)
          .flatMap(({ lang, text: old }) => (old === undefined ? [] : [set(lang, id, old, key)])),
      );
    count += edits.length;
    expect(saved(project.editor.save(edits, {}))).toEqual([]);
  }
  expect(count).toBeGreaterThan(500);
  expect(project.files()).toEqual(before);
});

test('an edit changes the lines of its block only, and keeps mark, line ends and spaces', () => {
  const project = threeRules();
  const german = project.path('documents/shared/de/rules.md');
  const before = readFileSync(german, 'utf8');
  expect(saved(project.editor.save([set('de', 'be-kind', '**Sei nett.**  de \n   immer.')], {}))).toEqual([german]);
  expect(readFileSync(german, 'utf8')).toBe(before.replace('Be kind', 'Sei nett').replace('always', 'immer'));
  project.editor.save([set('de', 'field:description', 'Eins: "zwei" # drei')], {});
  expect(readFileSync(german, 'utf8')).toContain(
    '\r\ndescription: "Eins: \\"zwei\\" # drei"\r\nupdated: 2026-01-02\r\n',
  );
  project.editor.save([set('de', 'last', 'Ende\n\nund mehr')], {});
  expect(readFileSync(german, 'utf8')).toMatch(/\r\n3\. Ende\r\n\r\n   und mehr \{#last\}$/);
});

test('a text that would become several blocks, or another, is refused', () => {
  const project = threeRules();
  const before = project.files();
  for (const text of ['', 'One\n2. Two {#two}'])
    expect(project.editor.save([set('en', 'adults-only', text)], {}), text).toHaveProperty('refused');
  expect(project.editor.save([set('en', 'paragraph 1', 'One\n\ntwo')], {})).toHaveProperty('refused');
  expect(project.editor.save([set('en', 'nothing', 'x')], {})).toHaveProperty('refused');
  expect(project.editor.save([set('en', 'adults-only', 'Fine'), set('pl', 'last', 'x')], {})).toHaveProperty('refused');
  expect(project.files()).toEqual(before);
});

test('a translation of the interface changes, and all else in its file stays', () => {
  const project = shippedProject(LANGUAGES);
  const before = readFileSync('public/assets/i18n/de.json', 'utf8');
  const old = project.editor.block(WORDS, 'home.enter').find(({ lang }) => lang === 'de')!;
  project.editor.save([set('de', 'home.enter', 'Hinein „jetzt“ "da"', WORDS)], {});
  expect(readFileSync(old.file, 'utf8')).toBe(before.replace(JSON.stringify(old.text), '"Hinein „jetzt“ \\"da\\""'));
});

test.each([
  ['en', 'de'],
  ['de', 'en'],
])(
  'a changed block in the source language %s makes its translations stale until they are accepted',
  (source, other) => {
    const project = threeRules(source);
    const accept = (lang: string, block: string): Edit => ({ type: 'accept', key: RULES, block, lang });
    const blocks = ['field:description', 'paragraph 1', 'adults-only', 'be-kind', 'last'];
    const stale = () =>
      Object.fromEntries(project.editor.text(RULES)!.blocks.map(({ id, stale: langs }) => [id, langs]));
    project.editor.save(
      blocks.flatMap((block) => [accept(other, block), accept('fr', block)]),
      {},
    );
    expect(Object.values(stale()).flat()).toEqual([]);
    project.editor.save([set(source, 'adults-only', '**Adults only.** 21'), accept('fr', 'adults-only')], {});
    expect(stale()).toMatchObject({ 'adults-only': [other], 'be-kind': [], last: [] });
    const [first, ...others] = project.editor.block(RULES, 'adults-only');
    expect(first!.lang).toBe(source);
    expect(others.find(({ lang }) => lang === other)).toMatchObject({
      stale: true,
      originalBefore: `**Adults only.** ${source}, 18`,
    });
    const note = { fr: 'La limite est 21.' };
    expect(project.editor.save([{ type: 'meaning', key: RULES, block: 'adults-only', note }], {})).toMatchObject({
      refused: [{ message: `the note is missing in "${source}", the source language` }],
    });
  },
);

test('a translation that is written and accepted is asked for once where it has changed on disk', () => {
  const { editor, path, read, write } = threeRules();
  const file = 'documents/shared/fr/rules.md';
  const seen = Object.fromEntries(editor.block(RULES, 'adults-only').map((block) => [block.file, block.fileHash]));
  write(file, read(file).replace('fr, 18', 'fr, 19'));
  const accept: Edit = { type: 'accept', key: RULES, block: 'adults-only', lang: 'fr' };
  expect(editor.save([set('fr', 'adults-only', 'Vingt'), accept], seen)).toMatchObject({
    conflicts: [{ file: path(file), lang: 'fr', mine: 'Vingt' }],
  });
});

test('a change of the same block on disk is a conflict, and one of another block is kept', () => {
  const project = threeRules();
  const english = project.path('documents/shared/en/rules.md');
  const { fileHash } = project.editor.block(RULES, 'last')[0]!;
  project.write('documents/shared/en/rules.md', rules('en').replace('18', '19'));
  const mine = set('en', 'adults-only', '**Adults only.** 20');
  const [base, theirs] = ['**Adults only.** en, 18', '**Adults only.** en, 19'];
  const result = project.editor.save([mine], { [english]: fileHash });
  expect(result).toMatchObject({
    conflicts: [{ block: 'adults-only', lang: 'en', base, theirs, mine: '**Adults only.** 20' }],
  });
  expect(saved(project.editor.save([set('en', 'last', 'End.')], { [english]: fileHash }))).toEqual([english]);
  expect(project.read('documents/shared/en/rules.md')).toBe(rules('en').replace('18', '19').replace('Last.', 'End.'));
});

test('a paragraph whose place another has taken is not moved before that is told', () => {
  const news: TextKey = { kind: 'article', scope: 'shared', name: 'news' };
  const file = 'blog/shared/en/news.md';
  const text = '---\ntitle: News\ndate: 2026-01-02\n---\n\nOne.\n\nTwo.\n\nThree.\n';
  const { editor, path, read, write } = editedProject(['en'], { [file]: text });
  const seen = Object.fromEntries(editor.block(news, 'paragraph 3').map((block) => [block.file, block.fileHash]));
  const changed = text.replace('One.', 'Zero.\n\nOne.');
  write(file, changed);
  const move: Edit = { type: 'move', key: news, block: 'paragraph 3', after: 'paragraph 1' };
  expect(editor.save([move], seen)).toMatchObject({
    conflicts: [
      { file: path(file), block: 'paragraph 3', base: 'Three.', theirs: 'Two.' },
      { file: path(file), block: 'paragraph 1', base: 'One.', theirs: 'Zero.' },
    ],
  });
  const add: Edit = { type: 'add', key: news, after: 'paragraph 3', texts: { en: 'New.' } };
  expect(editor.save([add], seen)).toMatchObject({ conflicts: [{ block: 'paragraph 3' }] });
  expect(read(file)).toBe(changed);
});

test('keys that could lead out of the content folder are refused', () => {
  const edit = set('en', 'last', 'x');
  expect(saveSchema.safeParse({ edits: [edit], seen: {} }).success).toBe(true);
  for (const key of [
    { ...RULES, name: '../x' },
    { ...RULES, scope: '..' },
    { ...RULES, scope: '/etc' },
    { ...RULES, name: '.x' },
  ])
    expect(
      [textKeySchema, editSchema].map(
        (schema) => schema.safeParse(schema === editSchema ? { ...edit, key } : key).success,
      ),
    ).toEqual([false, false]);
  expect(editSchema.safeParse({ ...edit, lang: '../en' }).success).toBe(false);
});

test('the list of texts has every text with its languages and stale blocks', () => {
  const project = threeRules();
  project.write('blog/onyx/fr/un.md', '---\ntitle: Un article\n---\n\nTexte.\n');
  expect(project.editor.overview().slice(1)).toEqual([
    { key: RULES, title: 'rules', languages: ['de', 'en', 'fr'], stale: { de: 5, fr: 5 }, missingNotes: {} },
    {
      key: { kind: 'article', scope: 'onyx', name: 'un' },
      title: 'Un article',
      languages: ['fr'],
      stale: {},
      missingNotes: {},
    },
  ]);
});

test('problems of a block are those that the check of texts reports', async () => {
  const editor = new Editor(await Workspace.open(process.env), LANGUAGES);
  const check = (text: string, lang = 'de') => {
    const problems = editor.check([set(lang, 'adults-only', text)]);
    return Array.isArray(problems)
      ? problems
          .filter(({ block }) => block === 'adults-only')
          .map(({ lang: found, message, isError }) => [found, message, isError])
      : problems;
  };
  const german = editor.block(RULES, 'adults-only').find(({ lang }) => lang === 'de')!.text!;
  expect(check(german)).toEqual([]);
  expect(check(`${german} [a](/nowhere) {domein} 99`)).toEqual([
    ['de', '{domein} is no placeholder', true],
    ['de', expect.stringMatching(/adds \/nowhere/), false],
    ['de', expect.stringMatching(/adds \{domein\}/), false],
    ['de', expect.stringMatching(/adds 99/), false],
    ['de', 'the link "/nowhere" is dead: there is no page /nowhere in de', true],
  ]);
});
