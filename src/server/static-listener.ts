import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';

import { type Manifest, manifestReader } from '../output/manifest.ts';
import { UserError } from '../shared/user-error.ts';
import { isBareLocalhost, editionsIndexHtml } from './editions-index.ts';
import { type StaticResponse, resolveStaticRequest } from './resolve-static-request.ts';

/**
 * Answers requests for a built site, by Host. A build that comes meanwhile is served from the next request on.
 * @param onError is told of whatever nobody expected
 * @throws UserError where nothing has been built
 */
export function staticListener(dist: string, onError: (error: unknown) => void = console.error): RequestListener {
  const manifest = manifestReader(dist);
  return (request, response) => {
    try {
      send(answer(request, manifest()), { request, response, dist, onError });
    } catch (error) {
      if (!isMissing(error)) {
        onError(error);
        return void response.writeHead(500).end();
      }
      // A build is being put in place, or files were removed by hand.
      console.error(error.message);
      response.writeHead(503, { 'Retry-After': '1' }).end();
    }
  };
}

const isMissing = (error: unknown): error is Error =>
  error instanceof UserError || (error as NodeJS.ErrnoException).code === 'ENOENT';

function answer(
  { method = 'GET', url = '/', headers, headersDistinct, socket }: IncomingMessage,
  manifest: Manifest,
): StaticResponse {
  // RFC 9112, section 3.2. Node itself would take the first.
  if ((headersDistinct.host ?? []).length > 1)
    return { status: 400, headers: {}, body: 'There are two Host headers.\n' };
  if (!isBareLocalhost(headers.host ?? '')) return resolveStaticRequest({ method, url, headers }, manifest);
  if (url !== '/') return { status: 302, headers: { Location: '/' } };
  const body = editionsIndexHtml(manifest.editions, String(socket.localPort));
  return { status: 200, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body };
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  dist: string;
  onError: (error: unknown) => void;
}

function send(found: StaticResponse, exchange: Exchange): void {
  const { status, headers, file, body } = found;
  if (file !== undefined) return sendFile(`${exchange.dist}/${file}`, found, exchange);
  exchange.response.writeHead(
    status,
    body === undefined ? headers : { ...headers, 'Content-Length': Buffer.byteLength(body) },
  );
  exchange.response.end(exchange.request.method === 'HEAD' ? undefined : body);
}

/** Above this, a file is read while it is sent. Below, the answer is complete before a client that has sent its request ends the connection. */
const AT_ONCE_BYTES = 1_000_000;

/** Reads no more of a file than is sent. */
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
    // The client may leave before the end.
    if (error && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') onError(error);
  });
}
