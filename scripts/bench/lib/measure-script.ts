import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { UserError } from '../../../src/shared/user-error.ts';
import { runAndCapture } from '../../lib/run-and-capture.ts';
import type { Site } from '../build/build-scenarios.ts';

export interface Usage {
  /** Processor seconds of all threads and child processes: they stay the same on a busy machine. */
  cpuSeconds: number;
  /** Peak of the process. */
  megabytes: number;
  /** From its start to its end. */
  seconds: number;
  /** What it printed. */
  output: string;
}

/** Runs a script of the project in a site, and measures it. @throws UserError with its output where it fails */
export async function measureScript(site: Site, script: string, args: string[], more: object = {}): Promise<Usage> {
  const usageFile = join(site.dir, 'usage.json');
  const env = { ...process.env, HOSTS: '', NO_COLOR: '1', USAGE_FILE: usageFile, ...site.settings, ...more };
  const load = ['--import', import.meta.resolve('../build/write-usage.mjs'), script];
  const startMs = performance.now();
  const { code, output } = await runAndCapture(process.execPath, [...load, ...args], site.dir, env);
  const seconds = (performance.now() - startMs) / 1000;
  if (code !== 0) throw new UserError(`${script} ${args.join(' ')} failed:\n${output}`);
  return {
    ...(JSON.parse(readFileSync(usageFile, 'utf8')) as Pick<Usage, 'cpuSeconds' | 'megabytes'>),
    seconds,
    output,
  };
}
