import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/** Violations that axe finds in a page, each with its first element. */
export async function faultsOf(page: Page): Promise<string[]> {
  // Outside legacy mode axe opens another page per analysis, for cross-origin frames. These pages have no frames.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`);
}

/** Elements that scroll horizontally. */
export const tooWideIn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((box) => box === document.documentElement || /auto|scroll/.test(getComputedStyle(box).overflowX))
      .filter((box) => box.scrollWidth > box.clientWidth)
      .map((box) => `too wide: ${box.className}`),
  );
