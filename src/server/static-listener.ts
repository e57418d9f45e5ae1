import { closeSync, createReadStream, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';

import { type Manifest, manifestReader } from '../output/manifest.ts';
import { isLocalSite } from '../output/requests/negotiate.ts';
import { hasSeveralHosts, SEVERAL_HOSTS } from '../output/requests/request-target.ts';
import { type StaticResponse, resolveStaticRequest } from '../output/requests/resolve-static-request.ts';
import { UserError } from '../shared/user-error.ts';
import { isBareLocalhost, editionsPageHtml } from './editions-page.ts';
import { keepLinksLocal } from './keep-links-local.ts';
import type { LocalInbox } from './local-inbox.ts';

/** Additions for a person who tries the site on one machine: links stay on it, and the list of editions has an inbox. */
export interface LocalTrial {
  inbox: LocalInbox;
  /** Whether a request comes from this machine itself. */
  isFromHere: (request: IncomingMessage) => boolean;
}

/**
 * Answers requests for a built site by their Host header. After a build, the next request is served from it.
 * @param onError receives unexpected errors
 * @throws UserError where nothing has been built
 */
export function staticListener(
  dist: string,
  onError: (error: unknown) => void = console.error,
  trial?: LocalTrial,
): RequestListener {
  const manifest = manifestReader(dist);
  return (request, response) => {
    try {
      const exchange = { request, response, dist, onError };
      if (hasSeveralHosts(request)) return send({ status: 400, headers: {}, body: SEVERAL_HOSTS }, exchange);
      if (trial && isLocalSite(request.headers.host ?? '')) sendLocal(manifest(), exchange);
      else send(resolve(request, manifest(), trial), exchange);
    } catch (error) {
      if (!isMissing(error)) {
        onError(error);
        return void response.writeHead(500).end();
      }
      // A build is being swapped in, or a file was removed.
      console.error(error.message);
      response.writeHead(503, { 'Retry-After': '1' }).end();
    }
  };
}

const isMissing = (error: unknown): error is Error =>
  error instanceof UserError || (error as NodeJS.ErrnoException).code === 'ENOENT';

function resolve(request: IncomingMessage, manifest: Manifest, trial?: LocalTrial): StaticResponse {
  const { method = 'GET', url = '/', headers, socket } = request;
  if (!isBareLocalhost(headers.host ?? '')) return resolveStaticRequest({ method, url, headers }, manifest);
  if (url !== '/') return { status: 302, headers: { Location: '/' } };
  const inbox = trial?.isFromHere(request) ? trial.inbox.html() : '';
  const body = editionsPageHtml(manifest.editions, String(socket.localPort), inbox);
  // The links of mails are secrets.
  return { status: 200, headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }, body };
}

/** Sends a page with links that stay on this machine: complete, uncompressed and without an ETag. Other files are sent as they are. */
function sendLocal(manifest: Manifest, exchange: Exchange): void {
  const { host, cookie, ...others } = exchange.request.headers;
  const plain = { host, cookie, 'accept-language': others['accept-language'] };
  const { method = 'GET', url = '/' } = exchange.request;
  const { file, ...resolved } = resolveStaticRequest({ method, url, headers: plain }, manifest);
  if (!file?.endsWith('.html')) return send(resolve(exchange.request, manifest), exchange);
  const { ETag: _, 'Accept-Ranges': __, ...headers } = resolved.headers;
  const hosts = new Set(manifest.editions.map((edition) => edition.host));
  const html = readFileSync(`${exchange.dist}/${file}`, 'utf8');
  send(
    { ...resolved, headers, body: keepLinksLocal(html, hosts, String(exchange.request.socket.localPort)) },
    exchange,
  );
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  dist: string;
  onError: (error: unknown) => void;
}

function send(resolved: StaticResponse, exchange: Exchange): void {
  const { status, headers, file, body } = resolved;
  if (file !== undefined) return sendFile(`${exchange.dist}/${file}`, resolved, exchange);
  exchange.response.writeHead(
    status,
    body === undefined ? headers : { ...headers, 'Content-Length': Buffer.byteLength(body) },
  );
  exchange.response.end(exchange.request.method === 'HEAD' ? undefined : body);
}

/** Larger files are streamed. Smaller files are sent at once, so that a client that half-closes its connection gets all of it. */
const AT_ONCE_BYTES = 1_000_000;

/** Sends a file, or the range of it, and reads only that. */
function sendFile(
  path: string,
  { status, headers, range }: StaticResponse,
  { request, response, onError }: Exchange,
): void {
  const fd = openSync(path, 'r');
  const first = range?.first ?? 0;
  const last = Math.min(range?.last ?? Infinity, fstatSync(fd).size - 1);
  const length = Math.max(0, last - first + 1);
  const sent = { ...headers, 'Content-Length': length };
  if (request.method === 'HEAD' || length <= AT_ONCE_BYTES) {
    const content = Buffer.alloc(request.method === 'HEAD' ? 0 : length);
    try {
      readSync(fd, content, { position: first });
    } finally {
      closeSync(fd);
    }
    return void response.writeHead(status, sent).end(content);
  }
  response.writeHead(status, sent);
  pipeline(createReadStream('', { fd, start: first, end: last }), response, (error) => {
    // The client closed the connection.
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') onError(error);
  });
}
