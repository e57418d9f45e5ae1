import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { runAndCapture } from '../../../scripts/lib/run-and-capture.ts';
import { copyProject, environment } from '../../support/runnable-project-copy.ts';
import { replace } from '../../support/site/fixture-project.ts';
import { article, writeTexts } from '../../support/site/small-content.ts';

const DOCUMENTS = 'src/content/documents/shared';
const ARTICLES = 'src/content/blog/shared';

/** Tests of pages, links and messages that read the shipped texts. */
const TESTS = [
  'build/output',
  'content/content-errors',
  'content/translation-lock',
  'pages/budgets',
  'pages/browser/consent',
  'pages/heads',
  'pages/browser/navigation',
  'pages/page-texts',
  'pages/programs/validity',
];

test('tests of the site pass with an added language, host, article and rule', { timeout: 600_000 }, async () => {
  const project = copyProject();
  onTestFinished(project.remove);
  const { dir } = project;
  for (const file of ['.htmlvalidate.json', 'tests', 'vitest.config.ts'])
    cpSync(file, join(dir, file), { recursive: true });

  const hosts = `'added.example': { languages: ['en'] }, 'language.added.example': { languages: ['${addLanguage(dir)}'] }, `;
  for (const file of ['hosts.config.ts', 'tests/fixture/site.config.ts'])
    replace(file, 'hosts: {', `hosts: { ${hosts}`)(dir);
  writeTexts(join(dir, ARTICLES, 'en'), { 'added-article.md': article('Added article', 'Text.') });
  for (const lang of readdirSync(join(dir, DOCUMENTS))) addRule(dir, lang);
  expect(await project.run('content-check', {}, ['--accept', 'all'])).toMatchObject({ code: 0 });

  const args = ['node_modules/vitest/vitest.mjs', 'run', ...TESTS.map((name) => `tests/site/${name}.test.ts`)];
  const env = environment({ NODE_COMPILE_CACHE: resolve('.cache/node') });
  const { code, output } = await runAndCapture(process.execPath, args, dir, env);
  expect(code, output).toBe(0);
});

/** Adds a language whose texts are copies of the English ones. @returns its tag */
function addLanguage(dir: string): string {
  const translations = join(dir, 'public/assets/i18n');
  const added = ['nl', 'it', 'sv'].find((tag) => !existsSync(join(translations, `${tag}.json`)))!;
  cpSync(join(translations, 'en.json'), join(translations, `${added}.json`));
  for (const texts of [DOCUMENTS, ARTICLES])
    cpSync(join(dir, texts, 'en'), join(dir, texts, added), { recursive: true });
  // The Q&A is written in English only.
  rmSync(join(dir, DOCUMENTS, added, 'qa.md'));
  return added;
}

/** Adds a rule at the end. */
function addRule(dir: string, lang: string): void {
  const addNext = (last: string, number: string): string =>
    `${last}\n${Number(number) + 1}. **Added.** One more rule. {#added}`;
  replace(`${DOCUMENTS}/${lang}/rules.md`, /^(\d+)\. .*(?![^]*^\d+\. )/m, addNext)(dir);
}
