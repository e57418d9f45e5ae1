import { randomUUID } from 'node:crypto';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { gzipSync } from 'node:zlib';

import { z } from 'zod';

import type { EdgeTable } from '../../../src/deploy/edge/edge-table.ts';
import type { WorkerModule } from '../../../src/deploy/targets/cloudflare/worker-modules.ts';
import { type RunningServer } from '../serving/server-starters.ts';
import { startWorker } from './start-worker.ts';
import { type ApiAnswer, type ApiCall, jsonOf, startStrictApi, type StrictApi } from './strict-api.ts';

export const ACCOUNT = '0123456789abcdef0123456789abcdef';
export const DATABASE = '01234567-89ab-4cde-8f01-23456789abcd';
export const TOKEN = 'a-token-that-no-message-shows';

/** An account of Cloudflare on this machine. It keeps uploaded bytes, so that the deployed version can be started. */
export interface CloudflareAccount extends StrictApi {
  /** Contents that were uploaded, by their hash. */
  stored: Map<string, Buffer>;
  /** Sizes of the contents of each upload, in order. */
  uploads: number[];
  /** Number of uploads after which the sessions end, as after an hour. */
  expireAfterUploads?: number;
  /** Starts the version of a worker that visitors get. @param bucket contents by hash, for a version with a bucket */
  startDeployed: (worker: string, bucket?: Map<string, Buffer>) => Promise<RunningServer>;
  /** The table of the version that visitors of a worker get; undefined before the first deployment of a generation. */
  tableOf: (worker: string) => EdgeTable | undefined;
  /** Changes behind the back of the deployment. */
  sql: (statement: string) => unknown[];
}

interface Version {
  id: string;
  modules: WorkerModule[];
  bindings: z.output<typeof metadataSchema>['bindings'];
  /** Hashes of its static assets. */
  assets: string[];
}

interface Script {
  versions: Version[];
  /** Ids of versions, the served last. */
  deployments: string[];
}

interface Session {
  assets: string[];
  sizes: Map<string, number>;
  missing: Set<string>;
}

/** Of the free plan. */
const MAX_FILES = 20_000;

