import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { type Browser, chromium } from 'playwright';

/** Keeps Chromium from asking anybody but the pages it opens. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Playwright's own whole Chromium, else the system's, else nothing. */
export const findChromium = (): string | undefined =>
  existsSync(chromium.executablePath()) ? chromium.executablePath() : findOnPath('chromium');

/** Chromium without its windows, which opens pages in a third of the time and asks for no permission; else a whole one. */
export const findHeadlessShell = (): string | undefined => findOnPath('chromium-headless-shell') ?? findChromium();

/** Path of a program that the shell would start. */
export const findOnPath = (name: string): string | undefined =>
  `${process.env.PATH ?? ''}${delimiter}/usr/sbin`
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable);

export const launchChromium = (executablePath: string, flags: string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS, ...flags] });

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
