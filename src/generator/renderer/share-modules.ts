import { realpathSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

import { SHARED_MODULES } from './shared-modules.ts';

const SOURCES = pathToFileURL(`${realpathSync('src')}/`);

/** Bundled modules by the URL of their source. */
const bundled = new Map(
  SHARED_MODULES.map((name) => [new URL(`${name}.ts`, SOURCES).href, new URL(`${name}.mjs`, import.meta.url).href]),
);

/** Lets compiled pages and the hosts file import modules of the bundled program in place of their sources. */
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const url = bundled.get(found.url);
    return url ? { url, format: 'module' } : found;
  },
});
