import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

import { Mistake } from '../problems.ts';
import { type Manifest, manifestReader } from './manifest.ts';
import { isBareLocalhost, overviewHtml } from './overview.ts';
import { type Answer, respond } from './respond.ts';

/**
 * Answers requests for a built site, by Host. A build that comes meanwhile is served from the next request on.
 * @param onError is told of whatever nobody expected
 * @throws Mistake where nothing has been built
 */
export function siteListener(dist: string, onError: (error: unknown) => void = console.error): RequestListener {
  const manifest = manifestReader(dist);
  return (request, response) => {
    try {
      send(answer(request, manifest()), request, response, dist);
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
  error instanceof Mistake || (error as NodeJS.ErrnoException).code === 'ENOENT';

function answer(
  { method = 'GET', url = '/', headers, headersDistinct, socket }: IncomingMessage,
  manifest: Manifest,
): Answer {
  // RFC 9112, section 3.2. Node itself would take the first.
  if ((headersDistinct.host ?? []).length > 1)
    return { status: 400, headers: {}, body: 'There are two Host headers.\n' };
  if (!isBareLocalhost(headers.host ?? '')) return respond({ method, url, headers }, manifest);
  if (url !== '/') return { status: 302, headers: { Location: '/' } };
  const body = overviewHtml(manifest.editions, String(socket.localPort));
  return { status: 200, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body };
}

function send(
  { status, headers, file, range, body }: Answer,
  request: IncomingMessage,
  response: ServerResponse,
  dist: string,
): void {
  const whole = file === undefined ? body : readFileSync(`${dist}/${file}`);
  const content = range ? whole!.slice(range.first, range.last + 1) : whole;
  response.writeHead(
    status,
    content === undefined ? headers : { ...headers, 'Content-Length': Buffer.byteLength(content) },
  );
  response.end(request.method === 'HEAD' ? undefined : content);
}
