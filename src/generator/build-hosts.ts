import { required } from '../shared/required.ts';
import { editionAt, optionsOf, type Site, type SiteOptions, type Unpublished } from '../site/editions/editions.ts';
import {
  type BuiltEdition,
  type EditionTask,
  finishHost,
  trackedPathsOf,
  renderHost,
  type BuildSettings,
} from './build-host.ts';
import type { Compression } from './files/compress.ts';
import { translationFingerprint } from './pages/input-fingerprints.ts';
import type { Render } from './pages/render-with-templates.ts';
import { loadRenderer } from './renderer/compile.ts';
import { workerOf } from './workers/work-split.ts';
import { runInWorker } from './workers/worker-pool.ts';

export interface HostsTask {
  site: Site;
  /** Editions by host. */
  hosts: EditionTask[][];
  settings: BuildSettings;
}

/** A task for a worker, which opens the site for itself. */
export interface WorkerTask extends Omit<HostsTask, 'site'> {
  site: SiteOptions;
  unpublished: Unpublished;
}

/** Below this number of pages the main thread is faster than starting workers. */
const MIN_PAGES_FOR_WORKERS: Record<Compression, number> = { none: 1000, fast: 500, best: 30 };

/**
 * Builds the editions of several hosts, with workers where that is faster.
 * @param onProgress receives the number of finished hosts
 */
export async function buildHosts(
  { site, hosts, settings }: HostsTask,
  onProgress: (done: number) => void,
): Promise<BuiltEdition[]> {
  if (!hosts.length) return [];
  let pages = 0;
  for (const { root, hasCompressedForms, unchanged } of hosts.flat())
    pages += trackedPathsOf(editionAt(site, root)).length - (hasCompressedForms ? unchanged.length : 0);
  if (pages < MIN_PAGES_FOR_WORKERS[settings.compression]) return buildHostsHere({ site, hosts, settings });
  const hostOf = ([task]: EditionTask[]): string => editionAt(site, required(task, 'edition of a host').root).host;
  const queues = [...Map.groupBy(hosts, (tasks) => workerOf(site, hostOf(tasks)))].map(
    ([worker, share]) => [worker, stepsOf(share)] as const,
  );
  // A worker without hosts of its own takes a step of the worker with the most steps left.
  const next = (own: EditionTask[][][]): EditionTask[][] | undefined =>
    own.shift() ??
    queues
      .map(([, steps]) => steps)
      .toSorted((a, b) => b.length - a.length)[0]
      ?.pop();
  let done = 0;
  return settleAll(
    queues.map(async ([worker, own]) => {
      const built: BuiltEdition[][] = [];
      for (let step = next(own); step; step = next(own)) {
        built.push(
          await runInWorker<(task: WorkerTask) => Promise<BuiltEdition[]>>(settings.output, worker, 'buildHosts', {
            site: optionsOf(site),
            unpublished: site.unpublished,
            hosts: step,
            settings,
          }),
        );
        done += step.length;
        onProgress(done);
      }
      return built.flat();
    }),
  );
}

/** Steps per worker. Each costs a message. A worker that takes a step of another parses its texts again. */
const STEPS = 12;

function stepsOf(hosts: EditionTask[][]): EditionTask[][][] {
  const size = Math.ceil(hosts.length / STEPS);
  return Array.from({ length: STEPS }, (_, step) => hosts.slice(step * size, (step + 1) * size)).filter(
    (step) => step.length,
  );
}

let renderer: Promise<Render> | undefined;

async function startRenderer(): Promise<Render> {
  const { renderWithTemplates } = await import('./pages/render-with-templates.ts');
  return renderWithTemplates(await loadRenderer());
}

/** Loads the compiled pages in this thread while the build waits for a worker. */
export function prepareRenderer(): void {
  renderer ??= startRenderer();
  // The build that needs it throws the error.
  renderer.catch(() => {});
  // Node loads its classes of fetch, which Astro renders with, when one of them is first used. It takes as long as rendering 100 pages.
  void globalThis.Response;
}

/** Builds hosts in this thread, in sequence, so that the pages of one host only are in memory. */
export async function buildHostsHere({ site, hosts, settings }: HostsTask): Promise<BuiltEdition[]> {
  // Read before the pages that show them: the next build then notices translations that are saved during this build.
  for (const { root } of hosts.flat()) translationFingerprint(editionAt(site, root), 'words');
  renderer ??= startRenderer();
  const render = await renderer;
  const built: BuiltEdition[] = [];
  for (const tasks of hosts) built.push(...finishHost(await renderHost(site, tasks, render, settings), settings));
  return built;
}

/** Waits for all shares also after a failure, so that no worker goes on writing. */
async function settleAll(shares: Promise<BuiltEdition[]>[]): Promise<BuiltEdition[]> {
  await Promise.allSettled(shares);
  return (await Promise.all(shares)).flat();
}
