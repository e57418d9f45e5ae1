import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { codeDigest } from './code-digest.ts';

const isProgram = (file: string): boolean => !file.startsWith('src/content/') && !file.endsWith('.test.ts');

const CONFIGURATION = [
  'package.json',
  'package-lock.json',
  'astro.config.mjs',
  'astro-i18next.config.cjs',
  'tsconfig.json',
];

/** A digest reads all files of its folder, so that a few small folders take less time than a large one. */
const FILES_PER_FOLDER = 25;

test('the digest changes with every file of the program but texts and tests', () => {
  const sources = globSync('{src,scripts/lib}/**/*', { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`);
  expect(sources.some(isProgram)).toBe(true);
  for (let first = 0; first < sources.length; first += FILES_PER_FOLDER) {
    const folder = mkdtempSync(join(tmpdir(), 'program-'));
    for (const room of ['src', 'scripts/lib']) mkdirSync(join(folder, room), { recursive: true });
    const files = [...CONFIGURATION, ...sources.slice(first, first + FILES_PER_FOLDER)];
    for (const file of files) cpSync(file, join(folder, file), { recursive: true });
    const before = codeDigest(folder);
    for (const file of files) {
      const path = join(folder, file);
      const content = readFileSync(path);
      writeFileSync(path, Buffer.concat([content, Buffer.from('\n')]));
      expect([file, codeDigest(folder) !== before]).toEqual([file, isProgram(file)]);
      writeFileSync(path, content);
    }
    expect(codeDigest(folder)).toBe(before);
    rmSync(folder, { recursive: true });
  }
});
