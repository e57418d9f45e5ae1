import type { IncomingMessage, ServerResponse } from 'node:http';

import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';

import { createAuth } from '../../src/service/auth/auth.ts';
import { describeUserAgent } from '../../src/service/auth/describe-user-agent.ts';
import type { ServiceBrand } from '../../src/service/brands/open-brands.ts';
import type { Tables } from '../../src/service/database/tables/tables.ts';
import type { AppDeps } from '../../src/service/http/app-deps.ts';
import { createApp } from '../../src/service/http/app.ts';
import { metricsAccess } from '../../src/service/http/metrics-access.ts';
import { Metrics } from '../../src/service/metrics/metrics.ts';
import { clientNetworkReader } from '../../src/service/request/client-network.ts';
import { isSameOrigin, resolveContext } from '../../src/service/request/resolve-context.ts';
import { editions } from '../support/configured-site.ts';
import { hostileTexts, ofBytes } from '../support/cost/hostile-texts.ts';
import { timeAgainstLaw } from '../support/cost/processor-time.ts';

/** Node's limit for all headers and the request line. */
const HEADERS_MAX_BYTES = 16_384;

const secret = 'only for tests, and long enough for them';
const [edition] = editions;
const host = edition!.host;

/** A database that answers each statement with an empty row, and takes no time. */
const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () =>
      Object.assign(new DummyDriver(), {
        acquireConnection: () =>
          Promise.resolve({
            executeQuery: () => Promise.resolve({ rows: [{}] }),
            // oxlint-disable-next-line require-yield -- no statement of a request is streamed
            async *streamQuery() {
              throw new Error('No statement is streamed.');
            },
          }),
      }),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
const auth = createAuth({ db, clockLead: () => 0, schema: 'public', secret, url: `https://${host}`, name: 'Amber' });
const brand = {
  ...edition!.brand,
  editions,
  schema: 'public',
  db,
  auth,
  authAt: () => auth,
} as unknown as ServiceBrand;
const trusted = ['127.0.0.1'];

const unexpected: unknown[] = [];
const deps = {
  brands: new Map([[edition!.brand.id, brand]]),
  editionsOn: (name: string) => editions.filter((one) => one.host === name),
  sendsMail: true,
  secrets: [secret, 'a former secret, as long as the present'],
  networkOf: clientNetworkReader(trusted, pino({ enabled: false })),
  metrics: new Metrics(),
  ruleChangesOf: () => ({ changes: [], reasons: {} }),
  authorities: () => [],
  periods: { deletedAccountDays: 14, holdDays: 365 },
  page: () => '<!doctype html><title>A page</title>',
  headersOf: () => [],
  unreadyReasons: () => Promise.resolve([]),
  relayUrls: [],
  moreThanOnline: () => 40,
  mayReadMetrics: metricsAccess({ METRICS_TOKEN: undefined, TRUSTED_PROXIES: trusted }),
  requestLimits: {
    check: () => undefined,
    receive: (read: () => unknown) => read(),
    run: (_sender: unknown, request: () => unknown) => request(),
  },
  heavyWork: { run: (_owner: unknown, task: () => unknown) => task(), countWaiting: () => 0 },
  log: pino({ enabled: false }),
  onError: (error: unknown) => unexpected.push(error),
} as unknown as AppDeps;

const app = createApp(deps);

/** Every route of the service, so that a new route joins. Its path is a hostile text, too, where it has a parameter. */
const routes = app.routes.filter(({ method }) => method !== 'ALL');

/** Names of the headers that were read. */
const read = new Set<string>();

interface Sent {
  method: string;
  target: string;
  headers: Record<string, string>;
}

/** A request as Node gives it, and as Hono does. */
function received({ method, target, headers }: Sent): { incoming: IncomingMessage; request: Request } {
  const all = { host, origin: `https://${host}`, ...headers };
  const noting = new Proxy(all, {
    get: (from, name) => {
      if (typeof name === 'string') read.add(name);
      return Reflect.get(from, name);
    },
  });
  const incoming = {
    method,
    url: target,
    headers: noting,
    headersDistinct: { host: [all.host] },
    socket: { remoteAddress: '127.0.0.1' },
  };
  const request = new Request(`http://${host}${target}`, { method, headers: all });
  const { headers: ofRequest } = request;
  const get = ofRequest.get.bind(ofRequest);
  ofRequest.get = (name) => {
    read.add(name.toLowerCase());
    return get(name);
  };
  return { incoming: incoming as unknown as IncomingMessage, request };
}

async function ask(sent: Sent): Promise<void> {
  const { incoming, request } = received(sent);
  const response = await app.fetch(request, { incoming, outgoing: {} as ServerResponse });
  await response.text();
}

/** Headers that the service reads. A test fails for a header that is missing here. */
const names = [
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'content-length',
  'content-type',
  'cookie',
  'host',
  'origin',
  'referer',
  'sec-fetch-dest',
  'sec-fetch-site',
  'user-agent',
  'x-forwarded-for',
];

/** Bytes as Node reads them from a header. */
const header = (text: (units: number) => string): string =>
  Buffer.from(ofBytes(text, HEADERS_MAX_BYTES))
    .toString('latin1')
    .replaceAll(/[\0\r\n]/g, ' ')
    .trim();

const cookieOf = (value: string): string =>
  ['session', 'short', 'device', 'age', 'registration', 'passkey', 'confirm']
    .map((name) => `__Host-${name}=${value.replaceAll(/[;,\s]/g, '').slice(0, HEADERS_MAX_BYTES / 7 - 20)}`)
    .join('; ');

async function breaches(requests: (text: string) => Record<string, Sent>): Promise<string[]> {
  const found: string[] = [];
  for (const [what, text] of Object.entries(hostileTexts))
    for (const [place, sent] of Object.entries(requests(header(text)))) {
      const ms = await timeAgainstLaw(() => ask(sent));
      if (ms) found.push(`${place}: ${what}: ${ms} ms`);
    }
  return found;
}

test.each(routes)('no hostile header or query takes long in $method $path', async ({ method, path }) => {
  const target = path.replace(':name', 'me');
  read.clear();
  await ask({ method, target, headers: {} });
  const ofRoute = names.filter((name) => read.has(name));
  const found = await breaches((text) => ({
    ...Object.fromEntries(ofRoute.map((name) => [name, { method, target, headers: { [name]: text } }])),
    'values of cookies': { method, target, headers: { cookie: cookieOf(text) } },
    query: { method, target: `${target}?${encodeURI(text).slice(0, HEADERS_MAX_BYTES)}`, headers: {} },
    'values of a query': {
      method,
      target: `${target}?lang=${encodeURIComponent(text).slice(0, HEADERS_MAX_BYTES)}&token=${'%F0'.repeat(1000)}`,
      headers: {},
    },
  }));
  expect([found, unexpected]).toEqual([[], []]);
  // A header that is read from now on has to be in the list.
  expect(names).toEqual(expect.arrayContaining([...read]));
});

test('no hostile header takes long in the handshake of a socket, or in the description of a browser', async () => {
  const found: string[] = [];
  for (const [what, text] of Object.entries(hostileTexts))
    for (const name of names) {
      const value = header(text);
      const { incoming } = received({ method: 'GET', target: `/?${name}`, headers: { [name]: value } });
      const ms = await timeAgainstLaw(() => [
        isSameOrigin(incoming),
        resolveContext(incoming, deps),
        describeUserAgent(incoming.headers['user-agent'] ?? ''),
      ]);
      if (ms) found.push(`${name}: ${what}: ${ms} ms`);
    }
  expect(found).toEqual([]);
});
