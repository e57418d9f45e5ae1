import { launch } from 'puppeteer-core';
import { expect, onTestFinished } from 'vitest';

import { listenOnFreePort } from '../../../../scripts/lib/listen/listen-on-free-port.ts';
import { CHROMIUM_FLAGS } from '../../../../scripts/lib/programs/chromium.ts';
import { speculationRules } from '../../../../src/generator/files/speculation-rules.ts';
import { staticListener } from '../../../../src/server/static-listener.ts';
import { dist } from '../../../support/dist.ts';
import { programs, testWith } from '../../../support/programs.ts';

testWith('chromium')('a browser fetches a page once that it prerenders, and its speculation rules once', async () => {
  const requested: string[] = [];
  const listener = staticListener(dist);
  const sent = Promise.withResolvers<void>();
  const { port, close } = await listenOnFreePort((request, response) => {
    requested.push(request.url!);
    if (request.url === '/rules') response.once('finish', () => sent.resolve());
    listener(request, response);
  });
  onTestFinished(close);
  // Playwright attaches to no prerendered page, so that Chromium discards it.
  const browser = await launch({ executablePath: programs.chromium!, args: CHROMIUM_FLAGS, headless: 'shell' });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`http://ru.amber.example.localhost:${port}/`);
  const link = (await page.$$('a[href="/rules"]')).at(-1)!;
  await page.waitForNetworkIdle();
  await link.hover();
  await sent.promise;
  await Promise.all([page.waitForNavigation(), link.click()]);
  const navigation = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
      activationStart: number;
    })[];
    return { path: location.pathname, activationStart: entry!.activationStart };
  });
  expect(navigation.path).toBe('/rules');
  expect(navigation.activationStart).toBeGreaterThan(0);
  expect(requested.filter((path) => path === '/rules')).toHaveLength(1);
  expect(requested.filter((path) => path === `/${speculationRules.file}`)).toHaveLength(1);
});
