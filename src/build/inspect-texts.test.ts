import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import type { TextCache } from './inspect-texts.ts';

const folder = mkdtempSync(join(tmpdir(), 'texts-'));
const path = join(folder, 'blog/shared/en/first.md');

const write = (word: string): void =>
  writeFileSync(
    path,
    `---\ntitle: Title\ndescription: A sentence that is long enough to tell a search engine something.\ndate: 2026-01-02\n---\n\n[${word}](/${word})\n`,
  );

beforeAll(() => {
  process.env.CONTENT_DIR = folder;
  mkdirSync(dirname(path), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Inspects the texts as another process would, which has read none of them. */
async function inspect(last?: TextCache): Promise<TextCache['texts'][string]> {
  vi.resetModules();
  const { inspectTexts } = await import('./inspect-texts.ts');
  const { readContentFolder } = await import('../site/markdown/sources.ts');
  const [text] = Object.values(await inspectTexts(readContentFolder().texts, last));
  return text!;
}

test('a text is read again if its times changed, or if it changed shortly before the last build', async () => {
  write('rules');
  const text = await inspect();
  const { file } = (await import('../site/markdown/sources.ts')).readContentFolder().texts[0]!;
  const [long, short] = [3_600_000, 1000].map((ms) => text[2] + ms) as [number, number];
  const known: typeof text = [text[0], text[1], text[2], text[3], 'hash of the last build', text[5]];

  expect(await inspect({ readAt: long, texts: { [file]: known } })).toEqual(known);
  expect(await inspect({ readAt: short, texts: { [file]: known } })).toEqual(text);

  const { atime, mtime } = statSync(path);
  write('rulez');
  utimesSync(path, atime, mtime);
  const [size, , , , sha256, facts] = await inspect({ readAt: long, texts: { [file]: known } });
  expect(size).toBe(text[0]);
  expect(sha256).not.toBe(text[4]);
  expect(facts).toContain('/rulez');
});
