import type { Page } from 'playwright';

import { findViolations } from '../../../scripts/lib/find-accessibility-violations.ts';

/** Violations that axe finds in a page in either theme, each with its first element. */
export async function faultsOf(page: Page): Promise<string[]> {
  const light = await findViolations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await findViolations(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark].map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`);
}

/** Elements that scroll horizontally. */
export const tooWideIn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((box) => box === document.documentElement || /auto|scroll/.test(getComputedStyle(box).overflowX))
      .filter((box) => box.scrollWidth > box.clientWidth)
      .map((box) => `too wide: ${box.className}`),
  );
