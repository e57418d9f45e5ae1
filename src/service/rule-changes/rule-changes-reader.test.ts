import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test, vi } from 'vitest';

import type { RuleChangesFile } from '../../output/rule-changes.ts';
import type { Edition } from '../../site/editions/editions.ts';
import { ruleChangesReader } from './rule-changes-reader.ts';

const edition = { host: 'a.example', lang: 'en' } as Edition;
const listOf = (title: string) => ({ blocks: { 'rules#one': { version: 2, title } }, reasons: {}, changes: [] });
const fileWith = (title: string): string =>
  JSON.stringify({ version: 1, editions: { 'a.example/en': 0 }, lists: [listOf(title)] } satisfies RuleChangesFile);

function dist() {
  const folder = mkdtempSync(join(tmpdir(), 'rule-changes-'));
  const file = join(folder, 'publish/rule-changes.json');
  mkdirSync(join(folder, 'publish'));
  let time = 1_700_000_000;
  const write = (text: string): void => {
    writeFileSync(file, text);
    time += 1;
    utimesSync(file, time, time);
  };
  return { folder, write, remove: () => rmSync(file) };
}

const damaged = ['', '{"version":1', 'null', '{}', '{"version":1,"editions":{"a.example/en":0},"lists":[{}]}'];

test.each(damaged)('%j instead of the changes leaves those read before, and is reported once', (text) => {
  const { folder, write, remove } = dist();
  write(fileWith('One'));
  const onError = vi.fn<(error: unknown) => void>();
  const read = ruleChangesReader(folder, onError);
  write(text);
  const before = read();
  expect(before(edition)).toEqual(listOf('One'));
  expect(read()).toBe(before);
  expect(onError).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ message: expect.stringContaining('is damaged') as string }),
  );
  write(fileWith('Two'));
  expect(read()(edition)).toEqual(listOf('Two'));
  remove();
  expect(read()(edition).blocks).toEqual({});
  expect(onError).toHaveBeenCalledOnce();
});

test.each(damaged)('a start with %j instead of the changes is refused', (text) => {
  const { folder, write } = dist();
  write(text);
  expect(() => ruleChangesReader(folder, () => {})).toThrow(
    /rule-changes\.json is damaged\. Remove .* and build again/,
  );
});
