import axe, { type Result } from 'axe-core';
import type { Page } from 'playwright';

/**
 * Finds violations of accessibility rules in a page without frames. A page loads axe once: that takes longer than an analysis.
 * @param rules ids of the rules to run; all by default
 * @see https://github.com/dequelabs/axe-core/blob/develop/doc/API.md
 */
export async function findViolations(page: Page, rules?: string[]): Promise<Result[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async (only) => {
    const loaded = (globalThis as unknown as { axe: typeof axe }).axe;
    return (await loaded.run({ resultTypes: ['violations'], ...(only && { runOnly: only }) })).violations;
  }, rules);
}
