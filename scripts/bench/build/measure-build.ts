import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { UserError } from '../../../src/shared/user-error.ts';
import { runAndCapture } from '../../lib/run-and-capture.ts';
import { sampleTreeMemory } from './process-tree-usage.ts';
import { busySeconds } from './wait-for-quiet.ts';

/** What a program takes. */
export interface Usage {
  /** Wall-clock time. */
  seconds: number;
  /** Of all threads and child processes. */
  cpuSeconds: number;
  /** CPU time of other programs during the run. Where it is high, the seconds are unreliable. */
  otherCpuSeconds: number;
  /** Peak memory with child processes; a megabyte is 1,000,000 bytes. */
  megabytes: number;
}

export interface Measurement extends Usage {
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
  const { output, ...usage } = await measureProgram(cwd, ['scripts/build.mjs', ...flags], settings);
  const { pages, brotliBytes } = builtPages(join(cwd, 'dist'));
  // Older versions do not print the number of rendered pages, and render all.
  const rendered = Number(/(\d+) of them rendered/.exec(output)?.[1] ?? pages);
  return { ...usage, pages, rendered, brotliBytes };
}

/** Runs and measures a program of a project. @throws UserError where it fails */
export async function measureProgram(
  cwd: string,
  program: string[],
  settings: Record<string, string>,
): Promise<Usage & { output: string }> {
  const usageFile = join(cwd, 'usage.json');
  const env = { ...process.env, HOSTS: '', NO_COLOR: '1', USAGE_FILE: usageFile, ...settings };
  const args = ['--import', import.meta.resolve('./write-usage.mjs'), ...program];
  const busyBefore = busySeconds();
  const start = performance.now();
  let peakOf = (): number => 0;
  const { code, output } = await runAndCapture(process.execPath, args, cwd, env, (pid) => {
    peakOf = sampleTreeMemory(pid);
  });
  const seconds = (performance.now() - start) / 1000;
  const sampled = peakOf();
  const busy = busySeconds() - busyBefore;
  if (code !== 0) throw new UserError(`${program.join(' ')}, which was to be measured, failed:\n${output}`);
  const usage = JSON.parse(readFileSync(usageFile, 'utf8')) as Pick<Usage, 'cpuSeconds' | 'megabytes'>;
  const otherCpuSeconds = Math.max(0, busy - usage.cpuSeconds);
  return { ...usage, seconds, megabytes: Math.max(usage.megabytes, sampled), otherCpuSeconds, output };
}

/** Counts the pages of a build, and the bytes of its Brotli files. */
export const builtPages = (dist: string): Pick<Measurement, 'pages' | 'brotliBytes'> => ({
  pages: globSync('**/*.html', { cwd: dist }).length,
  brotliBytes: globSync('**/*.br', { cwd: dist }).reduce((sum, file) => sum + statSync(join(dist, file)).size, 0),
});
