import type { ChildProcess } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';

import { checkSecurityTxtExpiry } from '../check/check-security-txt-expiry.ts';
import type { Output } from '../output/folders.ts';
import { readManifestIfIntact } from '../output/manifest.ts';
import type { Site } from '../site/editions/editions.ts';
import type { Telemetry } from '../telemetry/settings.ts';
import type { Compression } from './files/compress.ts';
import { inputDigest } from './incremental/input-digest.ts';
import { exposeDamage } from './incremental/intact-editions.ts';
import { rememberOptions } from './incremental/last-options.ts';
import { rememberBuild, reportIfUnchanged } from './incremental/unchanged-build.ts';
import { codeDigest } from './renderer/code-digest.ts';
import { compilePages, isCompiled } from './renderer/compile.ts';
import { runTasksAfterSwap } from './swap/after-swap-tasks.ts';
import { underBuildLock } from './swap/build-lock.ts';
import { recoverDist } from './swap/dist-swap.ts';
import { refuseForeignDist } from './swap/refuse-foreign-dist.ts';
import { isStaged, stageAhead, type StagedBuild } from './swap/stage-last-build.ts';
import { isLarge } from './workers/work-split.ts';
import { endWorkers, runInWorker } from './workers/worker-pool.ts';

/** Caches of a site that `--force` removes. Compiled pages, which other sites use too, have a checksum. */
const CACHES = [
  'last-build.json',
  'builds',
  'pages',
  'folders.json',
  'texts',
  'translations.json',
  'hosts.json',
  'compressed',
  'share-pictures',
  'rule-changes.json',
];

export interface BuildOptions {
  site: Site;
  /** The same for all builds of this process. */
  output: Output;
  /** Digest of this program. */
  program: string;
  telemetry: Telemetry;
  /** Gives the process that has bundled this program, or starts it. */
  startCompiler: () => ChildProcess;
  /** Removes the caches of the site first, so that everything is rendered. */
  force: boolean;
  /** Level of the Brotli and gzip files beside every text file. */
  compression: Compression;
  /** Whether pages are also compressed with dictionaries; see `addDictionaries`. */
  dictionaries: boolean;
  /** Whether this process has built before, with this program and hosts file. */
  isRepeated?: boolean;
  /** Receives the name of each step that begins, such as `Rendering: 50 of 300 hosts`. */
  onStep: (step: string) => void;
}

/**
 * Brings `dist/` up to date: renders the pages whose dependencies changed since the last build, reuses the others and swaps the result
 * in for the last build.
 * @returns the report to print
 * @throws UserError for errors in texts, translations or settings; `dist/` then stays as it was
 */
export async function buildSite(options: BuildOptions): Promise<string> {
  refuseForeignDist(options.output);
  return underBuildLock(options.output, () => build(options));
}

/** Prepares the next build of this process, which then takes less time. */
export const prepareBuild = (output: Output): Promise<void> =>
  underBuildLock(output, async () => {
    await endWorkers(output);
    const last = readManifestIfIntact(output, 'dist');
    if (last) stageAhead(output, last);
  });

async function build(options: BuildOptions): Promise<string> {
  const { site, output, program, telemetry, force, compression, dictionaries, isRepeated } = options;
  recoverDist(output);
  // They have texts of the last build.
  if (isRepeated) await endWorkers(output);
  if (force) {
    const caches = CACHES.map((name) => `${output.cache}/${name}`);
    for (const folder of [...caches, output.next]) rmSync(folder, { recursive: true, force: true });
    exposeDamage(output, readManifestIfIntact(output, 'dist'));
  }
  const code = codeDigest(telemetry, '.', program);
  // Read before the texts: the next build then notices a text that is saved during this build.
  const inputs = isRepeated ? undefined : inputDigest(site, [code, compression, String(dictionaries), site.day]);
  const warnings = checkSecurityTxtExpiry(site.editions, site.day);
  const unchanged = inputs && reportIfUnchanged(output, inputs);
  if (unchanged) return [...warnings, unchanged].join('\n');
  const report = await compileAndUpdate(options, code, inputs);
  return [...warnings, report].join('\n');
}

/** @returns the report to print */
async function compileAndUpdate(options: BuildOptions, code: string, inputs: string | undefined): Promise<string> {
  const { site, output, telemetry, startCompiler, compression, dictionaries, onStep } = options;
  const ended = new AbortController();
  const compiled = isCompiled(code) ? undefined : compilePages(telemetry, startCompiler(), ended.signal);
  // Errors in texts are reported before errors of the compiler.
  compiled?.catch(() => {});
  const staged =
    isLarge(site) && existsSync(output.dist) && !isStaged(output)
      ? runInWorker<(output: Output) => StagedBuild>(output, 0, 'stageLastBuild', output)
      : undefined;
  staged?.catch(() => {});
  try {
    // Importing the program takes longer than finding out that nothing changed.
    const { updateDist } = await import('./update-dist.ts');
    const { report, nextReport } = await updateDist(
      { site, output, code, dsn: telemetry.dsn, compression, dictionaries, compiled, staged },
      onStep,
    );
    if (inputs) rememberBuild(output, inputs, nextReport);
    rememberOptions(output, options);
    return report;
  } finally {
    // After an error, the compiler and the worker must not go on writing.
    ended.abort();
    await Promise.allSettled([staged]);
    runTasksAfterSwap(output);
  }
}
