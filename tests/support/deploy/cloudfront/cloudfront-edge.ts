import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

import { listenOnFreePort } from '../../../../scripts/lib/listen/listen-on-free-port.ts';
import type {
  FunctionEvent,
  FunctionHeaders,
  FunctionRequest,
  FunctionResponse,
} from '../../../../src/deploy/targets/cloudfront/function-event.ts';
import { evaluateConditions } from '../../../../src/output/requests/conditional-request.ts';
import { asker, type RunningServer } from '../../serving/server-starters.ts';
import { loadFunction } from './function-runtime.ts';

export interface EdgeSources {
  code: () => string;
  values: () => Map<string, string>;
  /** Address of the bucket, whose files everybody may read. */
  origin: string;
  /** Whether the second half of the function sees the request as the first half has left it. CloudFront's documentation does not say. */
  seesChanges?: boolean;
}

/**
 * A stand-in for CloudFront, with a bucket as its origin and a function at both events of visitors. It refuses the answers of functions that
 * CloudFront refuses, keeps nothing, and answers conditions and ranges as RFC 9110 says, which no function sees.
 */
export async function startCloudFront(sources: EdgeSources): Promise<RunningServer> {
  let loaded: { code: string; handler: ReturnType<typeof loadFunction> } | undefined;
  /** CloudFront, too, uses a loaded function again. */
  const handlerOf = (code: string): ReturnType<typeof loadFunction> => {
    if (loaded?.code !== code) loaded = { code, handler: loadFunction(code, (key) => sources.values().get(key)) };
    return loaded.handler;
  };
  const { port, close } = await listenOnFreePort(async (incoming, response) => {
    try {
      await answer(incoming, response, handlerOf(sources.code()), sources);
    } catch (error) {
      response.writeHead(503).end(String((error as Error).stack));
    }
  });
  return { port, ask: asker(port), stop: async () => close() };
}

async function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  handler: ReturnType<typeof loadFunction>,
  { origin, seesChanges = true }: EdgeSources,
): Promise<void> {
  const viewer = requestOf(incoming);
  const first = await handler({ context: { eventType: 'viewer-request' }, request: viewer });
  if ('statusCode' in first) return send(incoming, response, first, Buffer.from(first.body?.data ?? ''));
  const fetched = cached(await fromBucket(origin, first), viewer);
  if (fetched.statusCode >= 400) return send(incoming, response, fetched, fetched.content);
  const event: FunctionEvent = {
    context: { eventType: 'viewer-response' },
    request: seesChanges ? first : viewer,
    response: { statusCode: fetched.statusCode, headers: fetched.headers },
  };
  send(incoming, response, (await handler(event)) as FunctionResponse, fetched.content);
}

/** The request as an event of a function has it. */
function requestOf({ method, url, headers }: IncomingMessage): FunctionRequest {
  const [, uri, search = ''] = /^([^?]*)\??(.*)$/.exec(url!)!;
  const pairs = search
    .split('&')
    .filter(Boolean)
    .map((pair) => /^([^=]*)=?(.*)$/.exec(pair)!.slice(1) as [string, string]);
  const querystring: FunctionRequest['querystring'] = {};
  for (const [name, value] of pairs) {
    const values = [...(querystring[name]?.multiValue ?? (querystring[name] ? [querystring[name]] : [])), { value }];
    querystring[name] = {
      value,
      ...(values.length > 1 && { multiValue: values.map((each) => ({ value: each.value })) }),
    };
  }
  const cookies = (headers.cookie ?? '')
    .split(/; */)
    .filter(Boolean)
    .map((pair) => /^([^=]*)=?(.*)$/.exec(pair)!);
  return {
    method: method!,
    uri: uri!,
    querystring,
    headers: Object.fromEntries(
      Object.entries(headers)
        .filter(([name]) => name !== 'cookie')
        .map(([name, value]) => [name, { value: String(value) }]),
    ),
    cookies: Object.fromEntries(cookies.map(([, name, value]) => [name!, { value: value! }])),
  };
}

interface Fetched {
  statusCode: number;
  headers: FunctionHeaders;
  content: Buffer;
}

async function fromBucket(origin: string, { uri }: FunctionRequest): Promise<Fetched> {
  const received = await new Promise<IncomingMessage>((done, fail) => {
    request(`${origin}${uri}`, { agent: false }, done).on('error', fail).end();
  });
  const headers = Object.entries(received.headers).map(([name, value]) => [name, { value: String(value) }]);
  const content = await buffer(received);
  return { statusCode: received.statusCode!, headers: Object.fromEntries(headers) as FunctionHeaders, content };
}

/** What a cache that has the whole file answers. */
function cached({ statusCode, headers, content }: Fetched, { headers: asked }: FunctionRequest): Fetched {
  if (statusCode !== 200) return { statusCode, headers, content };
  const conditions = Object.fromEntries(Object.entries(asked).map(([name, { value }]) => [name, value]));
  const { status, range } = evaluateConditions(conditions, headers['etag']!.value, content.length);
  const { 'content-length': _, ...others } = headers;
  if (status === 200) return { statusCode, headers, content };
  if (range && status === 206) {
    const contentRange = { value: `bytes ${range.first}-${range.last}/${content.length}` };
    return {
      statusCode: status,
      headers: { ...others, 'content-range': contentRange },
      content: content.subarray(range.first, range.last + 1),
    };
  }
  const { 'content-type': __, 'content-encoding': ___, 'accept-ranges': ____, ...left } = others;
  return { statusCode: status, headers: left, content: Buffer.alloc(0) };
}

/** Headers that no function may set; with them CloudFront answers 502. */
const DISALLOWED =
  /^(connection|expect|keep-alive|proxy-.*|trailer|upgrade|x-accel-.*|x-amz-cf-.*|x-cache|x-edge-.*|x-real-ip|set-cookie)$/;

function send(
  { method }: IncomingMessage,
  response: ServerResponse,
  { statusCode, headers, cookies }: FunctionResponse,
  content: Buffer,
): void {
  const sent = Object.entries(headers).filter(
    ([name]) => !['connection', 'keep-alive', 'transfer-encoding'].includes(name),
  );
  const refused = sent.find(([name]) => DISALLOWED.test(name) || name !== name.toLowerCase());
  if (refused) return void response.writeHead(502).end(`A function may not set ${refused[0]}.`);
  for (const [name, { value }] of sent) response.setHeader(name, value);
  for (const [name, { value, attributes }] of Object.entries(cookies ?? {}))
    response.setHeader('Set-Cookie', `${name}=${value}; ${attributes}`);
  response.writeHead(statusCode).end(method === 'HEAD' || statusCode === 304 ? undefined : content);
}
