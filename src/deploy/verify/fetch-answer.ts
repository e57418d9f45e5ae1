import { Agent, request as requestHttp, type RequestOptions } from 'node:http';
import { Agent as SecureAgent, request as requestHttps } from 'node:https';

import { required } from '../../shared/required.ts';
import { retry, TransientError } from '../requests/retry.ts';

export interface FetchedAnswer {
  status: number;
  headers: Record<string, string>;
  /** In its content encoding. */
  body: Buffer;
}

const TIMEOUT_MS = 30_000;

const CONNECTIONS = { keepAlive: true, maxSockets: 16 };

/** Fetches URLs, each by the name of its host. @param address to connect to instead of each host's own */
export function answerFetcher(address: string | undefined, signal: AbortSignal) {
  const agents = { 'http:': new Agent(CONNECTIONS), 'https:': new SecureAgent(CONNECTIONS) };
  return {
    fetch: (url: URL, encoding: string): Promise<FetchedAnswer> =>
      retry(() => fetchOnce(url, encoding), { signal, attempts: 4 }),
    /** Without further attempts. @throws TransientError where nothing answers, or an error of the server */
    fetchOnce,
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };

  async function fetchOnce(url: URL, encoding: string): Promise<FetchedAnswer> {
    const { protocol, hostname, port } = address ? new URL(address) : url;
    const isSecure = protocol === 'https:';
    const options: RequestOptions & { servername?: string } = {
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      ...(port && { port }),
      path: `${url.pathname}${url.search}`,
      headers: {
        Host: url.host,
        'Accept-Encoding': encoding,
        'User-Agent': 'deploy-verification',
        // The server behind the CDN hears the scheme of visitors.
        ...(address && { 'X-Forwarded-Proto': url.protocol.slice(0, -1) }),
      },
      agent: agents[isSecure ? 'https:' : 'http:'],
      timeout: TIMEOUT_MS,
      signal,
      ...(isSecure && { servername: url.hostname }),
    };
    const answer = await send(isSecure ? requestHttps : requestHttp, options);
    if (answer.status >= 500 || answer.status === 429) throw new TransientError(`is answered ${answer.status}`);
    return answer;
  }
}

const send = (request: typeof requestHttp, options: RequestOptions): Promise<FetchedAnswer> =>
  new Promise((done, fail) => {
    const failed = (error: Error): void =>
      fail(new TransientError(`fails: ${(error as NodeJS.ErrnoException).code ?? error.message}`, { cause: error }));
    const sent = request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', failed);
      response.once('end', () => {
        const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
        done({
          status: required(response.statusCode, 'status'),
          headers: Object.fromEntries(headers) as FetchedAnswer['headers'],
          body: Buffer.concat(chunks),
        });
      });
    });
    sent.once('timeout', () => sent.destroy(new Error(`no answer for ${TIMEOUT_MS / 1000} s`)));
    sent.once('error', failed).end();
  });
