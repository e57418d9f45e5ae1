import { globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { expect, onTestFinished, test, vi } from 'vitest';

import { codeDigest } from './code-digest.ts';
import { programDigest } from './program-digest.mjs';

const telemetry = { dsn: undefined, makesMaps: false };

const isProgram = (file: string): boolean => !/^src\/(content|themes)\/|\.test\.ts$/.test(file);

const CONFIGURATION = [
  'package.json',
  'package-lock.json',
  'astro.config.mjs',
  'astro-i18next.config.cjs',
  'tsconfig.json',
];

test('the digest changes with every file of the program but texts, looks and tests', () => {
  const sources = globSync('{src,scripts/lib}/**/*', { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`);
  expect(sources.some(isProgram)).toBe(true);
  const folder = mkdtempSync(join(tmpdir(), 'program-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const room of ['src', 'scripts/lib']) mkdirSync(join(folder, room), { recursive: true });
  for (const file of CONFIGURATION) writeFileSync(join(folder, file), '');
  const empty = codeDigest(telemetry, folder);
  for (const file of [...CONFIGURATION, ...sources]) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'one');
    const before = codeDigest(telemetry, folder);
    writeFileSync(path, 'two');
    expect([file, codeDigest(telemetry, folder) !== before, before !== empty]).toEqual([
      file,
      isProgram(file),
      isProgram(file),
    ]);
    if (CONFIGURATION.includes(file)) writeFileSync(path, '');
    else rmSync(path);
  }
  expect(codeDigest(telemetry, folder)).toBe(empty);
});

test('a digest is remembered until a file changes in any way', () => {
  const folder = mkdtempSync(join(tmpdir(), 'program-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  for (const room of ['src', 'scripts/lib']) mkdirSync(join(folder, room), { recursive: true });
  for (const file of CONFIGURATION) writeFileSync(join(folder, file), file);
  const file = join(folder, 'src/one.ts');
  const other = join(folder, 'src/other.ts');
  const times = new Date(0);
  const changes: [name: string, change: () => void][] = [
    ['is added', () => writeFileSync(file, 'one')],
    ['is changed, and keeps its size and times', () => (writeFileSync(file, 'two'), utimesSync(file, times, times))],
    ['is replaced', () => (writeFileSync(other, 'six'), utimesSync(other, times, times), renameSync(other, file))],
    ['is renamed', () => renameSync(file, other)],
    ['is removed', () => rmSync(other)],
  ];
  const empty = programDigest(folder);
  const seen = new Set<string>();
  for (const [name, change] of changes) {
    change();
    const digest = programDigest(folder);
    expect([name, seen.has(digest)]).toEqual([name, false]);
    seen.add(digest);
    // A later build remembers it, and the next one reads it.
    vi.setSystemTime(Date.now() + 10_000);
    expect([programDigest(folder), programDigest(folder)]).toEqual([digest, digest]);
    expect(readFileSync(join(folder, '.build/program-digest'), 'utf8')).toContain(digest);
  }
  expect(programDigest(folder)).toBe(empty);
  writeFileSync(join(folder, '.build/program-digest'), 'damaged');
  expect(programDigest(folder)).toBe(empty);
});
