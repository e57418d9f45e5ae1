import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { chromium } from 'playwright';
import { test } from 'vitest';

/** What tests start beside Node. `npm run setup` installs what is missing. */
export const programs = {
  chromium: existsSync(chromium.executablePath()) ? chromium.executablePath() : onPath('chromium'),
  java: onPath('java'),
};

/** A test that needs a system program: without it, it is skipped and says why, or fails where `CI=true`. */
export function testWith(program: keyof typeof programs): typeof test {
  if (programs[program]) return test;
  const how = `${program} is missing. Install it with: npm run setup`;
  if (process.env.CI === 'true') throw new Error(how);
  console.warn(how);
  return test.skip as typeof test;
}

function onPath(name: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
