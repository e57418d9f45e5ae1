import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Miniflare, type MiniflareOptions } from 'miniflare';

import { FILES_BINDING, objectKey } from '../../../src/deploy/edge/file-places.ts';
import {
  COMPATIBILITY_DATE,
  FILES_WORKER,
  type WorkerModule,
} from '../../../src/deploy/targets/cloudflare/worker-modules.ts';
import { asker, type RunningServer } from '../serving/server-starters.ts';

export interface WorkerSource {
  /** The first is the main module. */
  modules: WorkerModule[];
  storage: WorkerStorage;
}

/** Contents by their hash: in the static assets of the worker, in those of several workers, or in a bucket. */
export type WorkerStorage = { assets: Contents } | { holders: Contents[] } | { bucket: Contents };

type Contents = Map<string, Buffer>;

/** Starts a worker and its files in workerd, on a free port of this machine. Its origin answers with the method and the URL of the request. */
export async function startWorker({ modules, storage }: WorkerSource): Promise<RunningServer> {
  // Of several workers with assets in a process, miniflare reads the files of the first only.
  const holders = ('holders' in storage ? storage.holders : []).map((files) => start([FILES_WORKER], { files }));
  const site = start(modules, {
    ...('assets' in storage && { files: storage.assets }),
    unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
    outboundService: echo,
    ...('bucket' in storage && { r2Buckets: ['BUCKET'] }),
    serviceBindings: Object.fromEntries(
      holders.map(({ miniflare }, number) => [
        `${FILES_BINDING}${number}`,
        (request: Request) => miniflare.dispatchFetch(request.url),
      ]),
    ),
  });
  const all = [site, ...holders];
  await Promise.all(all.map(({ miniflare }) => miniflare.ready));
  if ('bucket' in storage) {
    const bucket = await site.miniflare.getR2Bucket('BUCKET');
    for (const [hash, content] of storage.bucket) await (bucket as unknown as Puts).put(objectKey(hash), content);
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
  { files, ...options }: { files?: Contents; [option: string]: unknown },
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
