import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { required } from '../../../src/shared/required.ts';
import { UserError } from '../../../src/shared/user-error.ts';
import { median } from '../../lib/median.ts';
import { WAITING } from '../../lib/watch/waiting.ts';
import { builtPages, type Measurement } from './measure-build.ts';
import { cpuSecondsOf, sampleTreeMemory } from './process-tree-usage.ts';
import { busySeconds, waitForQuiet } from './wait-for-quiet.ts';

const SAVES = 7;
const POLL_MS = 1;

/**
 * Measures `npm run build -- --watch`: the median time from a saved text to the new `dist/`, of {@link SAVES} saves. The CPU time of a save includes
 * preparations for the next.
 * @param save writes a text
 * @throws UserError where a build fails
 */
export async function measureWatch(
  cwd: string,
  flags: string[],
  settings: Record<string, string>,
  save: () => void,
): Promise<Measurement> {
  const env = { ...process.env, HOSTS: '', NO_COLOR: '1', ...settings };
  const watching = spawn(process.execPath, ['scripts/build.mjs', '--watch', ...flags], { cwd, env });
  const pid = required(watching.pid, 'id of the build');
  const peakOf = sampleTreeMemory(pid);
  try {
    await outputOfBuild(watching);
    const saves: { seconds: number; cpuSeconds: number; otherCpuSeconds: number }[] = [];
    let rendered = 0;
    for (let number = 0; number < SAVES; number += 1) {
      await waitForQuiet();
      const output = outputOfBuild(watching);
      const [busy, cpu] = [busySeconds(), cpuSecondsOf(pid)];
      save();
      const seconds = await secondsToSwap(join(cwd, 'dist'), watching);
      rendered = Number(required(/(\d+) of them rendered/.exec(await output), 'number of rendered pages')[1]);
      await sleep(1000);
      const cpuSeconds = cpuSecondsOf(pid) - cpu;
      saves.push({ seconds, cpuSeconds, otherCpuSeconds: Math.max(0, busySeconds() - busy - cpuSeconds) });
    }
    const medianOf = (figure: keyof (typeof saves)[number]): number => median(saves.map((one) => one[figure]));
    return {
      seconds: medianOf('seconds'),
      cpuSeconds: medianOf('cpuSeconds'),
      otherCpuSeconds: medianOf('otherCpuSeconds'),
      megabytes: peakOf(),
      rendered,
      ...builtPages(join(cwd, 'dist')),
    };
  } finally {
    watching.kill();
    await once(watching, 'exit');
  }
}

/** Waits until another folder is in the place of `dist`, which is the swap. @returns seconds since the call */
async function secondsToSwap(dist: string, watching: ChildProcess): Promise<number> {
  const start = performance.now();
  const last = statSync(dist).ino;
  while (statSync(dist).ino === last) {
    if (watching.exitCode !== null) throw new UserError('The watching build ended.');
    await sleep(POLL_MS);
  }
  return (performance.now() - start) / 1000;
}

/** Output up to the end of the next build. */
async function outputOfBuild(watching: ChildProcessWithoutNullStreams): Promise<string> {
  let output = '';
  const read = (chunk: Buffer): void => void (output += chunk.toString());
  for (const stream of [watching.stdout, watching.stderr]) stream.on('data', read);
  const isOver = new AbortController();
  const ended = once(watching, 'exit', isOver).catch(() => {});
  while (!output.includes(WAITING)) {
    if (watching.exitCode !== null) throw new UserError(`The watching build ended:\n${output}`);
    await Promise.race([once(watching.stdout, 'data'), ended]);
  }
  isOver.abort();
  for (const stream of [watching.stdout, watching.stderr]) stream.off('data', read);
  if (!/editions, \d+ pages/.test(output)) throw new UserError(`A build to be measured failed:\n${output}`);
  return output;
}
