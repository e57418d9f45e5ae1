import { required } from '../../shared/required.ts';
import { hasDictionary, PAGE_VARY } from '../compression-dictionaries.ts';
import { encodings, endingFor } from '../content-encodings.ts';
import { contentTypeOf } from '../content-types.ts';
import type { Manifest, ManifestEdition, ManifestFiles } from '../manifest.ts';
import { headersFor, HSTS } from '../match-headers.ts';
import { surrogateKeysFor } from '../surrogate-keys.ts';
import { type ByteRange, type ConditionalHeaders, evaluateConditions } from './conditional-request.ts';
import { hostOf, LANGUAGE_HEADERS, languageCookie, isLocalSite, languageInQuery, negotiate } from './negotiate.ts';
import { pagePath } from './page-redirects.ts';
import { HOST_PATHS, parseRequestTarget, type RequestTarget, TRANSLATION_PATHS } from './request-target.ts';

/** The parts of a request that decide its response. */
export interface StaticRequest {
  method: string;
  /** Target of the request line. */
  url: string;
  headers: ConditionalHeaders &
    Partial<
      Record<'host' | 'cookie' | 'accept-encoding' | 'accept-language' | 'x-forwarded-proto', string | undefined>
    > & {
      'available-dictionary'?: string | string[] | undefined;
    };
}

export interface StaticResponse {
  status: 200 | 206 | 301 | 302 | 304 | 400 | 404 | 405 | 412 | 416 | 421;
  headers: Record<string, string>;
  /** File below `dist/` to send. */
  file?: string;
  /** Part of it to send; undefined for the whole file. */
  range?: ByteRange;
  /** Text to send instead of a file. */
  body?: string;
}

/** Resolves a request to a file of `dist/`, a redirect or an error. nginx and Caddy are configured to do the same. */
export function resolveStaticRequest(
  request: StaticRequest,
  manifest: Pick<Manifest, 'editions' | 'dictionaries'>,
): StaticResponse {
  const target = parseRequestTarget(request.url);
  const host = hostOf(target?.host ?? request.headers.host ?? '');
  if (!/^[a-z0-9_.-]+$|^\[[0-9a-f:.]+\]$/.test(host)) return text(400, 'The host is not valid.');
  const onHost = manifest.editions
    .filter((edition) => edition.host === host)
    .toSorted((a, b) => Number(b.default) - Number(a.default));
  if (!onHost.length) return text(421, `No site is served for the host "${host}".`);
  if (!target) return text(400, 'The path is not valid.');
  const response = resolveOn(onHost, target, request, manifest.dictionaries);
  if (request.headers['x-forwarded-proto'] !== 'https') delete response.headers[HSTS];
  return response;
}

function resolveOn(
  onHost: ManifestEdition[],
  { path, search }: RequestTarget,
  { method, headers }: StaticRequest,
  hasDictionaries: boolean,
): StaticResponse {
  const query = languageInQuery(onHost, search);
  const chosen = negotiate(onHost, { query, cookies: headers.cookie, acceptLanguage: headers['accept-language'] });
  const several = onHost.length > 1;
  const isLocal = isLocalSite(headers.host ?? '');
  const language: Record<string, string> = {
    ...(several && { Vary: LANGUAGE_HEADERS }),
    ...(several && query && { 'Set-Cookie': languageCookie(query, isLocal) }),
  };
  const file = fileFor(path);
  const owner = ownerOf(path, chosen, onHost);
  const keys = surrogateKeysFor(owner, path);
  const always = { ...headersFor(chosen.headers, '/'), ...language, ...keys };
  if (!['GET', 'HEAD'].includes(method)) return text(405, 'Only GET and HEAD.', { ...always, Allow: 'GET, HEAD' });
  if (!entryOf(owner, file)) {
    if (path.startsWith('/_astro/')) return text(404, 'Not found.', always);
    const page = pagePath(path);
    const pageFile = fileFor(page);
    if (page !== path && pageFile.endsWith('.html') && entryOf(owner, pageFile))
      return { status: 301, headers: { ...always, Location: search ? `${page}?${search}` : page } };
    return { status: 302, headers: { ...always, Location: '/' } };
  }
  const compressed = entryOf(owner, `${file}.br`) !== undefined;
  const plainEnding = compressed ? endingFor(headers['accept-encoding']) : '';
  const ending = entryOf(owner, `${file}.dcz`) && hasDictionary(owner, headers) ? '.dcz' : plainEnding;
  const { sha256, bytes } = required(entryOf(owner, `${file}${ending}`), 'entry of a file');
  const etag = `"${sha256.slice(0, 32)}"`;
  const vary = hasDictionaries && file.endsWith('.html') ? PAGE_VARY : 'Accept-Encoding';
  const found = {
    ...headersFor(chosen.headers, path),
    ...language,
    ...keys,
    ...(compressed && { Vary: [vary, ...(several ? [LANGUAGE_HEADERS] : [])].join(', ') }),
    ETag: etag,
  };
  const { status, range } = evaluateConditions(headers, etag, bytes);
  if (status === 304) return { status, headers: found };
  const varying = { ...always, ...('Vary' in found && { Vary: found.Vary }) };
  if (status === 412) return text(status, 'The file has changed.', varying);
  if (status === 416) return text(status, 'The file is shorter.', { ...varying, 'Content-Range': `bytes */${bytes}` });
  return {
    status,
    headers: {
      'Content-Type': contentTypeOf(file),
      ...(ending && { 'Content-Encoding': encodings[ending] }),
      ...found,
      'Accept-Ranges': 'bytes',
      ...(range && { 'Content-Range': `bytes ${range.first}-${range.last}/${bytes}` }),
    },
    file: `${owner.root}/${file}${ending}`,
    ...(range && { range }),
  };
}

/** A file of this build, or a retained file of the last. */
const entryOf = ({ files, kept }: ManifestEdition, file: string): ManifestFiles[string] | undefined =>
  files[file] ?? kept[file];

/** The edition whose file is sent. */
function ownerOf(path: string, chosen: ManifestEdition, onHost: ManifestEdition[]): ManifestEdition {
  if (new RegExp(HOST_PATHS).test(path)) return required(onHost[0], 'edition of a host');
  const [, words] = new RegExp(TRANSLATION_PATHS).exec(path) ?? [];
  return onHost.find(({ lang }) => lang === words) ?? chosen;
}

/** `/rules` is `rules.html`. Neither pages nor compressed files are served under their file names. */
function fileFor(path: string): string {
  if (path === '/') return 'index.html';
  const name = path.slice(1);
  if (/\.(html|br|gz|dcz)$/.test(name) || ['index', '404'].includes(name)) return '';
  return /\.[a-z0-9]+$/.test(name) ? name : `${name}.html`;
}

function text(status: StaticResponse['status'], body: string, headers: Record<string, string> = {}): StaticResponse {
  return { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers }, body: `${body}\n` };
}
