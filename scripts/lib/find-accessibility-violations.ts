import axe, { type Result } from 'axe-core';
import type { Page } from 'playwright';

/**
 * Finds violations of accessibility rules in a page without frames. A page loads axe once: that takes longer than an analysis.
 * @see https://github.com/dequelabs/axe-core/blob/develop/doc/API.md
 */
export async function findViolations(page: Page): Promise<Result[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const loaded = (globalThis as unknown as { axe: typeof axe }).axe;
    return (await loaded.run({ resultTypes: ['violations'] })).violations;
  });
}
