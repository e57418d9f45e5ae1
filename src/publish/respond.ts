import { hostOf, LANGUAGE_WISHES, languageCookie, negotiate } from '../editions/negotiate.ts';
import { contentTypes, UNKNOWN_TYPE } from './content-types.ts';
import { encodings, endingFor } from './encodings.ts';
import { headersFor } from './headers.ts';
import type { Manifest, ManifestEdition, ManifestFiles } from './manifest.ts';

/** What decides the answer to a request. */
export interface Request {
  method: string;
  /** Path and query, as it stands in the request line. */
  url: string;
  headers: Partial<
    Record<'host' | 'cookie' | 'accept-encoding' | 'accept-language' | 'if-none-match', string | undefined>
  >;
}

export interface Answer {
  status: 200 | 302 | 304 | 400 | 404 | 405 | 421;
  headers: Record<string, string>;
  /** File below `dist/` to send. */
  file?: string;
  /** Text to send instead. */
  body?: string;
}

/** Files that are the same for all languages of a host: its default edition answers for them. */
const HOST_FILES = /^(robots\.txt|sitemap\.xml|favicon\.svg|speculation-rules\.json|\.well-known\/.*)$/;

/** Answers a request for a static file, as every server in front of `dist/` has to. */
export function respond(request: Request, { editions }: Manifest): Answer {
  if (!['GET', 'HEAD'].includes(request.method)) return text(405, 'Only GET and HEAD.', { Allow: 'GET, HEAD' });
  const host = hostOf(request.headers.host ?? '');
  const onHost = editions
    .filter((edition) => edition.host === host)
    .toSorted((a, b) => Number(b.default) - Number(a.default));
  if (!onHost.length) return text(421, `No site is served for the host "${host}".`);
  const target = parseTarget(request.url);
  return target ? answerOn(onHost, target, request) : text(400, 'The path is not valid.');
}

function answerOn(onHost: ManifestEdition[], { path, lang: query }: Target, { headers }: Request): Answer {
  const chosen = negotiate(onHost, { query, cookies: headers.cookie, acceptLanguage: headers['accept-language'] });
  const several = onHost.length > 1;
  const language: Record<string, string> = {
    ...(several && { Vary: LANGUAGE_WISHES }),
    ...(several && query === chosen.lang && { 'Set-Cookie': languageCookie(chosen.lang) }),
  };
  const file = fileFor(path);
  const owner = HOST_FILES.test(file) ? onHost[0]! : ownerOf(file, chosen, onHost);
  if (!entryOf(owner, file)) {
    const always = { ...headersFor(chosen.headers, '/'), ...language };
    if (path.startsWith('/_astro/')) return text(404, 'Not found.', always);
    return { status: 302, headers: { ...always, Location: '/' } };
  }
  const compressed = entryOf(owner, `${file}.br`) !== undefined;
  const ending = compressed ? endingFor(headers['accept-encoding']) : '';
  const etag = `"${entryOf(owner, `${file}${ending}`)!.sha256.slice(0, 32)}"`;
  const found = {
    ...headersFor(chosen.headers, path),
    ...language,
    ...(compressed && { Vary: several ? `Accept-Encoding, ${LANGUAGE_WISHES}` : 'Accept-Encoding' }),
    ETag: etag,
  };
  if (headers['if-none-match'] === etag) return { status: 304, headers: found };
  return {
    status: 200,
    headers: { 'Content-Type': contentType(file), ...(ending && { 'Content-Encoding': encodings[ending] }), ...found },
    file: `${owner.root}/${file}${ending}`,
  };
}

/** A file of this build, or one of the last that is kept for open pages. */
const entryOf = ({ files, kept }: ManifestEdition, file: string): ManifestFiles[string] | undefined =>
  files[file] ?? kept[file];

/** Words and hashed files are named by what they hold, so that any edition of the host may answer for them. */
function ownerOf(file: string, chosen: ManifestEdition, onHost: ManifestEdition[]): ManifestEdition {
  return /^(assets|_astro)\//.test(file) ? (onHost.find((edition) => entryOf(edition, file)) ?? chosen) : chosen;
}

/** `/rules` is `rules.html`; a page is not found under its file's name, and a file neither without its ending nor compressed. */
function fileFor(path: string): string {
  if (path === '/') return 'index.html';
  const name = path.slice(1);
  if (/\.(html|br|gz)$/.test(name) || ['index', '404'].includes(name)) return '';
  return /\.[a-z0-9]+$/.test(name) ? name : `${name}.html`;
}

const contentType = (file: string): string => contentTypes[file.split('.').at(-1)!] ?? UNKNOWN_TYPE;

function text(status: Answer['status'], body: string, headers: Record<string, string> = {}): Answer {
  return { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers }, body: `${body}\n` };
}

interface Target {
  path: string;
  lang: string | null;
}

function parseTarget(url: string): Target | undefined {
  try {
    const { pathname, searchParams } = new URL(`http://host${url}`);
    return { path: decodeURIComponent(pathname), lang: searchParams.get('lang') };
  } catch {
    return undefined;
  }
}
