import { expect } from 'vitest';

import { pageTypes } from '../../../../scripts/audit/budgets.ts';
import { suiteBrowser } from '../../../support/browser/suite-browser.ts';
import { testWith } from '../../../support/programs.ts';
import { suiteServer } from '../../../support/serving/serve-host.ts';

const server = suiteServer();
const browser = suiteBrowser();

testWith('chromium')('without storage every page works: no error, no question for consent, both themes', async () => {
  const page = await browser().newPage({ colorScheme: 'dark' });
  const wrong: string[] = [];
  page.on('pageerror', ({ message }) => wrong.push(message));
  // As a browser that blocks the data of sites.
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  });
  const ground = (): Promise<string> => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  for (const { path } of pageTypes) {
    await page.goto(`http://amber.example.localhost:${server.port}${path}`, { waitUntil: 'networkidle' });
    expect(await page.locator('#consent').isVisible(), path).toBe(false);
    const before = await ground();
    await page.locator('footer .theme').click();
    expect(await ground(), path).not.toBe(before);
    expect(wrong, path).toEqual([]);
  }
  await page.close();
});
