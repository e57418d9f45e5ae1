import { hash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { dsn } from '../../telemetry/settings.ts';
import { COMPILE_STEP, COMPILED_DIR } from './adapter.ts';
import { codeDigest } from './code-digest.ts';
import type * as Entry from './render-page.ts';

/** What was compiled, and what came out. Written last, so that a build that was killed leaves nothing to trust. */
const SEAL = `${COMPILED_DIR}/seal`;

/**
 * Whether the pages have been compiled.
 * @param code digest of the program
 */
export const isCompiled = (code: string): boolean => existsSync(SEAL) && readFileSync(SEAL, 'utf8') === sealOf(code);

/** Compiles the pages. */
export async function compile(code: string): Promise<void> {
  const { build } = await import('astro');
  process.env[COMPILE_STEP] = 'true';
  await build({ logLevel: 'silent' });
  if (dsn) await (await import('../../telemetry/errors/bundle.ts')).bundleReporter(dsn, `${COMPILED_DIR}/client`);
  // A program that was changed meanwhile is compiled again by the next build.
  if (codeDigest() === code) writeFileSync(SEAL, sealOf(code));
}

/** The compiled pages. */
export const loadRenderer = (): Promise<typeof Entry> =>
  import(pathToFileURL(resolve(COMPILED_DIR, 'server/entry.mjs')).href) as Promise<typeof Entry>;

function sealOf(code: string): string {
  const files = globSync('{server,client}/**/*.*', { cwd: COMPILED_DIR }).toSorted();
  const hashes = files.map((file) => `${file} ${hash('sha256', readFileSync(`${COMPILED_DIR}/${file}`))}`);
  // It imports modules of this very folder.
  return hash('sha256', [resolve('.'), code, ...hashes].join('\n'));
}