export async function startCloudflareAccount(): Promise<CloudflareAccount> {
  const database = new DatabaseSync(':memory:');
  const scripts = new Map<string, Script>();
  const sessions = new Map<string, Session>();
  const completed = new Map<string, string[]>();
  const stored: CloudflareAccount['stored'] = new Map();
  const uploads: number[] = [];

  const api = await startStrictApi(async (call) => {
    const path = call.url.pathname.replace(`/accounts/${ACCOUNT}/`, '');
    const route = `${call.method} ${path}`;
    if (route === 'POST workers/assets/upload') return upload(call);
    if (call.headers.authorization !== `Bearer ${TOKEN}`) return refuse(403, 10_000, 'Authentication error');
    if (route === `POST d1/database/${DATABASE}/query`) return query(call);
    const [, name, rest = ''] = /^workers\/scripts\/([a-z0-9-]+)(\/.*)?$/.exec(path) ?? [];
    if (!name) return refuse(404, 7003, 'Could not route to the address');
    const script = scripts.get(name);
    if (route.startsWith('PUT') && !rest) return put(name, call);
    if (route.startsWith('POST') && rest === '/assets-upload-session') return openSession(call);
    if (!script) return refuse(404, 10_007, 'This Worker does not exist on your account.');
    if (route.startsWith('GET') && rest === '/deployments')
      return succeed({
        deployments: script.deployments.toReversed().map((version_id) => ({
          id: randomUUID(),
          strategy: 'percentage',
          versions: [{ version_id, percentage: 100 }],
        })),
      });
    if (route.startsWith('POST') && rest === '/deployments') return deploy(script, call);
    if (route.startsWith('POST') && rest === '/versions') {
      const version = await readVersion(call);
      if ('status' in version) return version;
      script.versions.push(version);
      return succeed({ id: version.id, number: script.versions.length, metadata: {}, resources: {} });
    }
    return refuse(405, 10_405, 'Method not allowed for this authentication scheme');
  });

  function query(call: ApiCall): ApiAnswer {
    const body = z.strictObject({ sql: z.string().max(100_000), params: z.array(z.unknown()).max(100).optional() });
    const parsed = body.safeParse(jsonOf(call));
    if (!parsed.success) return refuse(400, 7400, parsed.error.message);
    const { sql, params = [] } = parsed.data;
    if (params.some((param) => typeof param === 'string' && param.length > 2_000_000))
      return refuse(400, 7500, 'string or blob too big: SQLITE_TOOBIG');
    try {
      if (!params.length) {
        database.exec(sql);
        return succeed(
          sql
            .trim()
            .split(';')
            .filter(Boolean)
            .map(() => ({ success: true, results: [], meta: {} })),
        );
      }
      const results = database.prepare(sql).all(...(params as SQLInputValue[]));
      return succeed([{ success: true, results, meta: {} }]);
    } catch (error) {
      return refuse(400, 7500, `${(error as Error).message}: SQLITE_ERROR`);
    }
  }

  function openSession(call: ApiCall): ApiAnswer {
    const parsed = z
      .strictObject({
        manifest: z.record(
          z.string().startsWith('/'),
          z.strictObject({
            hash: z.string().regex(/^[0-9a-f]{32}$/),
            size: z
              .int()
              .min(0)
              .max(25 * 1024 * 1024),
          }),
        ),
      })
      .safeParse(jsonOf(call));
    if (!parsed.success) return refuse(400, 10_021, parsed.error.message);
    const entries = Object.values(parsed.data.manifest);
    if (entries.length > MAX_FILES) return refuse(400, 10_081, `Manifest has more than ${MAX_FILES} files`);
    const sizes = new Map(entries.map(({ hash, size }) => [hash, size]));
    const missing = [...sizes.keys()].filter((hash) => !stored.has(hash));
    const assets = [...sizes.keys()];
    const jwt = `session.${randomUUID()}`;
    if (missing.length) sessions.set(jwt, { assets, sizes, missing: new Set(missing) });
    else completed.set(jwt, assets);
    const buckets = Array.from({ length: Math.ceil(missing.length / 5) }, (_, number) =>
      missing.slice(number * 5, number * 5 + 5),
    );
    return succeed({ jwt, buckets });
  }

  async function upload(call: ApiCall): Promise<ApiAnswer> {
    if (account.expireAfterUploads !== undefined && (account.expireAfterUploads -= 1) === -1) sessions.clear();
    const session = sessions.get(call.headers.authorization?.replace('Bearer ', '') ?? '');
    if (!session) return refuse(401, 10_000, 'Authentication error: the token of the session is not valid');
    if (call.url.searchParams.get('base64') !== 'true') return refuse(400, 10_021, 'base64 must be true');
    const parts = [...(await formOf(call))];
    for (const [hash, file] of parts) {
      if (!session.sizes.has(hash) || typeof file === 'string')
        return refuse(400, 10_021, `${hash} is not in the manifest`);
      const content = Buffer.from(await file.text(), 'base64');
      if (content.length !== session.sizes.get(hash)) return refuse(400, 10_021, `${hash} has another size`);
      stored.set(hash, content);
      uploads.push(content.length);
      session.missing.delete(hash);
    }
    if (session.missing.size) return { status: 202, body: envelope({}) };
    const jwt = `completion.${randomUUID()}`;
    completed.set(jwt, session.assets);
    return { status: 201, body: envelope({ jwt }) };
  }

  async function put(name: string, call: ApiCall): Promise<ApiAnswer> {
    const version = await readVersion(call);
    if ('status' in version) return version;
    const script = scripts.get(name) ?? { versions: [], deployments: [] };
    script.versions.push(version);
    script.deployments.push(version.id);
    scripts.set(name, script);
    return succeed({ id: name });
  }

  async function readVersion(call: ApiCall): Promise<Version | ApiAnswer> {
    const form = await formOf(call);
    const part = form.get('metadata');
    const text = part instanceof Blob ? await part.text() : (part ?? '');
    const parsed = metadataSchema.safeParse(JSON.parse(text));
    if (!parsed.success) return refuse(400, 10_021, parsed.error.message);
    const { main_module, bindings, assets } = parsed.data;
    form.delete('metadata');
    const modules: WorkerModule[] = [];
    for (const [name, file] of form) {
      if (typeof file === 'string' || file.name !== name) return refuse(400, 10_021, `${name} is no module`);
      modules.push({ name, content: await file.text(), type: file.type as WorkerModule['type'] });
    }
    if (modules[0]?.name !== main_module) return refuse(400, 10_021, `No such module "${main_module}"`);
    if (gzipSync(modules.map(({ content }) => content).join('')).length > 3e6)
      return refuse(400, 10_027, 'Your Worker exceeded the size limit of 3 MiB.');
    const files = assets ? completed.get(assets.jwt) : [];
    if (!files) return refuse(400, 10_021, 'The completion token is not valid');
    if (bindings.some(({ type }) => type === 'assets') !== files.length > 0)
      return refuse(400, 10_021, 'A binding to assets needs assets');
    return { id: randomUUID(), modules, bindings, assets: files };
  }

  function deploy(script: Script, call: ApiCall): ApiAnswer {
    const parsed = deploymentSchema.safeParse(jsonOf(call));
    if (!parsed.success) return refuse(400, 10_021, parsed.error.message);
    const [{ version_id }] = parsed.data.versions;
    if (!script.versions.some(({ id }) => id === version_id)) return refuse(404, 10_180, 'Version does not exist');
    script.deployments.push(version_id);
    return succeed({ id: randomUUID() });
  }

  const deployedOf = (worker: string): Version => {
    const { versions, deployments } = scripts.get(worker)!;
    return versions.find(({ id }) => id === deployments.at(-1))!;
  };
  const contentsOf = ({ assets }: Version): Map<string, Buffer> =>
    new Map(assets.map((hash) => [hash, stored.get(hash)!]));

  const own: Omit<CloudflareAccount, keyof StrictApi> = {
    stored,
    uploads,
    tableOf: (worker) => {
      const table = scripts.has(worker) && deployedOf(worker).modules.find(({ name }) => name === 'table.txt');
      return table ? (JSON.parse(table.content) as EdgeTable) : undefined;
    },
    sql: (statement) => database.prepare(statement).all(),
    startDeployed: (worker, bucket) => {
      const version = deployedOf(worker);
      if (version.bindings.some(({ type }) => type === 'r2_bucket'))
        return startWorker({ modules: version.modules, storage: { bucket: bucket! } });
      return startWorker({ modules: version.modules, storage: { assets: contentsOf(version) } });
    },
  };
  const account: CloudflareAccount = Object.assign(api, own);
  return account;
}

