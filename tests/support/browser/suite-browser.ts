import type { Browser } from 'playwright';
import { afterAll, beforeAll } from 'vitest';

import { launchChromium } from '../../../scripts/lib/programs/chromium.ts';
import { programs } from '../programs.ts';

/** Starts Chromium for the tests of a suite, if it is installed. @returns a function that returns the browser, from `beforeAll` on */
export function suiteBrowser(program: 'chromium' | 'wholeChromium' = 'chromium'): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    const path = programs[program];
    if (path) browser = await launchChromium(path);
  });
  afterAll(() => browser?.close());
  return () => browser!;
}
