import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

import { listenOnFreePort } from '../../../scripts/lib/listen/listen-on-free-port.ts';

/** A request to a stand-in of an API. */
export interface ApiCall {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

export interface ApiAnswer {
  status: number;
  /** Sent as JSON; a text or bytes as they are. */
  body: unknown;
  headers?: Record<string, string>;
}

/** A stand-in for the API of a service that costs money. It runs on this machine and rejects what the real API rejects. */
export interface StrictApi {
  origin: string;
  /** Answers of the next calls, before the API sees them; `'reset'` breaks the connection. */
  failures: (ApiAnswer | 'reset')[];
  /** Calls that the API saw, such as `POST /purge`. */
  calls: string[];
  /** Breaks the connection of every so many calls; the API has acted on half of them. 0 breaks none. */
  breakEvery: number;
  /** Runs before a call is answered. */
  onCall: () => void;
  close: () => void;
}

export async function startStrictApi(answer: (call: ApiCall) => ApiAnswer | Promise<ApiAnswer>): Promise<StrictApi> {
  const api: StrictApi = { origin: '', failures: [], calls: [], breakEvery: 0, onCall: () => {}, close: () => {} };
  const { failures, calls } = api;
  let count = 0;
  const { port, close } = await listenOnFreePort(async (request, response) => {
    const url = new URL(request.url!, 'http://api.invalid');
    const body = await buffer(request).catch(() => undefined);
    // The client was killed while it sent the call.
    if (!body) return;
    const call = { method: request.method!, url, headers: request.headers, body };
    const failure = failures.shift();
    if (failure === 'reset') {
      request.socket.destroy();
      return;
    }
    count += 1;
    api.onCall();
    const isBroken = api.breakEvery > 0 && count % api.breakEvery === 0;
    if (isBroken && count % (2 * api.breakEvery) === 0) await answer(call);
    if (isBroken) {
      request.socket.destroy();
      return;
    }
    if (!failure) calls.push(`${call.method} ${url.pathname}`);
    const { status, body: content, headers = {} } = failure ?? (await answer(call));
    const isRaw = typeof content === 'string' || content instanceof Uint8Array;
    response.writeHead(status, { ...(!isRaw && { 'Content-Type': 'application/json' }), ...headers });
    response.end(isRaw ? content : JSON.stringify(content));
  });
  return Object.assign(api, { origin: `http://127.0.0.1:${port}`, close });
}

/** The JSON of a request, where it says that it is JSON. */
export function jsonOf({ headers, body }: ApiCall): Record<string, unknown> | undefined {
  if (!headers['content-type']?.startsWith('application/json')) return undefined;
  return JSON.parse(body.toString()) as Record<string, unknown>;
}
