import { cpSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { FIXTURE, makeFixture, replace } from '../../support/site/fixture-project.ts';
import { article, document, writeTexts } from '../../support/site/small-content.ts';

test('a build finds links that died since the last build through changes elsewhere', async () => {
  const { dir, run, remove } = makeFixture();
  onTestFinished(remove);
  const links =
    '[page](/blog/a2) [id](/contacts#part) [file](/ads.txt) [due](/blog/due) [far](https://own.example/blog/far)';
  writeTexts(dir, {
    'texts/blog/shared/de/links.md': article(
      'Title',
      `${links} [new](https://new.example/nowhere) [half](https://own.example/contacts?lang=de#half)`,
    ),
    'texts/blog/shared/de/due.md': article('Title', 'Text.', '2026-11-01'),
    'texts/blog/own.example/de/far.md': article('Title', 'Text.'),
    'public/ads.txt': 'all',
    'texts/documents/shared/de/contacts.md': document('## Part {#part}\n\nText.\n\n## Half {#half}\n\nText.'),
  });
  const build = (day = '2026-11-02') =>
    run('build', { ...FIXTURE, SOURCE_DATE_EPOCH: String(Date.parse(day) / 1000) }, ['--no-compression']);
  const first = await build();
  expect(first.code, first.output).toBe(0);
  cpSync(join(dir, '.cache/texts'), join(dir, 'texts-of-first-build'));
  const rewrite = (file: string, from: string, to: string): void => {
    const { atime, mtime } = statSync(join(dir, file));
    replace(file, from, to)(dir);
    utimesSync(join(dir, file), atime, mtime);
  };

  for (const [file, breakLink, missing, day] of [
    ['texts/blog/shared/de/a2.md', (path: string) => rmSync(path), 'page /blog/a2 in de'],
    [
      'texts/documents/shared/de/contacts.md',
      () => replace('texts/documents/shared/de/contacts.md', '{#part}', '{#other}')(dir),
      '"part" in texts/documents/shared/de/contacts.md',
    ],
    [
      'texts/documents/shared/de/contacts.md',
      () => replace('texts/documents/shared/de/contacts.md', '{#half}', '{#other}')(dir),
      '"half" in texts/documents/shared/de/contacts.md',
    ],
    ['public/ads.txt', (path: string) => rmSync(path), 'page /ads.txt in de'],
    ['texts/blog/own.example/de/far.md', (path: string) => rmSync(path), 'page /blog/far in own.example'],
    [
      'hosts.ts',
      () => replace('hosts.ts', "'own.example': {", "'new.example': { languages: ['de'] }, 'own.example': {")(dir),
      'page /nowhere in new.example',
    ],
    ['texts/blog/shared/de/due.md', () => {}, 'page /blog/due in de before 2026-11-01', '2026-10-31'],
    // Neither its size nor its time of modification shows this change.
    [
      'texts/blog/shared/de/links.md',
      () => rewrite('texts/blog/shared/de/links.md', 'a2', 'zz'),
      'page /blog/zz in de',
    ],
  ] satisfies [file: string, breakLink: (path: string) => void, missing: string, day?: string][]) {
    const path = join(dir, file);
    const before = readFileSync(path);
    cpSync(join(dir, 'texts-of-first-build'), join(dir, '.cache/texts'));
    breakLink(path);
    const { code, output } = await build(day);
    expect(code, output).toBe(1);
    expect(output).toContain(`is dead: there is no ${missing}`);
    expect(output).toContain('1 problem(s):');
    writeFileSync(path, before);
  }
});
