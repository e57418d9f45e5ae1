import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

/** What axe finds wrong with a page, with the first place where it is. */
export async function faultsOf(page: Page): Promise<string[]> {
  // The mode for frames of other origins opens a page of its own each time, and no page here has frames.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`);
}

/** What has to be scrolled to the side. */
export const tooWideIn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((box) => box === document.documentElement || /auto|scroll/.test(getComputedStyle(box).overflowX))
      .filter((box) => box.scrollWidth > box.clientWidth)
      .map((box) => `too wide: ${box.className}`),
  );
