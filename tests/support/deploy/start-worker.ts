import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Miniflare, type MiniflareOptions } from 'miniflare';

import { FILES_BINDING, objectKey, shardOf } from '../../../src/deploy/edge/file-places.ts';
import {
  COMPATIBILITY_DATE,
  FILES_WORKER,
  type WorkerModule,
} from '../../../src/deploy/targets/cloudflare/worker-modules.ts';
import { asker, type RunningServer } from '../serving/server-starters.ts';

export interface WorkerSource {
  /** The first is the main module. */
  modules: WorkerModule[];
  /** Contents by their hash. */
  files: Map<string, Buffer>;
  /** Where the files are: in the static assets of the worker, in those of several workers, or in a bucket. */
  storage: 'assets' | 'bucket' | { shards: number };
}

/** Starts a worker and its files in workerd, on a free port of this machine. Its origin answers with the host and the path of the request. */
export async function startWorker({ modules, files, storage }: WorkerSource): Promise<RunningServer> {
  const shards = typeof storage === 'object' ? storage.shards : 0;
  // Of several workers with assets in a process, miniflare reads the files of the first only.
  const holders = Array.from({ length: shards }, (_, number) =>
    start([FILES_WORKER], { files: [...files].filter(([hash]) => shardOf(hash, shards) === number) }),
  );
  const site = start(modules, {
    ...(storage === 'assets' && { files: [...files] }),
    unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
    outboundService: echo,
    ...(storage === 'bucket' && { r2Buckets: ['BUCKET'] }),
    serviceBindings: Object.fromEntries(
      holders.map(({ miniflare }, number) => [
        `${FILES_BINDING}${number}`,
        (request: Request) => miniflare.dispatchFetch(request.url),
      ]),
    ),
  });
  const all = [site, ...holders];
  await Promise.all(all.map(({ miniflare }) => miniflare.ready));
  if (storage === 'bucket') {
    const bucket = await site.miniflare.getR2Bucket('BUCKET');
    for (const [hash, content] of files) await (bucket as unknown as Puts).put(objectKey(hash), content);
  }
  const port = Number((await site.miniflare.unsafeGetDirectURL()).port);
  const stop = async (): Promise<void> => {
    await Promise.all(all.map(({ miniflare }) => miniflare.dispose()));
    for (const { folder } of all) rmSync(folder, { recursive: true });
  };
  return { port, ask: asker(port), stop };
}

/** @param files static assets, for a worker that has any */
function start(
  modules: WorkerModule[],
  { files, ...options }: { files?: [hash: string, content: Buffer][]; [option: string]: unknown },
): { miniflare: Miniflare; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'worker-'));
  for (const [hash, content] of files ?? []) writeFileSync(join(folder, hash), content);
  const miniflare = new Miniflare({
    cf: false,
    host: '127.0.0.1',
    port: 0,
    compatibilityDate: COMPATIBILITY_DATE,
    modulesRoot: '/',
    modules: modules.map(({ name, content, type }) => ({
      type: type === 'text/plain' ? 'Text' : 'ESModule',
      path: `/${name}`,
      contents: content,
    })),
    ...(files && {
      assets: {
        directory: folder,
        binding: `${FILES_BINDING}0`,
        assetConfig: { html_handling: 'none', not_found_handling: 'none' },
        routerConfig: { has_user_worker: true, invoke_user_worker_ahead_of_assets: true },
      },
    }),
    ...options,
  } as MiniflareOptions);
  return { miniflare, folder };
}

/** The origin of the zone. */
const echo = (request: { url: string; method: string }): Response =>
  new Response(`${request.method} ${request.url}`, { headers: { 'X-Origin': '1' } });

/** The part of a bucket that miniflare's types leave out where the types of workers are not installed. */
interface Puts {
  put(key: string, content: Buffer): Promise<unknown>;
}
