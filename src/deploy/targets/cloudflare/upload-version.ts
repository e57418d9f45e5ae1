import { z } from 'zod';

import { required } from '../../../shared/required.ts';
import { FILES_BINDING } from '../../edge/file-places.ts';
import { ApiError } from '../../requests/api-request.ts';
import type { CloudflareApi } from './cloudflare-api.ts';
import { COMPATIBILITY_DATE, type WorkerModule } from './worker-modules.ts';

/** The worker asks for files by their hash, so that paths stay as they are. */
const ASSETS_CONFIG = { html_handling: 'none', not_found_handling: 'none', run_worker_first: true };

/** Answers until the first version of the site is deployed. */
const PLACEHOLDER: WorkerModule = {
  name: 'main.js',
  content: `export default { fetch: () => new Response('', { status: 503, headers: { 'Retry-After': '60' } }) };\n`,
  type: 'application/javascript+module',
};

const deploymentsSchema = z.object({
  deployments: z.array(z.object({ versions: z.array(z.object({ version_id: z.string(), percentage: z.number() })) })),
});

/** Where a version finds its files: in its static assets, with the token of their upload, or in a bucket. */
export type FilePlaces = { token: string } | { bucket: string };

/** Versions of a worker. */
export function workerVersions(api: CloudflareApi, worker: string) {
  const path = `/workers/scripts/${worker}`;
  return {
    /** The version that all visitors get; undefined where there is no worker, or visitors are divided among several. */
    async deployed(): Promise<string | undefined> {
      const result = await ifPresent(api.call(`${path}/deployments`, deploymentsSchema));
      const [version, ...others] = result?.deployments[0]?.versions ?? [];
      return others.length ? undefined : version?.version_id;
    },

    /** A version can be uploaded to a worker only. */
    async createIfMissing(): Promise<void> {
      if (await ifPresent(api.call(`${path}/deployments`, deploymentsSchema))) return;
      await api.call(path, z.unknown(), { method: 'PUT', body: form([PLACEHOLDER], { bindings: [] }) });
    },

    /**
     * Uploads a version, which visitors do not get.
     * @returns its id
     */
    async upload(modules: WorkerModule[], build: string, places: FilePlaces): Promise<string> {
      const metadata = {
        bindings: [bindingTo(places)],
        ...('token' in places && { assets: { jwt: places.token, config: ASSETS_CONFIG } }),
        annotations: { 'workers/tag': build, 'workers/message': `Generation ${build}` },
      };
      const body = form(modules, metadata);
      const { id } = await api.call(`${path}/versions`, z.object({ id: z.string() }), { method: 'POST', body });
      return id;
    },

    /** Has all visitors get a version. */
    async deploy(version: string, build: string): Promise<void> {
      const body = {
        strategy: 'percentage',
        versions: [{ version_id: version, percentage: 100 }],
        annotations: { 'workers/message': `Generation ${build}` },
      };
      await api.call(`${path}/deployments`, z.unknown(), { method: 'POST', body });
    },
  };
}

const bindingTo = (places: FilePlaces): object =>
  'token' in places
    ? { type: 'assets', name: FILES_BINDING }
    : { type: 'r2_bucket', name: 'BUCKET', bucket_name: places.bucket };

function form(modules: WorkerModule[], metadata: object): FormData {
  const body = new FormData();
  const all = {
    main_module: required(modules[0], 'modules').name,
    compatibility_date: COMPATIBILITY_DATE,
    ...metadata,
  };
  body.append('metadata', new Blob([JSON.stringify(all)], { type: 'application/json' }));
  for (const { name, content, type } of modules) body.append(name, new File([content], name, { type }), name);
  return body;
}

/** @returns undefined where the API knows no such thing */
async function ifPresent<Result>(answer: Promise<Result>): Promise<Result | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}
