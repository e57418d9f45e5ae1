import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

import { loadRenderer } from '../renderer/compile.ts';
import { editionAt } from '../site.ts';
import { pathsOf, type BuiltEdition, buildHost, type EditionTask } from './build-host.ts';

/** Fewer pages are rendered before a worker has started. */
const WORTH_WORKERS = 1000;

/** Builds the editions of several hosts, on every core where that pays. */
export async function buildHosts(hosts: EditionTask[][]): Promise<BuiltEdition[]> {
  if (!hosts.length) return [];
  const pages = hosts.flat().map(({ root, unchanged }) => pathsOf(editionAt(root)!).length - unchanged.length);
  const workers = pages.reduce((sum, count) => sum + count, 0) < WORTH_WORKERS ? 1 : availableParallelism();
  if (workers === 1) return buildAll(hosts);
  const shares = Map.groupBy(hosts, (_, index) => index % workers);
  return (await Promise.all([...shares.values()].map(buildInWorker))).flat();
}

/** Builds hosts one after the other. */
export async function buildAll(hosts: EditionTask[][]): Promise<BuiltEdition[]> {
  const { render } = await loadRenderer();
  const built: BuiltEdition[] = [];
  for (const tasks of hosts) built.push(...(await buildHost(tasks, render)));
  return built;
}

async function buildInWorker(hosts: EditionTask[][]): Promise<BuiltEdition[]> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: hosts });
  const [built] = (await once(worker, 'message')) as [BuiltEdition[]];
  return built;
}
