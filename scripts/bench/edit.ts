/** `npm run bench:edit [-- --runs 5]`: measures the check of texts and the editor on 300 hosts, into docs/benchmark-edit.md. */
import '../lib/terminal/report-user-errors.ts';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

import type { Page } from 'playwright';

import { UserError } from '../../src/shared/user-error.ts';
import { table } from '../lib/markdown-table.ts';
import { median } from '../lib/median.ts';
import { findHeadlessShell, launchChromium } from '../lib/programs/chromium.ts';
import { runAndCapture } from '../lib/run-and-capture.ts';
import { startEditor } from '../lib/start-editor.ts';
import { changeRule, makeSite } from './build/build-scenarios.ts';
import { measureBuild } from './build/measure-build.ts';
import { formatNumber } from './lib/numbers.ts';

const HOSTS = 300;
const KEYS = 20;
const RULE = '/block?kind=document&scope=shared&name=rules&block=rule-17';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });
if (!/^[1-9]\d*$/.test(values.runs)) throw new UserError(`--runs is "${values.runs}". Write a whole number from 1 on.`);
const chromium = findHeadlessShell();
if (!chromium) throw new UserError('Chromium is missing. Install it with: npm run setup');
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const site = makeSite({ hosts: HOSTS, articles: 'own' });
const env = { ...process.env, ...site.settings };
const check = async (...args: string[]): Promise<string> => {
  const { code, output } = await runAndCapture(process.execPath, ['scripts/content-check.ts', ...args], site.dir, env);
  if (code !== 0) throw new UserError(`The check failed:\n${output}`);
  return output;
};
await measureBuild(site.dir, ['--no-compression'], site.settings);
await check('--accept', 'all');

const figures: [what: string, ms: number[]][] = [
  ['`npm run content:check` after a change of an English rule', await repeat(checkOfRule)],
];
const editor = await startEditor(site.dir, site.settings);
const browser = await launchChromium(chromium);
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000);
  figures.push(['the first page of the editor after its start', [await timeOf(() => open(page, '/'))]]);
  figures.push(['the list of texts', await repeat(() => timeOf(() => open(page, '/')))]);
  figures.push(['the page of a rule', await repeat(() => timeOf(() => open(page, RULE)))]);
  figures.push(['from a key to the drawn preview', await redraws(page)]);
} finally {
  await browser.close();
  await editor.stop();
}
writeFileSync('docs/benchmark-edit.md', resultPage());
console.log(`${resultTable()}\n\nThe same is in docs/benchmark-edit.md.`);
process.exit();

/** The time of a check that has to name exactly the translations of the changed rule. */
async function checkOfRule(): Promise<number> {
  changeRule(site);
  let output = '';
  const ms = await timeOf(async () => {
    output = await check();
  });
  const stale = [...output.matchAll(/^ {2}(\S+)#(\S+) {2}/gm)];
  if (!stale.length || stale.some(([, , id]) => id !== 'rule-17'))
    throw new UserError(`The check names other blocks than the changed rule:\n${output}`);
  return ms;
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(editor.origin + path);
}

/** Types in the English field, and waits for the preview after each key. */
async function redraws(page: Page): Promise<number[]> {
  await page.waitForLoadState('networkidle');
  await page.locator('.panel[data-lang="en"]').getByRole('textbox').focus();
  const drawn = (): Promise<number[]> =>
    page.evaluate(() => performance.getEntriesByName('preview').map(({ duration }) => duration));
  for (let key = 0; key < KEYS; key += 1) {
    const { length } = await drawn();
    await page.keyboard.type('a');
    await page.waitForFunction((count) => performance.getEntriesByName('preview').length > count, length);
  }
  return drawn();
}

async function repeat(measure: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < Number(values.runs); run += 1) times.push(await measure());
  return times;
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function resultTable(): string {
  const rows = figures.map(([what, ms]) => [
    what,
    `${formatNumber(median(ms))} ms`,
    `${formatNumber(Math.max(...ms))} ms`,
    String(ms.length),
  ]);
  return table([['until', 'median', 'slowest', 'runs'], ...rows], ['until']);
}

function resultPage(): string {
  return `# Benchmark of the editor

\`npm run bench:edit\` writes this page. The content is that of [benchmark.md](benchmark.md): ${HOSTS} hosts with articles of their own, in eight languages. Editor and browser share ${availableParallelism()} processor cores.

${resultTable()}

- **The check** runs after a build, whose cache of texts it reads. It names exactly the translations of the changed rule; a run that names another block is an error.
- **Pages** are measured in Chromium from the request to the \`load\` event. The preview beside a rule is part of it.
- **The preview** is measured from the last key to the page that shows it, with the pause in which the editor waits for another key.
`;
}
