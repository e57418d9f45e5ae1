import { type ApiAnswer, jsonOf, startStrictApi, type StrictApi } from './strict-api.ts';

export interface PurgeApi extends StrictApi {
  /** URLs, tags, keys and hosts that were purged, in order. */
  purged: string[];
}

export const TOKEN = 'a-token-that-no-message-shows';

/** `POST /zones/{id}/purge_cache`. @param zones domain by id */
export function startCloudflareApi(zones: Record<string, string>): Promise<PurgeApi> {
  const refuse = (status: number, message: string): ApiAnswer => ({
    status,
    body: { success: false, errors: [{ code: 1000 + status, message }], messages: [], result: null },
  });
  return startPurgeApi((call, purged) => {
    const [, id = ''] = /^\/zones\/([0-9a-f]{32})\/purge_cache$/.exec(call.url.pathname) ?? [];
    const domain = zones[id];
    if (call.headers.authorization !== `Bearer ${TOKEN}`) return refuse(403, 'Authentication error');
    if (call.method !== 'POST' || !domain) return refuse(404, 'Could not route to the zone');
    const [[kind, items] = [], ...more] = Object.entries(jsonOf(call) ?? {});
    if (more.length || !kind) return refuse(400, 'Request must contain one of purge_everything, files, tags, hosts');
    if (kind === 'purge_everything' && items === true) purged.push(`everything of ${domain}`);
    else if (!isList(items) || !['files', 'tags', 'hosts'].includes(kind)) return refuse(400, `Unknown field ${kind}`);
    else if (items.length > 100) return refuse(400, 'Only 100 items a call');
    else if (kind !== 'tags' && !items.every((item) => isOn(domain, kind === 'files' ? hostOf(item) : item)))
      return refuse(400, 'Unable to purge, the host is not of this zone');
    else if (kind === 'tags' && items.some((tag) => tag.length > 1024 || /[ ,]/.test(tag)))
      return refuse(400, 'Invalid tag');
    else purged.push(...items.map((item) => (kind === 'files' ? item : `${kind}: ${item}`)));
    return { status: 200, body: { success: true, errors: [], messages: [], result: { id } } };
  });
}

/** `POST /purge/{url}`, `/service/{id}/purge` and `/service/{id}/purge_all`. */
export function startFastlyApi(service: string): Promise<PurgeApi> {
  const refuse = (status: number, msg: string): ApiAnswer => ({ status, body: { msg } });
  return startPurgeApi((call, purged) => {
    const { pathname, search } = call.url;
    if (call.headers['fastly-key'] !== TOKEN) return refuse(401, 'Provided credentials are missing or invalid');
    if (call.method !== 'POST') return refuse(405, 'Method not allowed');
    const mode = call.headers['fastly-soft-purge'] === '1' ? 'soft ' : '';
    if (pathname.startsWith('/purge/')) {
      purged.push(`${mode}https://${pathname.slice('/purge/'.length)}${search}`);
      return { status: 200, body: { status: 'ok', id: '1-2-3' } };
    }
    if (pathname === `/service/${service}/purge_all`) {
      purged.push('everything');
      return { status: 200, body: { status: 'ok' } };
    }
    if (pathname !== `/service/${service}/purge`) return refuse(404, 'Record not found');
    const keys = jsonOf(call)?.['surrogate_keys'];
    if (!isList(keys) || !keys.length) return refuse(400, 'Missing surrogate keys');
    if (keys.length > 256) return refuse(400, 'Only 256 keys a call');
    purged.push(...keys.map((key) => `${mode}key ${key}`));
    return { status: 200, body: Object.fromEntries(keys.map((key) => [key, '1-2-3'])) };
  });
}

async function startPurgeApi(
  answer: (call: Parameters<Parameters<typeof startStrictApi>[0]>[0], purged: string[]) => ApiAnswer,
): Promise<PurgeApi> {
  const purged: string[] = [];
  return Object.assign(await startStrictApi((call) => answer(call, purged)), { purged });
}

const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

const isOn = (domain: string, host: string): boolean => host === domain || host.endsWith(`.${domain}`);

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '');
