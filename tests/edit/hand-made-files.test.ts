import { mkdtempSync, readFileSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { withLineEnds } from '../../src/edit/files/line-ends.ts';
import { readFields, withField } from '../../src/edit/model/fields.ts';
import { readWords, withWord } from '../../src/edit/model/words.ts';
import type { Edit, TextKey } from '../../src/edit/protocol.ts';
import { editedProject, RULES } from '../support/edit/edited-project.ts';

const FIELDS =
  '---\ndescription: "A sentence that is long enough to tell a search engine something."\nupdated: 2026-01-02\n---\n';
const set = (key: TextKey, block: string, text: string): Edit => ({ type: 'set', key, block, lang: 'en', text });

/** What editors and other programs write. */
const rows = fc.constantFrom(
  '',
  ' ',
  '  ',
  'Words 😀',
  'Words  ',
  '# One',
  '## Two {#two}',
  '## Three {#three}  ',
  '---',
  '***',
  '- a',
  '  - b',
  '* c',
  '1. One {#one}',
  '2. Two {#zwei} ',
  '3) x',
  '7. **Seven.**   {#seven}',
  '   more',
  '\tTab',
  '    code',
  '```js',
  '~~~',
  '> quote',
  '| a | b |',
  '|---|--:|',
  '[a]: /rules',
  '<!-- note -->',
  '<b>',
  '\\* no list',
  '&amp;',
  'x\u00A0y',
  '\u2028',
  '{domain}',
  `long ${'word '.repeat(50)}`,
  'Setext',
  '===',
);
const bodies = fc.array(rows, { maxLength: 25, size: 'max' }).chain((lines) =>
  fc.tuple(
    fc.constant(lines),
    fc.array(fc.constantFrom('\n', '\n', '\r\n', '\r'), {
      minLength: lines.length,
      maxLength: lines.length,
      size: 'max',
    }),
  ),
);

test('a file of any Markdown keeps its bytes when each of its blocks is opened and saved', () => {
  const names = ['rules', 'privacy_policy', 'home'];
  const project = editedProject(['en']);
  let blocks = 0;
  const property = fc.property(fc.constantFrom(...names), bodies, fc.boolean(), (name, [lines, ends], hasMark) => {
    const key = { ...RULES, name };
    const body = lines.map((line, index) => line + ends[index]).join('');
    const text = `${hasMark ? '\uFEFF' : ''}${FIELDS}${body}`;
    project.write(`documents/shared/en/${name}.md`, text);
    const ids = project.editor.text(key)!.blocks.map(({ id }) => id);
    const edits = ids.map((id) => set(key, id, project.editor.block(key, id)[0]!.text!));
    blocks += edits.length;
    if (edits.length) expect(project.editor.save(edits, {})).toMatchObject({ saved: [] });
    expect(project.read(`documents/shared/en/${name}.md`)).toBe(text);
  });
  fc.assert(property, { numRuns: 150, seed: 20 });
  expect(blocks).toBeGreaterThan(500);
});

test('an edit of any file changes nothing but its block, or is refused', () => {
  const project = editedProject(['en']);
  let saves = 0;
  const property = fc.property(bodies, fc.nat(), rows, ([lines, ends], place, line) => {
    const text = FIELDS + lines.map((row, index) => row + ends[index]).join('');
    project.write('documents/shared/en/rules.md', text);
    const blocks = project.editor.text(RULES)!.blocks.filter(({ type }) => type !== 'field');
    const block = blocks[place % (blocks.length || 1)];
    if (!block) return;
    const texts = () =>
      project.editor
        .text(RULES)!
        .blocks.map(({ id }) => (id === block.id ? id : [id, project.editor.block(RULES, id)[0]!.text]));
    const before = texts();
    const result = project.editor.save([set(RULES, block.id, `Other\n${line}`)], {});
    if (!('saved' in result)) {
      expect(project.read('documents/shared/en/rules.md')).toBe(text);
      return;
    }
    saves += 1;
    expect(texts()).toEqual(before);
  });
  fc.assert(property, { numRuns: 150, seed: 20 });
  expect(saves).toBeGreaterThan(30);
});

test('a field takes any text of a line, and other fields and comments keep their bytes', () => {
  const values = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('a: b', '# x', 'x #y', '- a', '"q"', "it's", 'true', '7', '*a', '2026-01-02', '{a}'),
  );
  const styles = fc.constantFrom(
    'title: Old',
    'title: "Old"',
    "title: 'Old'",
    'title: Old # note',
    'title: >-\n  Old\n  text',
    'title:',
  );
  const property = fc.property(styles, values, (style, value) => {
    const line = value.replaceAll(/[\p{Cc}\u2028\u2029\uFEFF]/gu, '').trim() || 'x';
    const text = `---\n# A comment\n${style}\ndate: 2026-01-02\n---\n\ntitle: body\n`;
    const after = withField(text, 'title', line);
    expect(readFields(after)).toEqual({ title: line, date: '2026-01-02' });
    expect((parse(after.split('---\n')[1]!) as { title: unknown }).title).toBe(line);
    expect(after).toMatch(/^---\n# A comment\ntitle:[^]*\ndate: 2026-01-02\n---\n\ntitle: body\n$/);
    expect(withField(after, 'title', '')).toBe('---\n# A comment\ndate: 2026-01-02\n---\n\ntitle: body\n');
  });
  fc.assert(property, { numRuns: 500, seed: 20 });
});

test('a translation is changed or added in a file of any formatting', () => {
  const text = '{\r\n\t"a": {"b":  "1" , "c_one":"x"},\r\n\r\n\t"d" : "\\u00e9"\r\n}';
  const property = fc.property(
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc.constantFrom('a.b', 'd'),
    (value, key) => {
      const after = withWord(text, key, value);
      expect(JSON.parse(after)).toEqual(
        JSON.parse(
          key === 'd'
            ? text.replace('\\u00e9', () => JSON.stringify(value).slice(1, -1))
            : text.replace('"1"', () => JSON.stringify(value)),
        ),
      );
      expect(after.replace(JSON.stringify(value), () => (key === 'd' ? '"\\u00e9"' : '"1"'))).toBe(text);
    },
  );
  fc.assert(property, { numRuns: 300, seed: 20 });
  expect([...readWords('en', 'en.json', withWord(text, 'a.c_other', 'y')).keys()]).toEqual([
    'a.b',
    'a.c_one',
    'a.c_other',
    'd',
  ]);
});

test('lines that do not change keep their ends', () => {
  expect(withLineEnds('a\r\nb\nc\rd', 'a\nnew\nnewer\nc\nd', '\r\n')).toBe('a\r\nnew\r\nnewer\r\nc\rd');
  expect(withLineEnds('a\r\n', 'a\nb', '\n')).toBe('a\r\nb');
});

test('links and files that are no UTF-8 are refused', () => {
  const files = { 'documents/shared/en/rules.md': `${FIELDS}\n1. One {#one}\n` };
  const linked = editedProject(['en'], files);
  const outside = join(mkdtempSync(join(tmpdir(), 'outside-')), 'rules.md');
  const file = linked.path('documents/shared/en/rules.md');
  renameSync(file, outside);
  symlinkSync(outside, file);
  expect(() => linked.editor.save([set(RULES, 'one', 'x')], {})).toThrow('is a link');
  expect(() => linked.editor.text(RULES)).toThrow('is a link');
  expect(readFileSync(outside, 'utf8')).toBe(files['documents/shared/en/rules.md']);
  unlinkSync(file);
  renameSync(linked.path('documents/shared'), linked.path('documents/other'));
  symlinkSync(linked.path('../elsewhere'), linked.path('documents/shared'));
  expect(() => linked.editor.save([set(RULES, 'one', 'x')], {})).toThrow('symbolic link');
  const latin = editedProject(['en'], files);
  writeFileSync(latin.path('documents/shared/en/rules.md'), Buffer.from([0x31, 0x2e, 0x20, 0xe9]));
  expect(() => latin.editor.save([set(RULES, 'one', 'x')], {})).toThrow('UTF-8');
});
