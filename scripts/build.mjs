/**
 * `npm run build [-- --force] [--compress best] [--no-compression] [--dictionaries] [--watch] [--date 2026-11-22]`: brings dist/ up to date, or reports every problem and leaves dist/ as it was.
 *
 * The program is `lib/build-command.ts`, bundled. For a TypeScript file here, Node would start its compiler, which takes longer than some builds.
 */
import './lib/options/refuse-old-node.mjs';
import './lib/options/refuse-folder-of-program.mjs';
import * as modules from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { isBundled, PROGRAM_DIR, programDigest } from '../src/generator/renderer/program-digest.mjs';

// Web servers read the files of dist/ under every umask of the user.
process.umask(0o022);
// Astro compiles for production, and the pages have to run as they were compiled.
process.env.NODE_ENV = 'production';
// Workers read the variable.
process.env.NODE_COMPILE_CACHE ??= '.build/node';
modules.enableCompileCache();

const program = programDigest();
const bundle = resolve(PROGRAM_DIR, program);
let compiler;
if (!isBundled(bundle)) {
  const { startCompiler } = await import('../src/generator/renderer/start-compiler.mjs');
  compiler = startCompiler(process.env, bundle);
  const isReady = await new Promise((settle) =>
    compiler.once('message', () => settle(true)).once('exit', () => settle(false)),
  );
  // The compiler has printed its error.
  if (!isReady) process.exit(1);
}
const { runBuild } = await import(pathToFileURL(`${bundle}/build-command.mjs`).href);
await runBuild(program, compiler);
