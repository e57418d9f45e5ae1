import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { caddyfile } from '../../../src/build/cdn-config/caddy.ts';
import { nginxConf } from '../../../src/build/cdn-config/nginx.ts';
import { readManifest } from '../../../src/output/manifest.ts';
import { programs, testWith } from '../../support/programs.ts';
import { ETAG, hosts, MANY, ONE, requestTable, type Row } from '../../support/serving/request-table.ts';
import { type Answer, decode, type RunningServer, starters } from '../../support/serving/server-starters.ts';
import { hashOf } from '../../support/site/dist-copies.ts';
import { smallDist } from '../../support/site/small-dist.ts';

type Server = keyof typeof starters;

/** Headers that are the same on all servers. */
const HEADERS = [
  'allow',
  'cache-control',
  'content-encoding',
  'content-range',
  'content-security-policy',
  'content-type',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'last-modified',
  'location',
  'permissions-policy',
  'referrer-policy',
  'set-cookie',
  'speculation-rules',
  'strict-transport-security',
  'vary',
  'x-content-type-options',
];

/** Cases in which a server may answer differently, with the reason. */
const DIFFERENCES: Difference[] = [
  {
    server: 'nginx',
    why: 'the connection of such a request is of no further use, with any configuration (1.22): it is not asked',
    is: ({ headers }) => headers['If-Match'] === '"a"' && 'If-None-Match' in headers,
  },
  {
    server: 'nginx',
    why: 'with "if_modified_since off" a date says that the file was modified; none is sent that could come back',
    is: ({ headers }) => 'If-None-Match' in headers && 'If-Modified-Since' in headers,
    status: 200,
  },
  {
    server: 'nginx',
    why: 'headers are written twice, once for the file and once for the refusal',
    is: ({ status }) => status === 416,
    status: 416,
  },
  {
    server: 'nginx',
    why: 'two dots in a host name are malformed there',
    is: ({ host }) => host.includes('..'),
    status: 400,
  },
  {
    server: 'nginx',
    why: 'a refusal has headers of pages, as far as nginx knew them when it refused',
    is: ({ status }) => [400, 421].includes(status),
    status: 0,
  },
  {
    server: 'caddy',
    why: 'it compares hosts letter by letter; browsers send them in lower case',
    is: ({ host }) => host !== host.toLowerCase(),
    status: 421,
  },
  {
    server: 'caddy',
    why: 'headers of the file stay with the refusal, its coding among them',
    is: ({ status }) => [412, 416].includes(status),
    status: 0,
  },
  {
    server: 'caddy',
    why: 'an unknown unit is refused, where RFC 9110 lets it be ignored',
    is: ({ headers }) => headers['Range']?.startsWith('lines') ?? false,
    status: 416,
  },
  {
    server: 'npm start',
    why: 'several ranges at once get the whole file, as RFC 9110 allows',
    is: ({ headers }) => headers['Range']?.includes(',') ?? false,
    status: 200,
  },
];

interface Difference {
  server: Server;
  why: string;
  is: (row: Row) => boolean;
  /** Status of the answer; 0 for the status of the table; undefined if the server is not asked. */
  status?: number;
}

let site: string;
beforeAll(() => {
  site = smallDist(hosts, { [ONE]: 'blue' });
});
afterAll(() => rmSync(site, { recursive: true }));

test('the table has at least 600 requests', () => {
  expect(new Set(requestTable.map((row) => JSON.stringify(row))).size).toBeGreaterThanOrEqual(600);
});

describe.each(['npm start', 'nginx', 'caddy'] as const)('%s', (name) => {
  const testServer = name === 'npm start' ? test : testWith(name);
  let server: RunningServer;
  /** Undefined for `npm start` itself: its answers are compared with the statuses of the table only. */
  let reference: RunningServer | undefined;
  beforeAll(async () => {
    if (testServer === test.skip) return;
    server = await starters[name](site);
    if (name !== 'npm start') reference = await starters['npm start'](site);
  });
  afterAll(async () => {
    await server?.stop();
    await reference?.stop();
  });

  testServer('answers every request of the table with its status, and nginx and Caddy as npm start does', async () => {
    const wrong: string[] = [];
    for (const row of requestTable) {
      const differences = DIFFERENCES.filter(({ is }) => is(row));
      const own = differences.find((difference) => difference.server === name);
      if (own && own.status === undefined) continue;
      const [answer, expected] = await Promise.all([askRow(server, row), reference && askRow(reference, row)]);
      const isCompared = !own && !differences.some((difference) => difference.server === 'npm start');
      const complaints = isCompared && expected ? compare(row, answer, expected) : [];
      if (answer.status !== (own?.status || row.status)) complaints.unshift(`status ${answer.status}`);
      if (complaints.length) wrong.push(`${nameOf(row)} -> ${row.status}: ${complaints.join('; ')}`);
    }
    expect(wrong).toEqual([]);
  });

  testServer('gives different ETags to files that answer the same URL', async () => {
    for (const path of ['/', '/rules', '/blog/first', '/chat']) {
      const seen = new Map<string, string>();
      for (const lang of hosts[MANY]!)
        for (const coding of ['br', 'gzip', 'identity']) {
          const headers = { Cookie: `lang=${lang}`, 'Accept-Encoding': coding };
          const answer = await server.ask(MANY, path, headers);
          const body = hashOf(answer.body);
          const etag = answer.headers['etag']!;
          expect(seen.get(etag) ?? body, `${path} in ${lang} as ${coding}`).toBe(body);
          seen.set(etag, body);
        }
      expect(seen.size).toBe(9);
    }
  });

  testServer.each([
    ['two Host headers', `GET / HTTP/1.1\r\nHost: ${ONE}\r\nHost: ${MANY}`, 400],
    ['the same Host header twice', `GET / HTTP/1.1\r\nHost: ${ONE}\r\nHost: ${ONE}`, 400],
    ['no Host header', 'GET / HTTP/1.1', 400],
    ['HTTP/1.0', `GET /rules HTTP/1.0\r\nHost: ${ONE}`, 200],
    ['a URL in the request line', `GET http://${ONE}/rules HTTP/1.1\r\nHost: nope.example`, 200],
    ['the URL of an unknown host', `GET http://nope.example/rules HTTP/1.1\r\nHost: ${ONE}`, 421],
    ['a method in lower case', `get /rules HTTP/1.1\r\nHost: ${ONE}`, name === 'caddy' ? 405 : 400],
    ['an asterisk', `OPTIONS * HTTP/1.1\r\nHost: ${ONE}`, name === 'caddy' ? 200 : 400],
    ['a path without a slash', `GET rules HTTP/1.1\r\nHost: ${ONE}`, 400],
  ])('answers %s', async (_, head, status) => {
    const socket = connect(server.port, '127.0.0.1');
    socket.end(`${head}\r\nConnection: close\r\n\r\n`);
    expect(await text(socket)).toMatch(new RegExp(`^HTTP/1\\.[01] ${status} `));
  });
});

