import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Miniflare, type MiniflareOptions } from 'miniflare';

import { FILES_BINDING, objectKey } from '../../../src/deploy/edge/file-places.ts';
import { COMPATIBILITY_DATE, type WorkerModule } from '../../../src/deploy/targets/cloudflare/worker-modules.ts';
import { asker, type RunningServer } from '../serving/server-starters.ts';

export interface WorkerSource {
  /** The first is the main module. */
  modules: WorkerModule[];
  storage: WorkerStorage;
}

/** Contents by their hash: in the static assets of the worker, or in a bucket. */
export type WorkerStorage = { assets: Contents } | { bucket: Contents };

type Contents = Map<string, Buffer>;

/** Starts a worker and its files in workerd, on a free port of this machine. Its origin answers with the method and the URL of the request. */
export async function startWorker({ modules, storage }: WorkerSource): Promise<RunningServer> {
  const folder = mkdtempSync(join(tmpdir(), 'worker-'));
  const files = 'assets' in storage ? storage.assets : undefined;
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
    unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
    outboundService: echo,
    ...(files
      ? {
          assets: {
            directory: folder,
            binding: FILES_BINDING,
            assetConfig: { html_handling: 'none', not_found_handling: 'none' },
            routerConfig: { has_user_worker: true, invoke_user_worker_ahead_of_assets: true },
          },
        }
      : { r2Buckets: ['BUCKET'] }),
  } as unknown as MiniflareOptions);
  await miniflare.ready;
  if ('bucket' in storage) {
    const bucket = await miniflare.getR2Bucket('BUCKET');
    for (const [hash, content] of storage.bucket) await (bucket as unknown as Puts).put(objectKey(hash), content);
  }
  const port = Number((await miniflare.unsafeGetDirectURL()).port);
  const stop = async (): Promise<void> => {
    await miniflare.dispose();
    rmSync(folder, { recursive: true });
  };
  return { port, ask: asker(port), stop };
}

/** The origin of the zone. */
const echo = (request: { url: string; method: string }): Response =>
  new Response(`${request.method} ${request.url}`, { headers: { 'X-Origin': '1' } });

/** The part of a bucket that miniflare's types leave out where the types of workers are not installed. */
interface Puts {
  put(key: string, content: Buffer): Promise<unknown>;
}
