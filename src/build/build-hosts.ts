import { leaveOut } from '../site/markdown/publication.ts';
import { builtEditions, editionAt } from '../site/site.ts';
import { type BuiltEdition, type EditionTask, finishHost, pathsOf, renderHost, type Settings } from './build-host.ts';
import type { Compression } from './files/compress.ts';
import { renderWith } from './pages/page-templates.ts';
import { loadRenderer } from './renderer/compile.ts';
import { threadOf } from './workers/work-split.ts';
import { runInWorker } from './workers/worker-pool.ts';

export interface Job {
  /** Editions by host. */
  hosts: EditionTask[][];
  settings: Settings;
}

/** Fewer pages are built before a thread has started. */
const WORTH_THREADS: Record<Compression, number> = { none: 1000, fast: 500, best: 30 };

/**
 * Builds the editions of several hosts, on every core where that pays.
 * @param onHosts is told how many hosts are done
 */
export async function buildHosts({ hosts, settings }: Job, onHosts: (done: number) => void): Promise<BuiltEdition[]> {
  const pages = hosts
    .flat()
    .map(({ root, hasForms, unchanged }) => pathsOf(editionAt(root)!).length - (hasForms ? unchanged.length : 0));
  if (pages.reduce((sum, count) => sum + count, 0) < WORTH_THREADS[settings.compression])
    return work({ hosts, settings });
  const queues = [...Map.groupBy(hosts, ([task]) => threadOf(editionAt(task!.root)!.host))].map(
    ([thread, share]) => [thread, stepsOf(share)] as const,
  );
  // A thread that is done with its own helps the one that has most to do.
  const next = (own: EditionTask[][][]): EditionTask[][] | undefined =>
    own.shift() ??
    queues
      .map(([, steps]) => steps)
      .toSorted((a, b) => b.length - a.length)[0]!
      .pop();
  let done = 0;
  return allOf(
    queues.map(async ([thread, own]) => {
      const built: BuiltEdition[][] = [];
      for (let step = next(own); step; step = next(own)) {
        built.push(await runInWorker<typeof work>(thread, 'buildHosts', { hosts: step, settings }));
        done += step.length;
        onHosts(done);
      }
      return built.flat();
    }),
  );
}

/** Few enough that each is worth asking for, many enough that all threads end at about the same time. */
const STEPS = 6;

function stepsOf(hosts: EditionTask[][]): EditionTask[][][] {
  const size = Math.ceil(hosts.length / STEPS);
  return Array.from({ length: STEPS }, (_, step) => hosts.slice(step * size, (step + 1) * size)).filter(
    (step) => step.length,
  );
}

let renderer: Promise<ReturnType<typeof renderWith>> | undefined;

/** Builds hosts one after the other, so that no more than one is in memory. */
export async function work({ hosts, settings }: Job): Promise<BuiltEdition[]> {
  leaveOut(settings.unpublished);
  renderer ??= loadRenderer().then((compiled) => renderWith(compiled, builtEditions));
  const render = await renderer;
  const built: BuiltEdition[] = [];
  for (const tasks of hosts) built.push(...finishHost(await renderHost(tasks, render), settings));
  return built;
}

/** Waits for all of them, so that none goes on writing when one has failed. */
async function allOf(jobs: Promise<BuiltEdition[]>[]): Promise<BuiltEdition[]> {
  await Promise.allSettled(jobs);
  return (await Promise.all(jobs)).flat();
}
