import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

import type { BuildOptions } from '../../../src/generator/build-site.ts';
import { startCompiler } from '../../../src/generator/renderer/start-compiler.mjs';
import { outputOf } from '../../../src/output/folders.ts';
import { isLocked } from '../../../src/shared/files/process-lock.ts';
import { today } from '../../../src/shared/today.ts';
import { openSite, readSiteOptions, renewed } from '../../../src/site/open-site.ts';
import { readTelemetry } from '../../../src/telemetry/settings.ts';
import { printError } from '../terminal/report-user-errors.ts';
import { WAITING } from './waiting.ts';

/** Time between two looks at the lock of another build. */
const LOCK_MS = 100;

/** Options of a build by `npm run build -- --watch`. */
export type WatchOptions = Pick<BuildOptions, 'force' | 'compression' | 'dictionaries'>;

/** Paths that changed since the last build began. */
let changes = new Set<string>();
const ended = new AbortController();
let wake = (): void => {};

/**
 * Process of `npm run build -- --watch`. It builds, and again after each change of texts and static files, with what it has in memory.
 * The other parameters are those of `runBuild`.
 */
export async function buildOnChanges(
  options: WatchOptions,
  program: string,
  compiler: ChildProcess | undefined,
): Promise<void> {
  process.on('message', (paths: string[]) => {
    for (const path of paths) changes.add(path);
    wake();
  });
  process.once('disconnect', () => {
    ended.abort();
    wake();
  });
  // The signal of a terminal also goes to this process. The watching process ends it, after the build.
  process.on('SIGINT', () => {});
  let site = await openSite(readSiteOptions(process.env));
  const telemetry = readTelemetry(process.env);
  const start = (): ChildProcess => startCompiler(process.env);
  const shared = {
    ...options,
    output: outputOf(site.root),
    program,
    telemetry,
    startCompiler: start,
    onStep: () => {},
  };
  await buildAndWait({ ...shared, site, startCompiler: () => compiler ?? start() });
  // It ends where it had no pages to compile.
  if (compiler?.connected) compiler.disconnect();
  while (!ended.signal.aborted) {
    const changed = [...changes];
    changes = new Set();
    site = renewed(site, today(process.env), changed);
    await buildAndWait({ ...shared, site, force: false, isRepeated: true });
  }
  process.exit();
}

/** Builds, prepares the next build, and waits for a change. */
async function buildAndWait(options: BuildOptions): Promise<void> {
  const { buildSite, prepareBuild } = await import('../../../src/generator/build-site.ts');
  const start = performance.now();
  try {
    const report = await whenFree(() => buildSite(options));
    const shown = options.isRepeated ? report.slice(report.search(/^\d+ editions, /m)) : report;
    console.log(`${shown}\n${((performance.now() - start) / 1000).toFixed(2)} s`);
  } catch (error) {
    // A file may have been read while it was written.
    if (!changes.size) printError(error);
  }
  if (!changes.size && !ended.signal.aborted) await whenFree(() => prepareBuild(options.output));
  if (!changes.size && !ended.signal.aborted) console.log(WAITING);
  while (!changes.size && !ended.signal.aborted) await new Promise<void>((changed) => (wake = changed));
}

/** Runs a task as soon as no other process builds here. */
async function whenFree<Result>(task: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await task();
    } catch (error) {
      if (!isLocked(error)) throw error;
      await sleep(LOCK_MS);
    }
  }
}
