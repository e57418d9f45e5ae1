// A brand without English is checked against its own source language, and may leave the Q&A out.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { load } from 'cheerio';
import { expect, test } from 'vitest';

import { withFormsOf } from '../../../src/edit/model/words.ts';
import { parseHosts } from '../../../src/site/editions/parse-hosts.ts';
import { siteLanguagesOf } from '../../../src/site/editions/site-languages.ts';
import { noFolder } from '../../support/configured-site.ts';
import { copyCompiledProject, type Project } from '../../support/runnable-project-copy.ts';
import { projectPerTest } from '../../support/site/project-per-test.ts';
import { smallTexts, writeTexts } from '../../support/site/small-content.ts';
import { LOOK } from '../../support/site/two-looks.ts';

const SITE = {
  HOSTS_CONFIG: 'hosts.mjs',
  CONTENT_DIR: 'texts',
  SOURCE_DATE_EPOCH: String(Date.parse('2026-11-23') / 1000),
};
const LANGUAGES = ['tr', 'ja', 'ar'];
const WORDS = 'public/assets/i18n';
const RULES = 'texts/documents/shared';

const brand = {
  name: 'Gece',
  email: 'hello@gece.example',
  look: LOOK,
  securityTxtExpires: '2027-10-31',
  sourceLanguage: 'tr',
  defaultHost: 'gece.example',
  hosts: { 'gece.example': { languages: ['tr', 'ja'] }, 'ar.gece.example': { languages: ['ar'] } },
};

/** Chinese has the plural forms of Japanese. */
const languages = { ja: { name: 'Nihongo', formats: 'zh' } };

const project = projectPerTest((): Project => {
  const copy = copyCompiledProject();
  const texts = smallTexts(LANGUAGES);
  delete texts['documents/shared/en/qa.md'];
  writeTexts(join(copy.dir, 'texts'), texts);
  writeFileSync(
    join(copy.dir, 'hosts.mjs'),
    `export default ${JSON.stringify({ languages, brands: { gece: brand } })};`,
  );
  const words = join(copy.dir, WORDS);
  const english = readFileSync(join(words, 'en.json'), 'utf8');
  for (const lang of LANGUAGES) writeFileSync(join(words, `${lang}.json`), withFormsOf(noFolder, lang, english));
  return copy;
});

const check = (...args: string[]) => project.run('content-check', SITE, args);
const page = (path: string): string => readFileSync(join(project.dir, 'dist', path), 'utf8');

test('the source language of shared texts is that of all brands, else English', () => {
  const brands = (...sources: string[]) => ({
    brands: Object.fromEntries(
      sources.map((sourceLanguage, index) => [
        `b${index}`,
        {
          ...brand,
          sourceLanguage,
          defaultHost: `h${index}.example`,
          hosts: { [`h${index}.example`]: { languages: [sourceLanguage], closed: false } },
        },
      ]),
    ),
  });
  const sourceOf = (scope: string, ...sources: string[]) =>
    siteLanguagesOf(parseHosts(brands(...sources), 'hosts')).sources.get(scope);
  expect(sourceOf('shared', 'tr', 'tr')).toBe('tr');
  expect(sourceOf('shared', 'tr', 'ja')).toBe('en');
  expect(sourceOf('b1', 'en', 'ja')).toBe('ja');
  expect(sourceOf('h1.example', 'en', 'ja')).toBe('ja');
});

test('a site without English builds, and shows no Q&A where it has none', async () => {
  const { code, output } = await project.run('build', SITE, ['--no-compression']);
  expect(code, output).toBe(0);
  for (const root of ['gece.example/tr', 'gece.example/ja', 'ar.gece.example/ar']) {
    expect(existsSync(join(project.dir, 'dist', root, 'qa.html'))).toBe(false);
    expect(page(`${root}/rules.html`)).not.toContain('/qa');
  }
  expect(page('gece.example/tr/sitemap.xml')).not.toContain('/qa');
  // Browsers write dates, numbers, plural forms and names of languages as the hosts file says.
  const localeOf = (root: string): unknown[] => {
    const { locale, names } = JSON.parse(load(page(`${root}/chat.html`))('astro-island').attr('props')!);
    const [moderation, connection] = [
      ['moderation', '#moderation'],
      ['test', '#connection'],
    ].map(([name, selector]) => load(page(`${root}/${name}.html`))(selector).attr('data-locale'));
    return [locale[1], names[1].ja[1], moderation, connection];
  };
  expect(localeOf('gece.example/tr')).toEqual(['tr', 'Nihongo', 'tr', 'tr']);
  expect(localeOf('gece.example/ja')).toEqual(['zh', 'Nihongo', 'zh', 'zh']);

  const qa = smallTexts(['en'])['documents/shared/en/qa.md']!;
  writeTexts(join(project.dir, 'texts'), { 'documents/shared/tr/qa.md': qa });
  const lacking = await check();
  expect(lacking.code).toBe(1);
  for (const lang of ['ja', 'ar'])
    expect(lacking.output).toContain(`${RULES}/${lang}/qa.md:1  the document is missing`);
  writeTexts(join(project.dir, 'texts'), { 'documents/shared/ja/qa.md': qa, 'documents/shared/ar/qa.md': qa });
  const whole = await project.run('build', SITE, ['--no-compression']);
  expect(whole.code, whole.output).toBe(0);
  expect(page('gece.example/ja/rules.html')).toContain('href="/qa?lang=ja"');
  expect(page('gece.example/ja/qa.html')).toContain('<link rel="canonical" href="https://gece.example/qa?lang=ja"');
  expect(page('gece.example/ja/qa.html')).not.toContain('lang="en"');
});

