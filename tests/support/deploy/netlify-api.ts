import { hash, randomUUID } from 'node:crypto';

import { answerVisitor } from './netlify-hosting.ts';
import { TOKEN } from './purge-apis.ts';
import { type ApiAnswer, type ApiCall, jsonOf, startStrictApi, type StrictApi } from './strict-api.ts';

export interface NetlifyStandIn extends StrictApi {
  /** Deploys of a site, newest first. */
  deploys: (site: string) => StoredDeploy[];
  /** Published deploy of a site. */
  published: (site: string) => StoredDeploy | undefined;
}

interface StoredDeploy {
  id: string;
  site: string;
  title: string | null;
  state: 'uploading' | 'processing' | 'ready';
  /** SHA-1 by path. */
  files: Record<string, string>;
  required: string[];
  created_at: string;
}

/**
 * A stand-in for Netlify's API and hosting. It rejects what their documentation says is rejected, and serves what is published.
 * @param sites ids of sites by host of their domain
 */
export async function startNetlify(sites: Record<string, string>): Promise<NetlifyStandIn> {
  const deploys: StoredDeploy[] = [];
  const blobs = new Map<string, Buffer>();
  const metadata = new Map<string, Record<string, unknown>>();
  const published = new Map<string, string>();
  const known = new Set(Object.values(sites));
  const find = (id: string): StoredDeploy | undefined => deploys.find((deploy) => deploy.id === id);
  const shown = (deploy: StoredDeploy): object => ({ ...deploy, deploy_ssl_url: `${api.origin}/of/${deploy.id}` });
  const contentOf = (deploy: StoredDeploy): Map<string, Buffer> =>
    new Map(Object.entries(deploy.files).map(([path, sha1]) => [path, blobs.get(sha1)!]));

  const routes: [method: string, path: RegExp, answer: (call: ApiCall, ...parts: string[]) => ApiAnswer][] = [
    ['GET', /^\/sites\/([^/]+)$/, (_, site) => ok({ id: site, published_deploy: publishedDeploy(site!) ?? null })],
    ['GET', /^\/sites\/([^/]+)\/metadata$/, (_, site) => ok(metadata.get(site!) ?? {})],
    ['PUT', /^\/sites\/([^/]+)\/metadata$/, putMetadata],
    ['GET', /^\/sites\/([^/]+)\/files$/, (_, site) => ok(listFiles(site!))],
    ['GET', /^\/sites\/([^/]+)\/deploys$/, listDeploys],
    ['POST', /^\/sites\/([^/]+)\/deploys$/, create],
    ['POST', /^\/sites\/([^/]+)\/deploys\/([^/]+)\/restore$/, restore],
    ['GET', /^\/deploys\/([^/]+)$/, (_, id) => (find(id!) ? ok(shown(settled(find(id!)!))) : refuse(404, 'Not Found'))],
    ['DELETE', /^\/deploys\/([^/]+)$/, remove],
    ['PUT', /^\/deploys\/([^/]+)\/files(\/.+)$/, upload],
  ];

  const api = await startStrictApi(async (call) => {
    const { pathname } = call.url;
    const site = sites[(call.headers.host ?? '').replace(/:.*/, '')];
    if (site) {
      const deploy = publishedDeploy(site);
      return deploy ? answerVisitor(contentOf(deploy), pathname) : { status: 404, body: 'Not Found' };
    }
    const [, id, file = ''] = /^\/of\/([^/]+)(\/.*)$/.exec(pathname) ?? [];
    if (id && find(id)) return answerVisitor(contentOf(find(id)!), file);
    if (call.headers.authorization !== `Bearer ${TOKEN}`) return refuse(401, 'Access Denied: Invalid token');
    for (const [method, path, answer] of routes) {
      const match = method === call.method && path.exec(pathname);
      if (!match) continue;
      if (pathname.startsWith('/sites/') && !known.has(match[1]!)) return refuse(404, 'Not Found');
      return answer(call, ...match.slice(1).map(decodeURIComponent));
    }
    return refuse(404, 'Not Found');
  });
  return Object.assign(api, {
    deploys: (site: string) => deploys.filter((deploy) => deploy.site === site),
    published: publishedDeploy,
  });

  function publishedDeploy(site: string): StoredDeploy | undefined {
    return find(published.get(site) ?? '');
  }

  function listFiles(site: string): object[] {
    return Object.entries(publishedDeploy(site)?.files ?? {}).map(([path, sha]) => ({ id: path, path, sha }));
  }

  function listDeploys({ url }: ApiCall, site?: string): ApiAnswer {
    const [page, perPage] = ['page', 'per_page'].map((name) => Number(url.searchParams.get(name) ?? 1)) as [
      number,
      number,
    ];
    if (perPage > 100) return refuse(422, 'per_page is at most 100');
    return ok(
      deploys
        .filter((deploy) => deploy.site === site)
        .slice((page - 1) * perPage, page * perPage)
        .map(shown),
    );
  }

  function putMetadata(call: ApiCall, site?: string): ApiAnswer {
    const body = jsonOf(call);
    if (!body) return refuse(422, 'Metadata is JSON');
    metadata.set(site!, body);
    return { status: 204, body: '' };
  }

  function create(call: ApiCall, site?: string): ApiAnswer {
    const { files, draft } = (jsonOf(call) ?? {}) as { files?: Record<string, string>; draft?: boolean };
    if (!files || draft !== true) return refuse(422, 'Draft deploys with files only, in this stand-in');
    for (const [path, sha1] of Object.entries(files)) {
      if (!/^\/[^#?]+$/.test(path)) return refuse(422, `Invalid path ${path}`);
      if (!/^[0-9a-f]{40}$/.test(sha1)) return refuse(422, `Invalid SHA-1 of ${path}`);
    }
    const required = [...new Set(Object.values(files))].filter((sha1) => !blobs.has(sha1));
    const title = call.url.searchParams.get('title');
    const created_at = new Date(Date.now() + deploys.length).toISOString();
    const state = required.length ? 'uploading' : 'processing';
    const deploy: StoredDeploy = { id: randomUUID(), site: site!, title, state, files, required, created_at };
    deploys.unshift(deploy);
    return ok(shown(deploy));
  }

  function upload({ headers, body }: ApiCall, id?: string, path?: string): ApiAnswer {
    const deploy = find(id!);
    if (!deploy) return refuse(404, 'Not Found');
    const sha1 = deploy.files[path!];
    if (headers['content-type'] !== 'application/octet-stream') return refuse(415, 'Send application/octet-stream');
    if (deploy.state !== 'uploading') return refuse(422, 'The deploy takes no more files');
    if (!sha1) return refuse(404, `The deploy has no file ${path}`);
    if (!deploy.required.includes(sha1)) return refuse(422, `${path} is not required`);
    if (hash('sha1', body) !== sha1) return refuse(422, `The SHA-1 of ${path} differs`);
    blobs.set(sha1, body);
    deploy.required = deploy.required.filter((each) => !blobs.has(each));
    if (!deploy.required.length) deploy.state = 'processing';
    return ok({ id: path, path, sha: sha1 });
  }

  function restore(_: ApiCall, site?: string, id?: string): ApiAnswer {
    const deploy = find(id!);
    if (deploy?.site !== site) return refuse(404, 'Not Found');
    if (deploy?.state !== 'ready') return refuse(422, 'The deploy is not ready');
    published.set(site!, id!);
    return ok(shown(deploy));
  }

  function remove(_: ApiCall, id?: string): ApiAnswer {
    const index = deploys.findIndex((deploy) => deploy.id === id);
    if (index < 0) return refuse(404, 'Not Found');
    if ([...published.values()].includes(id!)) return refuse(422, 'The deploy is published');
    deploys.splice(index, 1);
    return { status: 204, body: '' };
  }
}

/** Processing ends by the time that a client asks. */
function settled(deploy: StoredDeploy): StoredDeploy {
  if (deploy.state === 'processing') deploy.state = 'ready';
  return deploy;
}

const ok = (body: unknown): ApiAnswer => ({ status: 200, body });

const refuse = (code: number, message: string): ApiAnswer => ({ status: code, body: { code, message } });
