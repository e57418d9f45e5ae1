import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { codeDigest } from './code-digest.ts';

const isProgram = (file: string): boolean => !file.startsWith('src/content/') && !file.endsWith('.test.ts');

test('the digest changes with every file of the program but texts and tests', () => {
  const folder = mkdtempSync(join(tmpdir(), 'program-'));
  const files = ['package.json', 'package-lock.json', 'astro.config.mjs', 'astro-i18next.config.cjs', 'tsconfig.json'];
  for (const file of [...files, 'src', 'scripts/lib']) cpSync(file, join(folder, file), { recursive: true });
  const sources = globSync('{src,scripts/lib}/**/*', { withFileTypes: true }).filter((entry) => entry.isFile());
  const before = codeDigest(folder);
  for (const file of [...files, ...sources.map((entry) => `${entry.parentPath}/${entry.name}`)]) {
    const path = join(folder, file);
    const content = readFileSync(path);
    writeFileSync(path, Buffer.concat([content, Buffer.from('\n')]));
    expect([file, codeDigest(folder) !== before]).toEqual([file, isProgram(file)]);
    writeFileSync(path, content);
  }
  expect(codeDigest(folder)).toBe(before);
  rmSync(folder, { recursive: true });
});
