import { type Browser, chromium } from 'playwright';

import { programs } from './programs.ts';

/** A real Chromium that asks nobody but the pages it opens. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: programs.chromium!,
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
