import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, vi } from 'vitest';

import { budgets, pageTypes } from '../../../../scripts/audit/budgets.ts';
import { listenOnFreePort } from '../../../../scripts/lib/listen/listen-on-free-port.ts';
import { faultsOf, tooWideIn } from '../../../support/browser/axe.ts';
import { suiteBrowser } from '../../../support/browser/suite-browser.ts';
import { editions, readFile } from '../../../support/dist.ts';
import { testWith } from '../../../support/programs.ts';
import { serveHost } from '../../../support/serving/serve-host.ts';

const test = testWith('chromium');

const browser = suiteBrowser();

test('an inaccessible or too wide page is found', async () => {
  const page = await browser().newPage();
  await page.setContent(
    '<html lang="en"><title>Faulty</title><main><h1>Faulty</h1><img src="x"><pre style="width:200vw">x',
  );
  expect(await faultsOf(page)).toEqual([expect.stringContaining('image-alt')]);
  expect(await tooWideIn(page)).toEqual([expect.stringContaining('too wide')]);
  await page.close();
});

test('no page scrolls sideways at 320 pixels in any language', async () => {
  const server = await serveHost('amber.example');
  const { hostLanguages } = editions.find(({ host }) => host === 'amber.example')!;
  const page = await browser().newPage({ viewport: { width: 320, height: 640 } });
  for (const lang of hostLanguages)
    for (const { path } of pageTypes) {
      await page.goto(`${server.origin}${path}?lang=${lang}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path} in ${lang}`).toBe(320);
    }
  await page.close();
  server.close();
});

describe.each(['amber', 'onyx'])('%s', (brand) => {
  const edition = editions.find(
    (one) => one.brand.id === brand && one.lang === 'ru' && one.hostLanguages.length === 1,
  )!;
  let server: Awaited<ReturnType<typeof serveHost>>;

  beforeAll(async () => {
    server = await serveHost(edition.host);
  });

  afterAll(() => server.close());

  test.each([360, 1280])('is accessible on every type of page at %i pixels, and no layout shifts', async (width) => {
    const context = await browser().newContext({ viewport: { width, height: 800 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    for (const { path } of pageTypes) {
      await page.goto(`${server.origin}${path}`);
      expect(await layoutShiftOf(page, 'once the page is read'), path).toBe(budgets.layoutShift);
      // Brands differ in colours alone, which are the same at every width.
      if (width === 360 || brand === 'amber') expect(await faultsOf(page), `${path} at ${width}`).toEqual([]);
    }
    await context.close();
  });

  test.each(['<summary', '<nav', '</nav'])('shifts no part of a header that arrives up to %s at first', async (end) => {
    const html = readFile(edition, 'rules.html');
    const cut = html.indexOf(end);
    expect(cut).toBeGreaterThan(0);
    let sendRest!: () => void;
    const parts = await listenOnFreePort((request, response) => {
      if (request.url === '/rules') {
        response.setHeader('content-type', 'text/html').write(html.slice(0, cut));
        sendRest = () => response.end(html.slice(cut));
      } else response.writeHead(404).end();
    });
    const page = await browser().newPage({ viewport: { width: 360, height: 800 } });
    await page.goto(`http://127.0.0.1:${parts.port}/rules`, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length);
    sendRest();
    await page.waitForLoadState();
    expect(await layoutShiftOf(page)).toBe(budgets.layoutShift);
    await page.close();
    parts.close();
  });

  test.concurrent.each([
    [1440, 'wide'],
    [1300, 'wide'],
    [1299, '1299'],
    [916, '1299'],
    [915, '915'],
    [627, '627'],
    [201, '627'],
    [200, undefined],
  ])('fetches exactly one picture at %i pixels, or none', async (width, name) => {
    const page = await browser().newPage({ viewport: { width, height: 800 } });
    const pictures: string[] = [];
    page.on(
      'request',
      (request) => request.resourceType() === 'image' && pictures.push(new URL(request.url()).pathname),
    );
    await page.goto(`${server.origin}/rules`, { waitUntil: 'networkidle' });
    // A busy machine is idle before it has applied the styles, which name the pictures.
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length);
    const art = () =>
      pictures.filter((path) => path.startsWith('/_astro/')).map((path) => path.replace(/\.[\w-]+\.avif$/, ''));
    await vi.waitFor(() => expect(art()).toEqual(name ? [`/_astro/art-${name}`] : []));
    await page.close();
  });
});

/**
 * Cumulative layout shift up to now.
 * Once the page is read: without shifts of parts that the parser had not read, which depend on the speed of the machine.
 */
const layoutShiftOf = (page: Page, since?: 'once the page is read'): Promise<number> =>
  page.evaluate(
    (isRead) =>
      new Promise<number>((done) => {
        const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
            if (!isRead || entry.startTime > navigation!.domInteractive) sum += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => done(sum)));
      }),
    since,
  );