const metadataSchema = z.strictObject({
  main_module: z.string(),
  compatibility_date: z.iso.date(),
  bindings: z.array(
    z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('assets'), name: z.string() }),
      z.strictObject({ type: z.literal('r2_bucket'), name: z.string(), bucket_name: z.string() }),
    ]),
  ),
  assets: z
    .strictObject({
      jwt: z.string(),
      config: z.strictObject({
        html_handling: z.enum(['auto-trailing-slash', 'force-trailing-slash', 'drop-trailing-slash', 'none']),
        not_found_handling: z.enum(['none', '404-page', 'single-page-application']),
        run_worker_first: z.union([z.boolean(), z.array(z.string())]),
      }),
    })
    .optional(),
  annotations: z.strictObject({ 'workers/tag': z.string().max(25), 'workers/message': z.string().max(100) }).optional(),
});

const deploymentSchema = z.strictObject({
  strategy: z.literal('percentage'),
  versions: z.tuple([z.strictObject({ version_id: z.string(), percentage: z.literal(100) })]),
  annotations: z.strictObject({ 'workers/message': z.string().max(100) }).optional(),
});

const formOf = ({ headers, body }: ApiCall): Promise<FormData> =>
  new Response(new Uint8Array(body), { headers: { 'Content-Type': headers['content-type'] ?? '' } }).formData();

const envelope = (result: unknown): object => ({ success: true, errors: [], messages: [], result });

const succeed = (result: unknown): ApiAnswer => ({ status: 200, body: envelope(result) });

const refuse = (status: number, code: number, message: string): ApiAnswer => ({
  status,
  body: { success: false, errors: [{ code, message }], messages: [], result: null },
});
