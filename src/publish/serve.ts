import { createReadStream } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

import { type Manifest, readManifest } from './manifest.ts';
import { isBareLocalhost, overviewHtml } from './overview.ts';
import { type Answer, respond } from './respond.ts';

/**
 * Answers requests for a built site, by Host.
 * @throws Mistake where nothing has been built
 */
export function siteListener(dist: string): RequestListener {
  const manifest = readManifest(dist);
  return (request, response) => {
    send(answer(request, manifest), request, response, dist).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') console.error(error);
      response.destroy();
    });
  };
}

function answer({ method = 'GET', url = '/', headers, socket }: IncomingMessage, manifest: Manifest): Answer {
  if (!isBareLocalhost(headers.host ?? '')) return respond({ method, url, headers }, manifest);
  if (url !== '/') return { status: 302, headers: { Location: '/' } };
  const body = overviewHtml(manifest.editions, String(socket.localPort));
  return { status: 200, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body };
}

async function send(
  { status, headers, file, body }: Answer,
  request: IncomingMessage,
  response: ServerResponse,
  dist: string,
): Promise<void> {
  response.writeHead(status, headers);
  if (file === undefined || request.method === 'HEAD') response.end(request.method === 'HEAD' ? undefined : body);
  else await pipeline(createReadStream(`${dist}/${file}`), response);
}
