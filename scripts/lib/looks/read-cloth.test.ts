import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { readCloth } from './read-cloth.ts';

test('a look is drawn as its art.json says, else in its colours', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cloth-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(join('src/themes/looks', readdirSync('src/themes/looks')[0]!), folder, { recursive: true });
  const described = readCloth(folder);
  rmSync(join(folder, 'art.json'));
  const derived = readCloth(folder);
  expect(derived).not.toEqual(described);
  expect(readCloth(folder)).toEqual(derived);
  writeFileSync(join(folder, 'look.css'), ':root { --ground: oklch(0.2 0.05 330); --accent: pink; }');
  expect(readCloth(folder).shade).not.toEqual(derived.shade);
  writeFileSync(join(folder, 'look.css'), ':root { --ground: #000; }');
  expect(() => readCloth(folder)).toThrow('look.css has no colour --accent');
  writeFileSync(join(folder, 'art.json'), '{ "shade": [0, 0] }');
  expect(() => readCloth(folder)).toThrow('art.json:1  the file has no cloth');
});
