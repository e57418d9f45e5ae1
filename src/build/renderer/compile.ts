import { hash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { listFiles } from '../../shared/list-files.ts';
import { dsn } from '../../telemetry/settings.ts';
import { COMPILE_STEP, COMPILED_DIR } from './adapter.ts';
import { codeDigest } from './code-digest.ts';
import type * as Entry from './render-page.ts';

/** Holds a checksum of the program and the compiled files. It is written last, so a killed build leaves no valid checksum. */
const CHECKSUM_FILE = `${COMPILED_DIR}/checksum`;

/**
 * Whether the compiled pages are those of this program.
 * @param code digest of the program
 * @param folder of the project
 */
export function isCompiled(code: string, folder = '.'): boolean {
  const file = join(folder, CHECKSUM_FILE);
  return existsSync(file) && readFileSync(file, 'utf8') === checksumOf(code, folder);
}

/** Compiles the pages. */
export async function compilePages(code: string): Promise<void> {
  const { build } = await import('astro');
  process.env[COMPILE_STEP] = 'true';
  await build({ logLevel: 'silent' });
  if (dsn) await (await import('./bundle-error-reporter.ts')).bundleErrorReporter(dsn, `${COMPILED_DIR}/client`);
  // Without a checksum the next build compiles again: the program changed during this compilation.
  if (codeDigest() === code) writeChecksum(code);
}

/**
 * Records that the compiled pages belong to a program.
 * @param code digest of the program
 * @param folder of the project
 */
export const writeChecksum = (code: string, folder = '.'): void =>
  writeFileSync(join(folder, CHECKSUM_FILE), checksumOf(code, folder));

/** Imports the compiled pages. */
export const loadRenderer = (): Promise<typeof Entry> =>
  import(pathToFileURL(resolve(COMPILED_DIR, 'server/entry.mjs')).href) as Promise<typeof Entry>;

function checksumOf(code: string, folder: string): string {
  const cwd = join(folder, COMPILED_DIR);
  const files = listFiles(cwd).filter((file) => file.includes('/'));
  const hashes = files.toSorted().map((file) => `${file} ${hash('sha256', readFileSync(join(cwd, file)))}`);
  // The compiled modules import files by absolute path.
  return hash('sha256', [resolve(folder), code, ...hashes].join('\n'));
}
