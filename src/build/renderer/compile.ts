import { hash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
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
 * @param folder of the project
 */
export function isCompiled(code: string, folder = '.'): boolean {
  const file = join(folder, SEAL);
  return existsSync(file) && readFileSync(file, 'utf8') === sealOf(code, folder);
}

/** Compiles the pages. */
export async function compile(code: string): Promise<void> {
  const { build } = await import('astro');
  process.env[COMPILE_STEP] = 'true';
  await build({ logLevel: 'silent' });
  if (dsn) await (await import('../../telemetry/errors/bundle.ts')).bundleReporter(dsn, `${COMPILED_DIR}/client`);
  // A program that was changed meanwhile is compiled again by the next build.
  if (codeDigest() === code) seal(code);
}

/**
 * Records that the compiled pages belong to a program.
 * @param code digest of the program
 * @param folder of the project
 */
export const seal = (code: string, folder = '.'): void => writeFileSync(join(folder, SEAL), sealOf(code, folder));

/** The compiled pages. */
export const loadRenderer = (): Promise<typeof Entry> =>
  import(pathToFileURL(resolve(COMPILED_DIR, 'server/entry.mjs')).href) as Promise<typeof Entry>;

function sealOf(code: string, folder: string): string {
  const cwd = join(folder, COMPILED_DIR);
  const files = globSync('{server,client}/**/*.*', { cwd }).toSorted();
  const hashes = files.map((file) => `${file} ${hash('sha256', readFileSync(join(cwd, file)))}`);
  // The compiled pages import modules by absolute path.
  return hash('sha256', [resolve(folder), code, ...hashes].join('\n'));
}
