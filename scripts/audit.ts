/** `npm run audit [-- --runs 5]`: size and audit scores of the built pages, one row per brand and type of page. */
import './lib/options/site-option.ts';
import { parseArgs } from 'node:util';
import { brotliCompressSync } from 'node:zlib';

import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import type { Browser } from 'playwright';

import { staticListener } from '../src/server/static-listener.ts';
import { required } from '../src/shared/required.ts';
import { UserError } from '../src/shared/user-error.ts';
import { openSite, readSiteOptions } from '../src/site/open-site.ts';
import { pageTypes } from './audit/budgets.ts';
import { gradeHeaders } from './audit/observatory.ts';
import { findViolations } from './lib/find-accessibility-violations.ts';
import { listenOnFreePort } from './lib/listen/listen-on-free-port.ts';
import { median } from './lib/median.ts';
import { CHROMIUM_FLAGS, findChromium, launchChromium } from './lib/programs/chromium.ts';
import { redirectOutput } from './lib/terminal/redirect-output.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '1' } } });
const runs = Number(values.runs);
if (!(runs >= 1))
  throw new UserError(`--runs is "${values.runs}". Write how often Lighthouse measures a page, such as 5.`);
const chromium = findChromium();
if (!chromium) throw new UserError('chromium is missing. Install it with: npm run setup');

const LOG = '.cache/logs/audit.log';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

const { editions } = await openSite(readSiteOptions(process.env));
const hosts = [...new Set(editions.map(({ brand }) => brand.defaultHost))];
const pages = hosts.flatMap((host) => pageTypes.map((type) => ({ host, ...type })));
const rows: Record<string, string | number>[] = [];
const site = await listenOnFreePort(staticListener('dist'));
const browser = await launchChromium(chromium);
const chrome = await launch({ chromePath: chromium, chromeFlags: [...CHROMIUM_FLAGS, '--headless=new'] });
// Lighthouse and its parsers print many warnings.
const tools = redirectOutput(LOG);
try {
  for (const [index, { host, name, path }] of pages.entries()) {
    tools.print(`${index + 1} of ${pages.length}  ${host}${path}`);
    rows.push(await measure(host, name, `http://${host}.localhost:${site.port}${path}`));
  }
} finally {
  tools.release();
  chrome.kill();
  await browser.close();
  site.close();
}
console.table(rows);
console.log(`The output of the tools is in ${LOG}`);

async function measure(host: string, type: string, url: string): Promise<Record<string, string | number>> {
  const response = await fetchPage(browser, url);
  const scores = await medianScores(url);
  return {
    host,
    page: type,
    'HTML and CSS, br': brotliCompressSync(response.html).length,
    picture: response.pictureBytes,
    requests: response.requests,
    ...scores,
    axe: response.violations,
    'layout shift': response.layoutShift,
    observatory: gradeOf(host, response),
  };
}

interface Visit {
  html: string;
  headers: Record<string, string>;
  pictureBytes: number;
  requests: number;
  violations: number;
  layoutShift: number;
}

/** Loads a page with the viewport of a phone. */
async function fetchPage(by: Browser, url: string): Promise<Visit> {
  const context = await by.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const bodies: Promise<{ picture: boolean; bytes: number }>[] = [];
  page.on('response', (answer) => {
    // Without the service, requests of islands are redirected to the home page.
    if (answer.status() === 302) return;
    const picture = answer.request().resourceType() === 'image';
    bodies.push(answer.body().then((body) => ({ picture, bytes: body.length })));
  });
  const response = required(await page.goto(url, { waitUntil: 'networkidle' }), url);
  const files = await Promise.all(bodies);
  const layoutShift = await page.evaluate(
    () =>
      new Promise<number>((done) => {
        new PerformanceObserver((list) => {
          done(list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0));
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => done(0), 200);
      }),
  );
  const violations = await findViolations(page);
  const visit = {
    html: await response.text(),
    headers: response.headers(),
    pictureBytes: files.filter(({ picture }) => picture).reduce((sum, { bytes }) => sum + bytes, 0),
    requests: files.length,
    violations: violations.length,
    layoutShift,
  };
  await context.close();
  return visit;
}

/** Median scores, and failed audits of any run. Audits of speed count in their score only. */
async function medianScores(url: string): Promise<Record<string, number | string>> {
  const scores: Record<string, number>[] = [];
  const failed = new Set<string>();
  for (let run = 0; run < runs; run += 1) {
    const result = await lighthouse(url, { port: chrome.port, onlyCategories: CATEGORIES, logLevel: 'error' });
    const { lhr } = required(result, `audit of ${url}`);
    const scoreOf = (name: string): number => required(lhr.categories[name], name).score ?? 0;
    scores.push(Object.fromEntries(CATEGORIES.map((name) => [name, Math.round(scoreOf(name) * 100)])));
    for (const { id, auditRefs } of Object.values(lhr.categories)) {
      if (id === 'performance') continue;
      const faults = auditRefs.filter((ref) => ref.weight > 0 && (required(lhr.audits[ref.id], ref.id).score ?? 1) < 1);
      for (const fault of faults) failed.add(fault.id);
    }
  }
  return {
    ...Object.fromEntries(CATEGORIES.map((name) => [name, median(scores.map((run) => required(run[name], name)))])),
    failed: [...failed].join(' '),
  };
}

function gradeOf(host: string, { headers, html }: Visit): string {
  const { grade, score } = gradeHeaders(host, headers, html);
  return `${grade} ${score}`;
}
