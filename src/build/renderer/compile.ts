import { fork } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { listFiles } from '../../shared/list-files.ts';
import { COMPILED_DIR } from './adapter.ts';
import { codeDigest } from './code-digest.ts';
import type * as Entry from './render-page.ts';

/** Holds a checksum of the program and the compiled files. It is written last, so a killed build leaves no valid checksum. */
const CHECKSUM_FILE = `${COMPILED_DIR}/checksum`;

/** Less space for short-lived objects, and allocators that return memory at once: a compilation takes 350 MB instead of 420, and as long. */
const FLAGS = ['--max-semi-space-size=1'];
const ALLOCATORS = { MIMALLOC_PURGE_DELAY: '0', MALLOC_ARENA_MAX: '1' };

/**
 * Whether the compiled pages are those of this program.
 * @param code digest of the program
 * @param folder of the project
 */
export function isCompiled(code: string, folder = '.'): boolean {
  const file = join(folder, CHECKSUM_FILE);
  return existsSync(file) && readFileSync(file, 'utf8') === checksumOf(code, folder);
}

/**
 * Compiles the pages in a process of its own, see `compiler-process.ts`.
 * @param signal ends the process
 * @throws Error with the stack of the compiler's error
 */
export async function compilePages(code: string, signal: AbortSignal): Promise<void> {
  const compiler = fork(fileURLToPath(new URL('compiler-process.ts', import.meta.url)), {
    execArgv: FLAGS,
    env: { ...process.env, ...ALLOCATORS },
    signal,
  });
  let failure: object | undefined;
  compiler.on('message', (message: object) => (failure = message));
  const [status, killedBy] = await once(compiler, 'exit');
  if (status !== 0)
    throw Object.assign(
      new Error(),
      failure ?? { message: `The compiler ended with ${killedBy ?? `status ${status}`}.` },
    );
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
