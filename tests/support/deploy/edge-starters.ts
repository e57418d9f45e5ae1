import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { edgeTable, HASH_DIGITS, plainFilesOf } from '../../../src/deploy/edge/edge-table.ts';
import { workerModules } from '../../../src/deploy/targets/cloudflare/worker-modules.ts';
import { readManifest } from '../../../src/output/manifest.ts';
import type { EDGES } from '../serving/server-differences.ts';
import type { RunningServer } from '../serving/server-starters.ts';
import { startWorker, type WorkerSource } from './start-worker.ts';

/** Start the worker that would serve `dist/` on Cloudflare. */
export const edgeStarters: Record<(typeof EDGES)[number], (dist: string) => Promise<RunningServer>> = {
  workerd: async (dist) => startWorker(await sourceOf(dist, 'assets')),
  'workerd with 2 workers of files': async (dist) => startWorker(await sourceOf(dist, { shards: 2 })),
  'workerd with a bucket': async (dist) => startWorker(await sourceOf(dist, 'bucket')),
};

async function sourceOf(dist: string, storage: WorkerSource['storage']): Promise<WorkerSource> {
  const manifest = readManifest(dist);
  const files = manifest.editions.flatMap((edition) =>
    Object.entries(plainFilesOf(edition)).map(
      ([path, { sha256 }]) => [sha256.slice(0, HASH_DIGITS), readFileSync(join(dist, edition.root, path))] as const,
    ),
  );
  return { modules: await workerModules(edgeTable(manifest)), files: new Map(files), storage };
}
