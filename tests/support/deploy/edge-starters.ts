import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { edgeTable, HASH_DIGITS, plainFilesOf } from '../../../src/deploy/edge/edge-table.ts';
import { workerModules } from '../../../src/deploy/targets/cloudflare/worker-modules.ts';
import { readManifest } from '../../../src/output/manifest.ts';
import type { EDGES } from '../serving/known-deviations.ts';
import type { RunningServer } from '../serving/server-starters.ts';
import { startWorker, type WorkerStorage } from './start-worker.ts';

/** Start the worker that would serve `dist/` on Cloudflare. */
export const edgeStarters: Record<(typeof EDGES)[number], (dist: string) => Promise<RunningServer>> = {
  workerd: (dist) => start(dist, (assets) => ({ assets })),
  'workerd with a bucket': (dist) => start(dist, (bucket) => ({ bucket })),
};

async function start(dist: string, store: (files: Map<string, Buffer>) => WorkerStorage): Promise<RunningServer> {
  const manifest = readManifest(dist);
  const files = manifest.editions.flatMap((edition) =>
    Object.entries(plainFilesOf(edition)).map(
      ([path, { sha256 }]) => [sha256.slice(0, HASH_DIGITS), readFileSync(join(dist, edition.root, path))] as const,
    ),
  );
  return startWorker({ modules: await workerModules(edgeTable(manifest)), storage: store(new Map(files)) });
}
