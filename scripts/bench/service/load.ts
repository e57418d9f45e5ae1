import { once } from 'node:events';
import { type IncomingMessage, request as ask } from 'node:http';
import { text } from 'node:stream/consumers';

import autocannon from 'autocannon';

import type { Request } from './contenders.ts';
import type { Server } from './start-contender.ts';

/** Result of a load. */
export interface Measurement {
  perSecond: number;
  /** Half of the answers came within so many milliseconds. */
  p50: number;
  /** 99 of 100 answers came within so many milliseconds. */
  p99: number;
  /** Of the server's process, per answer. */
  cpuMs: number;
}

interface Load {
  connections: number;
  /** How many requests they send together. */
  amount: number;
  /** The next request to send. */
  next: () => Request;
}

/** Sends requests on every connection in sequence, until all are answered. */
export async function load(server: Server, { connections, amount, next }: Load): Promise<Measurement> {
  const before = server.usage().cpuSeconds;
  const result = await autocannon({
    url: `http://127.0.0.1:${server.port}`,
    connections,
    amount,
    timeout: TIMEOUT_SECONDS,
    sampleInt: SAMPLE_MS,
    requests: [{ setupRequest: (request) => ({ ...request, ...addressed(server, next()) }) }],
  });
  const cpuSeconds = server.usage().cpuSeconds - before;
  const { errors, non2xx, statusCodeStats, latency, duration } = result;
  if (errors || non2xx)
    throw new Error(
      `${server.name}: ${errors} connections failed, and answers were ${JSON.stringify(statusCodeStats)} where each should be 200`,
    );
  return {
    perSecond: amount / duration,
    p50: latency.p50,
    p99: latency.p99,
    cpuMs: (cpuSeconds * 1000) / amount,
  };
}

/** Longer than any response should take. */
const TIMEOUT_SECONDS = 60;
/** Precision of the measured duration. */
const SAMPLE_MS = 50;

/** Sends a request, and returns the cookies of its response. */
export async function send(server: Server, request: Request): Promise<string> {
  const { body, ...options } = addressed(server, request);
  // `fetch` would not send the header Host.
  const sent = ask({ ...options, host: '127.0.0.1', port: server.port }).end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const answer = await text(response);
  if (response.statusCode !== 200)
    throw new Error(`${server.name} answered ${request.path} with ${response.statusCode}: ${answer}`);
  return (response.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0]).join('; ');
}

let visitors = 0;

/** As a browser would send it through a proxy, each time from another network address, so that no limit is reached. */
function addressed({ host, port }: Server, request: Request): Request {
  const number = visitors++;
  return {
    ...request,
    headers: {
      host: `${host}:${port}`,
      accept: 'application/json',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'x-forwarded-for': [10, number >> 16, (number >> 8) & 255, number & 255].join('.'),
      ...(request.method === 'POST' && { origin: `http://${host}:${port}` }),
      ...request.headers,
    },
  };
}