test('a change that translations have not followed is shown in the source language, with its direction', async () => {
  const rule = '**Rule.** Number 1 of {domain}.';
  project.edit(`${RULES}/tr/rules.md`, rule, '**Rule.** Number 1 always of {domain}.');
  writeTexts(join(project.dir, 'texts/history'), {
    'shared/rules/rule-1.yaml': `- day: 2026-11-20\n  inForce: 2026-12-20\n  note: { tr: 'Her zaman.' }\n  before: { tr: '${rule}', ja: '${rule}' }\n`,
  });
  const { code, output } = await project.run('build', SITE, ['--no-compression']);
  expect(code, output).toBe(0);
  const changes = (root: string) => load(page(`${root}/rules/changes.html`))('#rule-1_2, [id="rule-1_2"]').first();
  for (const root of ['gece.example/tr', 'gece.example/ja', 'ar.gece.example/ar'])
    expect(changes(root).find('.difference ins').text(), root).toBe('always');
  expect(changes('gece.example/ja').find('.difference').attr()).toEqual({ class: 'difference', lang: 'tr' });
  expect(changes('ar.gece.example/ar').find('.difference').attr()).toMatchObject({ lang: 'tr', dir: 'ltr' });
  expect(changes('ar.gece.example/ar').find('p[lang=tr]').attr('dir')).toBe('ltr');
  expect(page('ar.gece.example/ar/rules/feed.atom')).toContain('lang=&quot;tr&quot; dir=&quot;ltr&quot;');
  const marked = load(page('ar.gece.example/ar/rules.html'));
  expect(marked('#rule-1').attr()).toMatchObject({ lang: 'tr', dir: 'ltr' });
  expect(marked('#rule-1 .change').attr()).toMatchObject({ lang: 'ar', dir: 'rtl' });
});

test('rules, words, links and histories are compared with those of the source language', async () => {
  await check('--accept', 'all');
  project.edit(`${RULES}/ja/rules.md`, /^2\. .*\n/m, '');
  project.edit(`${RULES}/ja/rules.md`, /^3\. /m, '2. ');
  project.edit(`${RULES}/tr/contacts.md`, 'Write', '[Rules](/rules#nowhere) [Q](/qa) write');
  project.edit(`${WORDS}/ar.json`, /"enter": ".*",?\n/, '');
  project.edit(`${WORDS}/tr.json`, /"readingTime_other": ".*",?\n/, '');
  writeTexts(join(project.dir, 'texts/history'), {
    'shared/rules/rule-1.yaml':
      "- day: 2026-11-01\n  note: { ja: '変わりました。' }\n  before: { ja: '**Rule.** 前。' }\n",
  });
  const { code, output } = await check();
  expect(code).toBe(1);
  for (const words of [
    `${RULES}/ja/rules.md:8  the rule "rule-2" is missing. Translate it from ${RULES}/tr/rules.md`,
    'the link "/rules#nowhere" is dead',
    'the link "/qa" is dead: there is no page /qa in tr',
    `${WORDS}/ar.json`,
    'the word "home.enter" is missing. Add it and translate',
    'the plural form "blog.readingTime_other" is missing',
    'rule-1.yaml:2  note has no text in "tr", the source language. Add tr',
  ])
    expect(output).toContain(words);
  // What follows from a word that the source language lacks is said there.
  expect(output.match(/^ {2}.*readingTime_.*$/gm)?.length).toBe(1);
});

test('translations are older than the source language, and words that the program shows are missed', async () => {
  await check('--accept', 'all');
  project.edit(`${RULES}/tr/rules.md`, 'Number 3 of', 'Number 3 always of');
  const older = await check();
  expect(older.code, older.output).toBe(0);
  expect(older.output).toContain('2 translation(s) older than their source:');
  for (const lang of ['ja', 'ar']) expect(older.output).toContain(`${RULES}/${lang}/rules.md#rule-3  `);

  for (const lang of LANGUAGES) project.edit(`${WORDS}/${lang}.json`, /"enter": ".*",?\n/, '');
  const missed = await check();
  expect(missed.output).toContain(
    'the word "home.enter" is missing, which the program shows. Add it; in English it is',
  );
});
