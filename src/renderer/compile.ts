import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { COMPILED_DIR } from './adapter.ts';
import type * as Entry from './entry.ts';

/** Written last, so that a build that was killed leaves nothing to trust. */
const MADE_OF = `${COMPILED_DIR}/made-of`;

/**
 * Compiles the pages, unless that has been done.
 * @param code digest of the program
 * @param force compiles them in any case
 */
export async function compile(code: string, force: boolean): Promise<void> {
  if (!force && existsSync(MADE_OF) && readFileSync(MADE_OF, 'utf8') === code) return;
  const { build } = await import('astro');
  await build({ logLevel: 'silent' });
  writeFileSync(MADE_OF, code);
}

/** The compiled pages. */
export const loadRenderer = (): Promise<typeof Entry> =>
  import(pathToFileURL(resolve(COMPILED_DIR, 'server/entry.mjs')).href) as Promise<typeof Entry>;
