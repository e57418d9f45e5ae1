import { hash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { outputOf } from '../../output/folders.ts';
import type { Site } from '../../site/editions/editions.ts';
import { readSiteOptions, toSite } from '../../site/open-site.ts';
import { inspectTexts, parseText } from './inspect-texts.ts';

const folder = mkdtempSync(join(tmpdir(), 'texts-'));
const path = join(folder, 'blog/shared/en/first.md');

/** Writes the text with the same size and time of modification each time, as the copy of a folder may do. */
function write(word: string): void {
  writeFileSync(
    path,
    `---\ntitle: Title\ndescription: A sentence that is long enough to tell a search engine something.\ndate: 2026-01-02\n---\n\n[${word}](/${word})\n`,
  );
  utimesSync(path, 1_000_000_000, 1_000_000_000);
}

beforeAll(() => mkdirSync(dirname(path), { recursive: true }));
afterAll(() => rmSync(folder, { recursive: true }));

const opened = (): Site => toSite({ ...readSiteOptions({}), contentDir: folder }, { languages: {}, brands: {} });

/** Inspects the text as another process would, which has not read it. Returns a line of the cache. */
async function inspect(last?: { readAt: number; line: string }): Promise<string> {
  const site = opened();
  const cache = last && { readAt: last.readAt, texts: new Map([parseText(last.line)]) };
  const [text] = (await inspectTexts({ site, output: outputOf(folder) }, site.folder.contents.texts, cache)).values();
  return text!.line;
}

test('a text is read again if any of its times changed, or if it changed shortly before the last build', async () => {
  write('rules');
  const line = await inspect();
  const { ctimeMs } = statSync(path);
  const known = line.replace(/\t[0-9a-f]{64}\t/, '\thash of the last build\t');
  expect(known).not.toBe(line);

  expect(await inspect({ readAt: ctimeMs + 3_600_000, line: known })).toBe(known);
  expect(await inspect({ readAt: ctimeMs + 1000, line: known })).toBe(line);

  write('rulez');
  const changed = await inspect({ readAt: ctimeMs + 3_600_000, line: known });
  expect(changed.split('\t')[1]).toBe(line.split('\t')[1]);
  expect(changed).toContain('/rulez');
});

test('the hash of a text is that of the words that were read, although the file was saved since', () => {
  write('rules');
  writeFileSync(join(dirname(path), 'second.md'), 'Another text.');
  const [first, second] = opened().folder.contents.texts;
  const { text } = first!;
  write('other');
  expect(second!.text).toBe('Another text.');
  expect(first!.sha256).toBe(hash('sha256', text));
  rmSync(second!.file);
});
