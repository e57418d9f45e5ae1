// Random sites, brands without English among them, pass this project's verifier and the validators of others.
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import fc from 'fast-check';
import { formatterFactory } from 'html-validate';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { runAndCapture } from '../../../scripts/lib/run-and-capture.ts';
import { withFormsOf } from '../../../src/edit/model/words.ts';
import { faultsOfFiles, type Root } from '../../model/check-files.ts';
import { mistakesOf } from '../../model/check-site.ts';
import { observeDist } from '../../model/observe-dist.ts';
import { hostsOf, LANGUAGES, ownTexts, sharedTexts, type SitePlan, sitePlans } from '../../model/random-site-plan.ts';
import { noFolder } from '../../support/configured-site.ts';
import { testWith } from '../../support/programs.ts';
import { compiledHere, environment } from '../../support/runnable-project-copy.ts';
import { faultsOfFeeds } from '../../support/site/feed-faults.ts';
import { errorsOfVnu, projectValidator } from '../../support/site/html-validate.ts';
import { shapeOf } from '../../support/site/shape-of.ts';
import { writeTexts } from '../../support/site/small-content.ts';

/** Another seed draws other sites, and more are tried at need: `SEED=7 SITES=50 npm run test:faults`. */
const SEED = Number(process.env.SEED ?? 16);
const SITES = Number(process.env.SITES ?? 10);

const top = mkdtempSync(join(tmpdir(), 'random-sites-'));
const plans = fc.sample(sitePlans(), { seed: SEED, numRuns: SITES });
const sites = plans.map((plan, index) => ({ plan, folder: join(top, String(index)) }));

const rootsOf = (plan: SitePlan): Root[] =>
  plan.flatMap(({ hosts }) =>
    hosts.flatMap(({ name: host, languages }) => languages.map((lang) => ({ host, lang, languages }))),
  );

function writeSite(folder: string, plan: SitePlan): void {
  writeTexts(join(folder, 'src/content'), { ...sharedTexts(), ...ownTexts(plan) });
  cpSync('src/themes/looks', join(folder, 'src/themes/looks'), { recursive: true });
  writeFileSync(join(folder, 'hosts.config.ts'), `export default ${JSON.stringify(hostsOf(plan))};\n`);
  const words = join(folder, 'public/assets/i18n');
  mkdirSync(words, { recursive: true });
  const english = readFileSync('public/assets/i18n/en.json', 'utf8');
  for (const lang of LANGUAGES) writeFileSync(join(words, `${lang}.json`), withFormsOf(noFolder, lang, english));
}

beforeAll(async () => {
  for (const { folder, plan } of sites) writeSite(folder, plan);
  const script = 'tests/support/site/programs/build-sites-here.ts';
  const groups = sites.map(({ folder }) => [{ folder, day: '2026-11-28' }]);
  const env = environment({ ...compiledHere, NODE_ENV: 'production' });
  const { code, output } = await runAndCapture(process.execPath, [script, JSON.stringify(groups)], resolve('.'), env);
  expect(code, output).toBe(0);
});
afterAll(() => rmSync(top, { recursive: true }));

test('some of the sites have no English, and some have no Q&A', () => {
  const brands = plans.flat();
  expect(brands.some(({ hosts }) => hosts.every(({ languages }) => !languages.includes('en')))).toBe(true);
  expect(brands.some(({ source }) => source !== 'en')).toBe(true);
  expect(brands.some(({ hasQa }) => !hasQa)).toBe(true);
});

test(`heads, sitemaps, links and JSON-LD of ${SITES} sites are right`, () => {
  for (const { plan, folder } of sites) {
    const dist = join(folder, 'dist');
    const name = JSON.stringify(plan);
    expect(mistakesOf(observeDist(dist, plan), plan), name).toEqual([]);
    expect(faultsOfFiles(dist, rootsOf(plan)), name).toEqual([]);
  }
});

test('a page without its target, a head of another language and visible markup are found', () => {
  const { folder, plan } = sites[0]!;
  const dist = join(folder, 'dist');
  const { host, lang } = rootsOf(plan)[0]!;
  const file = join(dist, host, lang, 'rules.html');
  const html = readFileSync(file, 'utf8');
  const faulty = html
    .replace('<html lang="', '<html lang="x-')
    .replace(
      '</h1>',
      ' **bold**</h1><a href="/nowhere">1</a><a href="#nowhere">2</a><a href="/rules?lang=xx#rule-99">3</a>',
    );
  writeFileSync(file, faulty);
  const found = faultsOfFiles(dist, rootsOf(plan)).join('\n');
  writeFileSync(file, html);
  for (const fault of ['another language', 'shows **', '"/nowhere"', '"#nowhere"', '"/rules?lang=xx#rule-99"'])
    expect(found).toContain(fault);
});

test('feeds are valid', async () => {
  const feeds = sites.flatMap(({ plan, folder }) =>
    rootsOf(plan).flatMap(({ host, lang, languages }) =>
      ['rules/feed.atom', 'blog/feed.atom'].map((path) => ({
        xml: readFileSync(join(folder, 'dist', host, lang, path), 'utf8'),
        url: `https://${host}/${path}${lang === languages[0] ? '' : `?lang=${lang}`}`,
      })),
    ),
  );
  expect(feeds.length).toBeGreaterThan(SITES);
  expect(await faultsOfFeeds(feeds)).toEqual([]);
});

/** A page of each shape: words alone make no page invalid. */
function distinctFiles(): string[] {
  const shapes = new Map<string, string>();
  for (const { folder } of sites)
    for (const file of globSync('dist/*/*/**/*.html', { cwd: folder })) {
      const path = join(folder, file);
      const shape = shapeOf(readFileSync(path, 'utf8'));
      if (!shapes.has(shape)) shapes.set(shape, path);
    }
  return [...shapes.values()];
}

test('html-validate finds no error', async () => {
  const report = await projectValidator().validateMultipleFiles(distinctFiles());
  expect(formatterFactory('text')(report.results)).toBe('');
});

testWith('java')('the W3C validator finds no error', async () => {
  expect(await errorsOfVnu(distinctFiles())).toEqual([]);
});
