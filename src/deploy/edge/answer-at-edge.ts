import type { ManifestEdition } from '../../output/manifest.ts';
import { hostOf } from '../../output/requests/negotiate.ts';
import { parseRequestTarget } from '../../output/requests/request-target.ts';
import { type StaticResponse, resolveStaticRequest } from '../../output/requests/resolve-static-request.ts';
import { required } from '../../shared/required.ts';

/** The editions of a host; none for an unknown host. */
export type EditionsOfHost = (host: string) => ManifestEdition[];

/** Parts of a request. Its URL is absolute, and as the client sent it as far as the platform allows. */
export interface EdgeRequest {
  method: string;
  url: string;
  headers: { get(name: string): string | null };
}

/** Response without its content: `file` is to be sent, else `body`. */
export interface EdgeAnswer extends Omit<StaticResponse, 'file'> {
  file?: EdgeFile;
}

export interface EdgeFile {
  /** First 32 hexadecimal digits of its SHA-256. */
  hash: string;
  bytes: number;
}

/** Request headers that the response depends on. The CDN compresses, so that `Accept-Encoding` is none of them. */
const HEADERS = ['host', 'cookie', 'accept-language', 'if-match', 'if-none-match', 'if-range', 'range'] as const;

/** Resolves a request as `npm start` does, or to the service, which answers below `/api/`. */
export function answerAtEdge(
  { method, url, headers }: EdgeRequest,
  editionsOf: EditionsOfHost,
): EdgeAnswer | 'service' {
  const target = parseRequestTarget(url);
  const editions = editionsOf(hostOf(target?.host ?? headers.get('host') ?? ''));
  if (editions.length && target?.path.startsWith('/api/')) return 'service';
  const asked = {
    ...Object.fromEntries(HEADERS.map((name) => [name, headers.get(name) ?? undefined])),
    'x-forwarded-proto': /^https:/i.test(url) ? 'https' : undefined,
  };
  const { file, ...answer } = resolveStaticRequest({ method, url, headers: asked }, { editions, dictionaries: false });
  if (file === undefined) return answer;
  const owner = required(
    editions.find(({ root }) => file.startsWith(`${root}/`)),
    file,
  );
  const { sha256, bytes } = required(owner.files[file.slice(owner.root.length + 1)], file);
  return { ...answer, file: { hash: sha256, bytes } };
}
