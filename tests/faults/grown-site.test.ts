import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { runAndCapture } from '../../scripts/lib/run-and-capture.ts';
import { copyProject, environment } from '../support/runnable-project-copy.ts';
import { article, writeTexts } from '../support/site/content.ts';
import { replace } from '../support/site/fixture-site.ts';

const DOCUMENTS = 'src/content/documents/shared';

/** Tests of pages, links, servers and messages that read the shipped hosts and texts. */
const TESTS = [
  'build/output',
  'content/content-errors',
  'content/translation-lock',
  'pages/budgets',
  'pages/consent',
  'pages/heads',
  'pages/navigation',
  'pages/page-texts',
  'pages/validity',
  'serving/headers',
  'serving/netlify',
  'serving/servers',
  'serving/start-and-dev',
];

test('tests of the site pass after a host, an article and a rule are added', { timeout: 600_000 }, async () => {
  const project = copyProject();
  onTestFinished(project.remove);
  const { dir } = project;
  for (const file of ['.htmlvalidate.json', 'tests', 'vitest.config.ts'])
    cpSync(file, join(dir, file), { recursive: true });

  replace('hosts.config.ts', 'hosts: {', "hosts: {\n        'added.example': { languages: ['en'] },")(dir);
  writeTexts(join(dir, 'src/content/blog/shared/en'), { 'added-article.md': article('Added article', 'Text.') });
  for (const lang of readdirSync(join(dir, DOCUMENTS))) addRule(dir, lang);
  expect(await project.run('content-check', {}, ['--accept', 'all'])).toMatchObject({ code: 0 });

  const args = ['node_modules/vitest/vitest.mjs', 'run', ...TESTS.map((name) => `tests/site/${name}.test.ts`)];
  const { code, output } = await runAndCapture(process.execPath, args, dir, environment({}));
  expect(code, output).toBe(0);
});

/** Adds a rule at the end. */
function addRule(dir: string, lang: string): void {
  const addNext = (last: string, number: string): string => `${last}\n${Number(number) + 1}. **Added.** One more rule.`;
  replace(`${DOCUMENTS}/${lang}/rules.md`, /^(\d+)\. .*(?![^]*^\d+\. )/m, addNext)(dir);
}
