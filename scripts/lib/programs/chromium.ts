import { existsSync } from 'node:fs';

import { type Browser, chromium } from 'playwright';

import { findOnPath } from './find-on-path.ts';

/** Flags that stop Chromium's own requests. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Playwright's own whole Chromium, else the system's, else nothing. */
export const findChromium = (): string | undefined =>
  existsSync(chromium.executablePath()) ? chromium.executablePath() : findOnPath('chromium');

/** Headless shell of Chromium, which opens pages in a third of the time and asks for no permission; else the whole browser. */
export const findHeadlessShell = (): string | undefined => findOnPath('chromium-headless-shell') ?? findChromium();

/** The 30 s that Playwright waits are too few where other programs need the processor, too. */
const PATIENCE_MS = 90_000;

export async function launchChromium(executablePath: string, flags: string[] = []): Promise<Browser> {
  const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS, ...flags] });
  return browser.on('context', (context) => context.setDefaultTimeout(PATIENCE_MS));
}
