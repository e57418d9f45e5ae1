import { afterAll, beforeAll, describe, expect } from 'vitest';

import { budgets, pageTypes } from '../../../scripts/audit/budgets.ts';
import { faultsOf, tooWideIn } from '../../support/browser/axe.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { editions } from '../../support/dist.ts';
import { testWith } from '../../support/programs.ts';
import { serveHost } from '../../support/site/serve-host.ts';

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

describe.each(['velvet', 'satin'])('%s', (brand) => {
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
      const shift = await page.evaluate(
        () =>
          new Promise<number>((done) => {
            let sum = 0;
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
            }).observe({ type: 'layout-shift', buffered: true });
            requestAnimationFrame(() => requestAnimationFrame(() => done(sum)));
          }),
      );
      expect(shift, path).toBe(budgets.layoutShift);
      expect(await faultsOf(page), `${path} at ${width}`).toEqual([]);
    }
    await context.close();
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
    const art = pictures.filter((path) => path.startsWith('/_astro/'));
    expect(art.map((path) => path.replace(/\.[\w-]+\.avif$/, ''))).toEqual(name ? [`/_astro/art-${name}`] : []);
    await page.close();
  });
});
