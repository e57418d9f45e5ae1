import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import type { Changes } from '../../../src/output/changes.ts';
import { faultsOfFeeds } from '../../support/site/feed-faults.ts';
import { FIXTURE, makeFixture, replace } from '../../support/site/fixture-project.ts';
import { article, writeTexts } from '../../support/site/small-content.ts';

const BLOG = '/blog/feed.atom';
const RULES = '/rules/feed.atom';

test('an article changes its own pages and the feeds that have it', async () => {
  const project = makeFixture();
  onTestFinished(project.remove);
  const { dir } = project;
  const build = async (): Promise<Record<string, string[]>> => {
    const { code, output } = await project.run('build', FIXTURE, ['--no-compression']);
    expect(code, output).toBe(0);
    const { editions } = JSON.parse(readFileSync(join(dir, 'dist/publish/changes.json'), 'utf8')) as Changes;
    return Object.fromEntries(
      editions.map(({ host, lang, ...paths }) => [
        `${host}/${lang}`,
        [paths.added, paths.changed, paths.removed].flatMap((urls) => Object.keys(urls)).toSorted(),
      ]),
    );
  };
  const read = (root: string): string => readFileSync(join(dir, 'dist', root, BLOG), 'utf8');
  const texts = Object.fromEntries(
    Array.from({ length: 21 }, (_, index) => [
      `texts/blog/shared/en/n${index + 1}.md`,
      article(`Article ${index + 1}`, 'See [the rules](/rules).', `2026-02-${String(index + 1).padStart(2, '0')}`),
    ]),
  );
  writeTexts(dir, texts);
  await build();
  const newest = read('plain.example/en');
  expect(newest.match(/<entry>/g)).toHaveLength(10);
  expect(newest).not.toContain('/blog/n1?');

  replace('texts/blog/shared/en/n21.md', 'See', 'Read')(dir);
  expect(await build()).toEqual({ 'plain.example/en': ['/blog/feed.atom', '/blog/n21'] });
  expect(read('plain.example/en')).toContain('Read &lt;a href=&quot;https://plain.example/rules&quot;>');

  // It is older than the newest 10.
  replace('texts/blog/shared/en/n1.md', 'See', 'Read')(dir);
  expect(await build()).toEqual({ 'plain.example/en': ['/blog/n1'] });

  // On a host with several languages, links keep the language.
  replace('texts/blog/shared/de/a11.md', 'Text.', '[Regeln](/rules) und [oben](#top)\n\n## Oben {#top}')(dir);
  await build();
  const german = read('plain.example/de');
  expect(german).toContain('https://plain.example/rules?lang=de&quot;');
  expect(german).toContain('https://plain.example/blog/a11?lang=de#top&quot;');

  // A brand without articles in a language.
  const url = `https://closed.example${BLOG}`;
  expect(await faultsOfFeeds([{ xml: read('closed.example/es'), url }])).toEqual([]);
  expect(read('closed.example/es')).not.toContain('<entry>');
});

test('a change of a rule is in the feed of rules, and a change of its wording alone is not', async () => {
  const project = makeFixture();
  onTestFinished(project.remove);
  const { dir } = project;
  const build = async (): Promise<string[]> => {
    const { code, output } = await project.run('build', FIXTURE, ['--no-compression']);
    expect(code, output).toBe(0);
    const { editions } = JSON.parse(readFileSync(join(dir, 'dist/publish/changes.json'), 'utf8')) as Changes;
    return [...new Set(editions.flatMap(({ changed }) => Object.keys(changed)))].toSorted();
  };
  const read = (root: string): string => readFileSync(join(dir, 'dist', root, RULES), 'utf8');
  await build();
  const url = `https://own.example${RULES}`;
  expect(await faultsOfFeeds([{ xml: read('own.example/de'), url }])).toEqual([]);
  expect(read('own.example/de')).not.toContain('<entry>');

  replace('texts/documents/shared/de/rules.md', 'Number 2 of', 'Nummer 2 von')(dir);
  expect(await build()).toEqual(['/rules']);

  const before = "{ en: '**Rule.** Number 2 of {domain}.', de: '**Rule.** Nummer 2 auf {domain}.' }";
  const note = "{ en: 'The number is \"2\".', de: 'Die Zahl ist „2“ & nicht 3.' }";
  writeTexts(dir, {
    'texts/history/shared/rules/rule-2.yaml': `- day: 2026-02-01\n  note: ${note}\n  before: ${before}\n`,
  });
  expect(await build()).toEqual(expect.arrayContaining([RULES, '/rules/changes']));
  const xml = read('own.example/de');
  expect(await faultsOfFeeds([{ xml, url }])).toEqual([]);
  expect(xml).toContain('<title>Rule: Die Zahl ist „2“ &amp; nicht 3.</title>');
  expect(xml).toContain('<updated>2026-02-01T00:00:00Z</updated>');
  expect(read('plain.example/de')).toContain('href="https://plain.example/rules/changes?lang=de#rule-2_2"');
  // Spanish readers get the English note.
  expect(read('plain.example/es')).toContain('&lt;p lang=&quot;en&quot;>The number is');
});

test('an operator cannot publish a file in the place of a feed', async () => {
  const project = makeFixture();
  onTestFinished(project.remove);
  writeTexts(project.dir, { 'public/blog/feed.atom': '<feed/>' });
  const { code, output } = await project.run('content-check', FIXTURE);
  expect(code).toBe(1);
  expect(output).toContain('public/blog/feed.atom:1  the build makes /blog/feed.atom itself');
});
