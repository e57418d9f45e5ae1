import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { UserError } from '../../../src/shared/user-error.ts';
import { runAndCapture } from '../../lib/run-and-capture.ts';
import { sampleTreeMemory } from './tree-memory.ts';
import { busySeconds } from './wait-for-quiet.ts';

export interface Measurement {
  /** Wall-clock time. */
  seconds: number;
  /** Of all threads and child processes. */
  cpuSeconds: number;
  /** CPU time of other programs during the build. Where it is high, the seconds are unreliable. */
  otherCpuSeconds: number;
  /** Peak memory with child processes; a megabyte is 1,000,000 bytes. */
  megabytes: number;
  /** HTML files in `dist/`. */
  pages: number;
  /** How many of them this build rendered. */
  rendered: number;
  /** Of all `.br` files in `dist/` together; 0 where nothing was compressed. */
  brotliBytes: number;
}

/** The runs of a build at a size. */
export interface BuildFigure {
  hosts: number;
  build: string;
  runs: Measurement[];
}

/** Runs and measures the build of a project. @throws UserError where it fails */
export async function measureBuild(
  cwd: string,
  flags: string[],
  settings: Record<string, string>,
): Promise<Measurement> {
  const usageFile = join(cwd, 'usage.json');
  const env = { ...process.env, HOSTS: '', NO_COLOR: '1', USAGE_FILE: usageFile, ...settings };
  const args = ['--import', import.meta.resolve('./write-usage.mjs'), 'scripts/build.mjs', ...flags];
  const busyBefore = busySeconds();
  const start = performance.now();
  let peakOf = (): number => 0;
  const { code, output } = await runAndCapture(process.execPath, args, cwd, env, (pid) => {
    peakOf = sampleTreeMemory(pid);
  });
  const seconds = (performance.now() - start) / 1000;
  const sampled = peakOf();
  const busy = busySeconds() - busyBefore;
  if (code !== 0) throw new UserError(`The build to be measured failed:\n${output}`);
  const usage = JSON.parse(readFileSync(usageFile, 'utf8')) as Pick<Measurement, 'cpuSeconds' | 'megabytes'>;
  const otherCpuSeconds = Math.max(0, busy - usage.cpuSeconds);
  const { pages, brotliBytes } = builtPages(join(cwd, 'dist'));
  // Older versions do not print the number of rendered pages, and render all.
  const rendered = Number(/(\d+) of them rendered/.exec(output)?.[1] ?? pages);
  const megabytes = Math.max(usage.megabytes, sampled);
  return { ...usage, seconds, megabytes, otherCpuSeconds, pages, rendered, brotliBytes };
}

/** Counts the pages of a build, and the bytes of its Brotli files. */
export const builtPages = (dist: string): Pick<Measurement, 'pages' | 'brotliBytes'> => ({
  pages: globSync('**/*.html', { cwd: dist }).length,
  brotliBytes: globSync('**/*.br', { cwd: dist }).reduce((sum, file) => sum + statSync(join(dist, file)).size, 0),
});
