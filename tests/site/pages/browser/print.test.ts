import { expect } from 'vitest';

import { pageTypes } from '../../../../scripts/audit/budgets.ts';
import { suiteBrowser } from '../../../support/browser/suite-browser.ts';
import { testWith } from '../../../support/programs.ts';
import { suiteServer } from '../../../support/serving/serve-host.ts';

const server = suiteServer();
const browser = suiteBrowser();

testWith('chromium')('no page prints its navigation, its buttons or the question for consent', async () => {
  const page = await browser().newPage();
  const shown = (): Promise<string[]> =>
    page
      .locator(':is(nav, footer, header details, .consent, .button, .exit):visible')
      .evaluateAll((found) => found.map(({ tagName, className }) => `${tagName} ${className}`));
  for (const { path } of pageTypes) {
    await page.goto(`http://amber.example.localhost:${server.port}${path}`);
    await page.emulateMedia({ media: 'screen' });
    await expect.poll(shown, { message: path }).not.toEqual([]);
    await page.emulateMedia({ media: 'print' });
    expect(await shown(), path).toEqual([]);
  }
  await page.close();
});
