// No order and no written number or day depends on the locale of the machine.
import { globSync, readFileSync } from 'node:fs';

import { parse, Visitor } from 'rolldown/utils';
import { expect, test } from 'vitest';

/** Methods of texts, numbers and days, each with the number of arguments with which it has a locale. */
const WITH_LOCALE: Record<string, number> = {
  localeCompare: 2,
  toLocaleString: 1,
  toLocaleDateString: 1,
  toLocaleTimeString: 1,
  toLocaleUpperCase: 1,
  toLocaleLowerCase: 1,
};

/** Lines that use the locale of the machine. */
async function findOwnLocales(file: string, text: string): Promise<string[]> {
  // The script of a component stands between lines of three hyphens.
  const script = file.endsWith('.astro') ? text.split(/^---$/m)[1]! : text;
  const { program } = await parse(file.replace('.astro', '.ts'), script);
  const found: string[] = [];
  const add = (start: number): void => void found.push(`${file}: ${script.slice(start).split('\n')[0]}`);
  const visitor = new Visitor({
    CallExpression({ callee, arguments: given, start }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (given.length < (WITH_LOCALE[callee.property.name] ?? 0)) add(start);
    },
    NewExpression({ callee, arguments: given, start }) {
      if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return;
      if (callee.object.name === 'Intl' && !given.length) add(start);
    },
  });
  visitor.visit(program);
  return found;
}

test('every comparison and every written number or day names its locale', async () => {
  const files = globSync('{src,scripts}/**/*.{ts,tsx,mjs,astro}', { exclude: (file) => file.endsWith('.d.ts') });
  expect(files.length).toBeGreaterThan(1000);
  const found = await Promise.all(files.map((file) => findOwnLocales(file, readFileSync(file, 'utf8'))));
  expect(found.flat()).toEqual([]);
});

test.each([
  'names.toSorted((a, b) => a.localeCompare(b))',
  'days.toLocaleDateString()',
  'name[0].toLocaleUpperCase()',
  'new Intl.Segmenter().segment(name)',
])('%s is found', async (code) => {
  expect(await findOwnLocales('sample.ts', code)).toHaveLength(1);
  expect(await findOwnLocales('sample.astro', `---\n${code}\n---\n<p>Text</p>`)).toHaveLength(1);
});
