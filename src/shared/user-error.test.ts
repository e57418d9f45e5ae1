import { readFileSync } from 'node:fs';

import { slug } from 'github-slugger';
import { expect, test } from 'vitest';

import { type Diagnostic, listDiagnostics, toUserError } from './user-error.ts';

const at = (file: string, line: number, message = `mistake at ${file}:${line}`, cause?: string): Diagnostic => ({
  file,
  line,
  message,
  hint: 'Mend it',
  ...(cause && { cause }),
});

test('problems are listed by file and line', () => {
  expect(toUserError([at('b', 2), at('b', 10), at('a', 3)]).message).toBe(
    `3 problem(s):
  a:3  mistake at a:3. Mend it.
  b:2  mistake at b:2. Mend it.
  b:10  mistake at b:10. Mend it.
More: docs/errors.md#files`,
  );
});

test('a list ends with the sections of the manual that explain its causes', () => {
  const files = [
    'public/assets/i18n/de.json',
    'src/content/documents/shared/de/rules.md',
    'src/content/history/shared/rules/a.yaml',
    'src/content/glossary.yaml',
    'src/themes/looks/a/look.css',
    'hosts.config.ts',
    'public/x',
  ];
  const headings = [...readFileSync('docs/errors.md', 'utf8').matchAll(/^## (.*)$/gm)].map(([, title = '']) =>
    slug(title),
  );
  const sections = files.flatMap((file) => [...toUserError([at(file, 1)]).message.matchAll(/#([a-z-]+)$/gm)]);
  const named = sections.map(([, section]) => section);
  expect(new Set(named).size).toBe(files.length);
  expect(headings).toEqual(expect.arrayContaining(named));
});

test('what follows from a mistake is a part of its line, and such a mistake is named first', () => {
  const diagnostics = [at('a', 1), at('b', 2, 'unknown', 'c#x'), at('c', 3, 'lost', 'c#x'), at('d', 4, 'dead', 'c#x')];
  expect(listDiagnostics(diagnostics)).toBe(
    `  c:3  lost. Mend it. From this follow mistakes at b:2, d:4
  a:1  mistake at a:1. Mend it.`,
  );
  const many = Array.from({ length: 30 }, (_, line) => at('a', line, `no ${line}`, 'z#x'));
  expect(listDiagnostics(many)).toMatch(/^ {2}a:0 .* The same at a:1, a:2, .*, a:8 and 21 more places$/);
  expect(listDiagnostics(many.slice(0, 2))).toBe('  a:0  no 0. Mend it. The same at a:1');
});

test('of many mistakes of a kind in a file, five are listed', () => {
  const words = Array.from({ length: 400 }, (_, index) => at('a.json', index, `the word "w${index}" is missing`));
  const lines = toUserError([...words, at('b', 1)]).message.split('\n');
  expect(lines[0]).toBe('401 problem(s):');
  expect(lines.slice(5, -1)).toEqual([
    '  a.json:4  the word "w4" is missing. Mend it.',
    '  a.json  and 395 more like these.',
    '  b:1  mistake at b:1. Mend it.',
  ]);
});