describe('3,000 hosts', () => {
  let folder: string;
  beforeAll(() => {
    const manifest = readManifest(site);
    const [first] = manifest.editions;
    const editions = Array.from({ length: 3000 }, (_, index) => {
      const host = `host-${index}.${'long-name.'.repeat(5)}example`;
      return { ...first!, host, root: `${host}/${first!.lang}` };
    });
    folder = mkdtempSync(join(tmpdir(), 'hosts-'));
    writeFileSync(join(folder, 'nginx.conf'), nginxConf({ ...manifest, editions }));
    writeFileSync(join(folder, 'Caddyfile'), caddyfile({ ...manifest, editions }));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('share a site of the Caddyfile: Caddy would take minutes to read a site each', () => {
    const sitesIn = (config: string): string[] => config.match(/^\S.*\{$/gm) ?? [];
    const sites = sitesIn(readFileSync(join(folder, 'Caddyfile'), 'utf8'));
    expect(sites).not.toEqual([]);
    expect(sites).toEqual(sitesIn(caddyfile(readManifest(site))));
  });

  testWith('nginx')('are read by nginx without a warning', () => {
    const globals = `pid ${folder}/nginx.pid; error_log stderr;`;
    const args = ['-t', '-p', folder, '-c', join(folder, 'nginx.conf'), '-g', globals];
    const { status, stderr } = spawnSync(programs.nginx!, args, { encoding: 'utf8' });
    expect(stderr).not.toContain('[warn]');
    expect(status, stderr).toBe(0);
  });

  testWith('caddy')('are read by Caddy', () => {
    const args = ['validate', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
    const { status, stderr } = spawnSync(programs.caddy!, args, { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  });
});

test('a difference between two answers is found', async () => {
  const row = requestTable[0]!;
  const server = await starters['npm start'](site);
  const [answer, other] = [await askRow(server, row), await askRow(server, { ...row, host: MANY, path: '/chat' })];
  await server.stop();
  expect(compare(row, answer, answer)).toEqual([]);
  expect(compare(row, answer, other).join()).toMatch(/content-security-policy.*permissions-policy.*vary.*body/);
});

/** The request with the ETag of this server in its headers. */
async function askRow(server: RunningServer, { host, path, headers, method }: Row): Promise<Answer> {
  const asked = Object.entries(headers);
  if (!asked.some(([, value]) => value.includes(ETAG))) return server.ask(host, path, headers, method);
  const { 'Accept-Encoding': coding } = headers;
  const etag = (await server.ask(host, path, coding ? { 'Accept-Encoding': coding } : {})).headers['etag']!;
  return server.ask(
    host,
    path,
    Object.fromEntries(asked.map(([header, value]) => [header, value.replace(ETAG, etag)])),
    method,
  );
}

/** Differences between the answers of two servers. */
function compare({ method }: Row, answer: Answer, expected: Answer): string[] {
  const isFile = [200, 206].includes(expected.status);
  const complaints = HEADERS.filter((header) => isFile || !['content-type'].includes(header)).flatMap((header) =>
    valueOf(answer, header) === valueOf(expected, header)
      ? []
      : [`${header} ${valueOf(answer, header)}, not ${valueOf(expected, header)}`],
  );
  if (method === 'HEAD' || expected.status === 304) return answer.body.length ? [...complaints, 'a body'] : complaints;
  if (isFile && !bodyOf(answer).equals(bodyOf(expected))) complaints.push('another body');
  return complaints;
}

const valueOf = ({ headers }: Answer, name: string): string =>
  name === 'vary'
    ? (headers[name] ?? '').split(/, ?/).filter(Boolean).toSorted().join().toLowerCase()
    : (headers[name] ?? '');

/** The decoded body. A range of a compressed body cannot be decoded, and is compared as it is. */
const bodyOf = (answer: Answer): Buffer => (answer.status === 206 ? answer.body : decode(answer));

const nameOf = ({ method, host, path, headers }: Row): string =>
  `${method} ${host}${path.slice(0, 60)} ${JSON.stringify(headers)}`;
