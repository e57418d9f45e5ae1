// Pages, the feed of changes and the service show a change of rules from its announcement until 90 days after its day; each build has the bytes of a clean build.
import { cpSync } from 'node:fs';
import { join } from 'node:path';

import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';

import type { RuleChangesFile } from '../../../src/output/rule-changes.ts';
import { compareWithCleanBuild } from '../../support/site/compare-with-clean-build.ts';
import { replace } from '../../support/site/fixture-project.ts';
import { writeTexts } from '../../support/site/small-content.ts';

const EDITIONS = [
  'closed.example/es',
  'lone.example/de',
  'own.example/de',
  'plain.example/de',
  'plain.example/en',
  'plain.example/es',
];
const on = (day: string) => ({ SOURCE_DATE_EPOCH: String(Date.parse(day) / 1000) });
const nothing = (): void => {};
const pagesOf = (...paths: string[]): string[] =>
  EDITIONS.flatMap((edition) => paths.map((path) => `${edition}${path}`)).toSorted();

const { build, compare, change } = compareWithCleanBuild();

/** Announces for 2 December: rule 3 changes, rule 5 goes, and rule 32 comes. */
function announce(dir: string): void {
  for (const lang of ['en', 'de', 'es']) {
    const file = `texts/documents/shared/${lang}/rules.md`;
    replace(file, 'Number 3 of {domain}.', 'Number 3 of {domain}, [renewed](/qa).')(dir);
    replace(file, /^5\. .*\n/m, '')(dir);
    // Markdown needs numbers without a gap.
    let number = 0;
    replace(file, /^[^]*$/, (text) => text.replaceAll(/^\d+\. /gm, () => `${(number += 1)}. `))(dir);
    replace(file, / \{#rule-31\}/, ' {#rule-31}\n31. **Late \\<rule> & more.** Of {brand}. {#rule-32}')(dir);
  }
  const dated =
    "- day: 2026-11-20\n  inForce: 2026-12-02\n  note: { en: 'Note <1> & \"2\" of {brand}.', de: 'Notiz.' }\n";
  writeTexts(dir, {
    'texts/history/shared/rules/rule-3.yaml': `${dated}  important: true\n  before: { en: '**Rule.** Number 3 of {domain}.', de: '**Regel.** Nummer 3.' }\n`,
    'texts/history/shared/rules/rule-5.yaml': `${dated}  removed: true\n  after: rule-4\n  before: { en: '**Going.** Away.' }\n`,
    'texts/history/shared/rules/rule-32.yaml': dated,
    'texts/report-rules.json': '{ "spam": "rule-3", "threat": "rule-32" }',
  });
}

const rulesIn = (html: string): string[] => {
  const $ = load(html);
  return $('.text li')
    .get()
    .map((rule) => $(rule).text().replaceAll(/\s+/g, ' ').trim());
};

describe('a change of rules that is announced', () => {
  test('shows the rules in force and the day, on pages of rules and of changes only', async () => {
    await build(nothing, on('2026-11-29'));
    const { pages, rendered, manifest, read, output } = await build(announce, on('2026-11-30'));
    expect(pages.toSorted()).toEqual(pagesOf('/rules', '/rules/changes'));
    expect(rendered).toBe(pages.length);
    expect(manifest.nextBuild).toBe('2026-12-02');
    expect(output).toContain('due on 2026-12-02');

    const html = read('plain.example/en/rules.html');
    const rules = rulesIn(html);
    expect(rules[2]).toBe('3. Rule. Number 3 of plain.example.Changes on 2 December 2026');
    expect(rules[4]).toBe('5. Going. Away.Ends on 2 December 2026');
    expect(rules[30]).toContain('31. Rule. Number 31');
    expect(rules[31]).toBe('From 2 December 2026: Late <rule> & more');
    expect(rules).toHaveLength(32);
    const $ = load(html);
    expect($('#rule-3 .change a').attr('href')).toBe('/rules/changes#rule-3');
    expect($('#rule-32').hasClass('coming')).toBe(true);
    expect($('.contents a[href="#rule-5"]').text()).toBe('Going');
    expect($('.contents a[href="#rule-32"]')).toHaveLength(0);

    // A language that the history lacks shows the English rule, marked as such.
    const spanish = load(read('plain.example/es/rules.html'));
    expect(spanish('#rule-3').attr('lang')).toBe('en');
    expect(spanish('#rule-3 .change').attr('lang')).toBe('es');
    expect(spanish('#rule-3 .change a').attr('href')).toBe('/rules/changes?lang=es#rule-3');

    const changes = load(read('plain.example/en/rules/changes.html'));
    expect(
      changes('article')
        .get()
        .map((entry) => entry.attribs['id']),
    ).toEqual(['rule-3_2', 'rule-32_1', 'rule-5_2']);
    const first = changes('article').first();
    expect(first.find('h2').attr('id')).toBe('rule-3');
    expect(first.find('h2 a').attr('href')).toBe('/rules#rule-3');
    expect(first.find('.date').text()).toBe('Changed on 20 November 2026, in force from 2 December 2026');
    expect(first.text()).toContain('Note <1> & "2" of Plain.');
    expect(first.find('ins').text()).toBe(', renewed');
    expect(changes('[id="rule-5_2"] del').text()).toBe('Going. Away.');
    expect(changes('[id="rule-5_2"] a')).toHaveLength(0);
    const german = load(read('plain.example/es/rules/changes.html'));
    expect(german('[id="rule-3_2"] p[lang=en]').text()).toContain('Note');
  });

  test('changes no page on a day on which nothing changes', async () => {
    // The comparison is also that of the announcement.
    const { pages, rendered } = await change(nothing, on('2026-12-01'));
    expect({ pages, rendered }).toEqual({ pages: [], rendered: 0 });
  });

  test('is in force on its day, and shows it for 90 days', async () => {
    // The last test compares the pages of this day.
    const due = await build(nothing, on('2026-12-02'));
    expect(due.pages.toSorted()).toEqual(pagesOf('/rules', '/rules/changes'));
    expect(due.manifest.nextBuild).toBe('2027-03-02');
    const rules = rulesIn(due.read('plain.example/en/rules.html'));
    expect(rules).toHaveLength(31);
    expect(rules[2]).toContain('renewed.Changed text, in force since 2 December 2026');
    expect(rules[4]).toContain('5. Rule. Number 6');
    expect(rules[30]).toContain('Of Plain.Changed text, in force since');

    for (const path of ['rules', 'rules/changes'])
      expect(due.read('plain.example/en/sitemap.xml')).toContain(
        `<loc>https://plain.example/${path}</loc><lastmod>2026-12-02</lastmod>`,
      );

    const last = await build(nothing, on('2027-03-01'));
    expect(last.rendered).toBe(0);
    const over = await build(nothing, on('2027-03-02'));
    expect(over.pages.toSorted()).toEqual(pagesOf('/rules'));
    expect(over.manifest.nextBuild).toBeNull();
    expect(over.read('plain.example/en/rules.html')).not.toContain('class="change"');
  });

  test('changes the page of changes only where its note does', async () => {
    const { pages } = await build(
      replace('texts/history/shared/rules/rule-3.yaml', 'Notiz', 'Hinweis'),
      on('2027-03-02'),
    );
    expect(pages.toSorted()).toEqual(pagesOf('/rules/changes').filter((page) => page.includes('/de/')));
  });
});

test('a document without changes has a page that says so', async () => {
  const { read } = await build(nothing, on('2027-03-02'));
  const page = load(read('plain.example/en/privacy_policy/changes.html'));
  expect(page('main').text()).toContain('Nothing has changed since this text was first published.');
  expect(page('link[rel=canonical]').attr('href')).toBe('https://plain.example/privacy_policy/changes');
  expect(read('plain.example/en/sitemap.xml')).toContain('<loc>https://plain.example/rules/changes</loc>');
});

test('rules of a host have changes of their own, and are canonical to themselves', async () => {
  // The comparison is also that of other hosts after 90 days and of the changed note.
  const { pages, read } = await change((dir) => {
    const file = 'texts/documents/own.example/de/rules.md';
    cpSync(join(dir, 'texts/documents/shared/de/rules.md'), join(dir, file));
    replace(file, 'Number 2', 'Nummer 2')(dir);
    writeTexts(dir, {
      'texts/history/own.example/rules/rule-2.yaml':
        "- day: 2026-12-01\n  note: { en: 'Own.' }\n  before: { de: '**Rule.** Number 2 of {domain}.' }\n",
    });
  }, on('2027-03-02'));
  expect(pages).toContain('own.example/de/rules/changes');
  const own = load(read('own.example/de/rules/changes.html'));
  expect(own('link[rel=canonical]').attr('href')).toBe('https://own.example/rules/changes');
  expect(own('del').text()).toBe('Number');
  expect(own('[id="rule-3_2"]')).toHaveLength(0);
});

test('the service reads versions, titles and changes of each edition', async () => {
  const lists = async (day: string) => {
    const { read } = await build(nothing, on(day));
    const { editions, lists: all } = JSON.parse(read('publish/rule-changes.json')) as RuleChangesFile;
    expect(Object.keys(editions).toSorted()).toEqual(EDITIONS);
    return all[editions['plain.example/en']!]!;
  };
  const ahead = await lists('2026-12-01');
  expect(ahead.blocks).toMatchObject({ 'rules#rule-3': { version: 1, title: 'Rule' }, 'rules#rule-5': { version: 1 } });
  expect(ahead.reasons).toEqual({ spam: { rule: 'rule-3', version: 1, title: 'Rule' } });
  expect(ahead.changes).toContainEqual({
    document: 'rules',
    id: 'rule-3',
    version: 2,
    day: '2026-11-20',
    inForce: '2026-12-02',
    important: true,
    title: 'Rule',
    note: 'Note <1> & "2" of Plain.',
  });
  const due = await lists('2026-12-02');
  await compare(on('2026-12-02'));
  expect(due.blocks).not.toHaveProperty(['rules#rule-5']);
  expect(due.reasons).toMatchObject({ spam: { version: 2 }, threat: { rule: 'rule-32', version: 1 } });
  expect((await lists('2028-01-06')).changes).toEqual([]);
});
