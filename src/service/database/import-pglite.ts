import { setFlagsFromString } from 'node:v8';

import type { PGlite } from '@electric-sql/pglite';

/**
 * Imports PGlite, and keeps machine code that WebAssembly has replaced in memory: Node 24 can abort while it frees such code.
 * @see https://github.com/nodejs/node/issues/64500
 */
export async function importPGlite(): Promise<typeof PGlite> {
  setFlagsFromString('--no-wasm-code-gc');
  return (await import('@electric-sql/pglite')).PGlite;
}
