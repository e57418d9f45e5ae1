// nginx, Caddy, CloudFront and workers answer a table of requests as `npm start` does, and their configurations hold 3,000 hosts.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { serverConfigs } from '../../../src/output/cdn-config/server-configs.ts';
import { availableDictionary } from '../../../src/output/compression-dictionaries.ts';
import { readManifest } from '../../../src/output/manifest.ts';
import { startDeployedCloudFront } from '../../support/deploy/cloudfront/cloudfront-starter.ts';
import { edgeStarters } from '../../support/deploy/edge-starters.ts';
import { programs, testWith } from '../../support/programs.ts';
import { needsDictionary } from '../../support/serving/dictionary-requests.ts';
import { CLOUDFRONT, differencesOfServers, EDGES } from '../../support/serving/known-deviations.ts';
import { DICTIONARY, ETAG, hosts, MANY, ONE, type Row } from '../../support/serving/request-row.ts';
import { requestTable } from '../../support/serving/request-table.ts';
import { type Answer, decode, type RunningServer, starters } from '../../support/serving/server-starters.ts';
import { hashOf } from '../../support/site/dist-copies.ts';
import { smallDist } from '../../support/site/small-dist.ts';

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
  'link',
  'location',
  'permissions-policy',
  'referrer-policy',
  'set-cookie',
  'speculation-rules',
  'strict-transport-security',
  'use-as-dictionary',
  'vary',
  'x-content-type-options',
];

let site: string;
/** For CDNs that ignore Available-Dictionary in Vary. */
let siteWithoutDictionaries: string;
beforeAll(() => {
  site = smallDist(hosts, { [ONE]: 'blue' }, [ONE, MANY]);
  siteWithoutDictionaries = smallDist(hosts, { [ONE]: 'blue' });
});
afterAll(() => [site, siteWithoutDictionaries].forEach((folder) => rmSync(folder, { recursive: true })));

const references = new Map<string, Promise<RunningServer>>();
const answers = new Map<string, Promise<Answer>>();
/** The answer of `npm start`, which is asked once for all servers. */
function expectedAnswer(served: string, row: Row): Promise<Answer> {
  const key = JSON.stringify([served, row]);
  if (!references.has(served)) references.set(served, starters['npm start'](served));
  if (!answers.has(key))
    answers.set(
      key,
      references.get(served)!.then((reference) => askRow(reference, row)),
    );
  return answers.get(key)!;
}
afterAll(async () => {
  for (const reference of references.values()) await (await reference).stop();
});

/** CloudFront redirects to HTTPS before its function runs. */
const overHttps = (row: Row): Row => ({ ...row, headers: { ...row.headers, 'X-Forwarded-Proto': 'https' } });

test('the table has at least 600 requests', () => {
  expect(new Set(requestTable.map((row) => JSON.stringify(row))).size).toBeGreaterThanOrEqual(600);
});

describe.each(['npm start', 'nginx', 'caddy', CLOUDFRONT, ...EDGES] as const)('%s', (name) => {
  const testServer =
    name === 'nginx' || name === 'caddy' ? testWith(name) : name === CLOUDFRONT ? testWith('s3') : test;
  /** Workers leave compression to their CDN. */
  const isEdge = EDGES.some((edge) => edge === name);
  const hasDictionaries = !isEdge && name !== CLOUDFRONT;
  let server: RunningServer;
  /** The site that it serves. */
  const served = (): string => (hasDictionaries ? site : siteWithoutDictionaries);
  beforeAll(async () => {
    if (testServer === test.skip) return;
    server = await { ...starters, ...edgeStarters, [CLOUDFRONT]: startDeployedCloudFront }[name](served());
  });
  afterAll(() => server?.stop());

  testServer('answers every request of the table with its status, and all others as npm start does', async () => {
    const wrong: string[] = [];
    // The ways to store files differ in little more than that.
    const asked = hasDictionaries ? requestTable : requestTable.filter((row) => !needsDictionary(row));
    const rows = name.startsWith('workerd with') ? asked.filter((_, index) => index % 10 === 0) : asked;
    for (const row of rows) {
      const differences = differencesOfServers.filter(({ is }) => is(row));
      const own = differences.find(({ servers }) => servers.includes(name));
      if (own && own.status === undefined) continue;
      const plain = isEdge ? withoutCompression(row) : name === CLOUDFRONT ? overHttps(row) : row;
      const [answer, expected] = await Promise.all([
        askRow(server, row),
        // Its own answers are compared with the statuses of the table only.
        name === 'npm start' ? undefined : expectedAnswer(served(), plain),
      ]);
      const isCompared = !own && !differences.some(({ servers }) => servers.includes('npm start'));
      const complaints =
        isCompared && expected ? compare(row, answer, isEdge ? withoutVaryByCoding(expected) : expected) : [];
      if (answer.status !== (own?.status || row.status)) complaints.unshift(`status ${answer.status}`);
      if (complaints.length) wrong.push(`${nameOf(row)} -> ${row.status}: ${complaints.join('; ')}`);
    }
    expect(wrong).toEqual([]);
  });

  testServer('gives different ETags to files that answer the same URL', async () => {
    for (const path of ['/', '/rules', '/blog/first', '/chat']) {
      const seen = new Map<string, string>();
      for (const lang of hosts[MANY]!)
        for (const coding of ['br', 'gzip', 'identity', 'dcz']) {
          const asked = { Cookie: `lang=${lang}`, 'Accept-Encoding': coding };
          const dictionary = coding === 'dcz' && { 'Available-Dictionary': `{dictionary:${lang}}` };
          const headers = nameDictionary({ ...requestTable[0]!, host: MANY, headers: { ...asked, ...dictionary } });
          const answer = await server.ask(MANY, path, headers);
          const body = hashOf(answer.body);
          const etag = answer.headers['etag']!;
          expect(seen.get(etag) ?? body, `${path} in ${lang} as ${coding}`).toBe(body);
          seen.set(etag, body);
        }
      expect(seen.size).toBe(isEdge ? 3 : hasDictionaries ? 12 : 9);
    }
  });

  if (name === 'workerd')
    test('passes requests for the service on to the origin of the zone, for its hosts only', async () => {
      const asked = [await server.ask(ONE, '/api/chat/?x=1', {}, 'POST'), await server.ask('nope.example', '/api/x')];
      expect(asked.map(({ status, body }) => [status, String(body)])).toEqual([
        [200, `POST http://${ONE}/api/chat/?x=1`],
        [421, 'No site is served for the host "nope.example".\n'],
      ]);
    });

  // Such requests reach no worker and no function.
  testServer.each(
    !hasDictionaries
      ? []
      : ([
          ['two Host headers', `GET / HTTP/1.1\r\nHost: ${ONE}\r\nHost: ${MANY}`, 400],
          ['the same Host header twice', `GET / HTTP/1.1\r\nHost: ${ONE}\r\nHost: ${ONE}`, 400],
          ['no Host header', 'GET / HTTP/1.1', 400],
          ['HTTP/1.0', `GET /rules HTTP/1.0\r\nHost: ${ONE}`, 200],
          ['a URL in the request line', `GET http://${ONE}/rules HTTP/1.1\r\nHost: nope.example`, 200],
          ['the URL of an unknown host', `GET http://nope.example/rules HTTP/1.1\r\nHost: ${ONE}`, 421],
          ['a method in lower case', `get /rules HTTP/1.1\r\nHost: ${ONE}`, name === 'caddy' ? 405 : 400],
          ['an asterisk', `OPTIONS * HTTP/1.1\r\nHost: ${ONE}`, name === 'caddy' ? 200 : 400],
          ['a path without a slash', `GET rules HTTP/1.1\r\nHost: ${ONE}`, 400],
        ] as [string, string, number][]),
  )('answers %s', async (_, head, status) => {
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
    for (const [file, config] of Object.entries(serverConfigs({ ...manifest, editions })))
      writeFileSync(join(folder, basename(file)), config);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('share a site of the Caddyfile: Caddy would take minutes to read a site each', () => {
    for (const file of ['Caddyfile', 'hosts.caddy', 'site.caddy'])
      expect(readFileSync(join(folder, file), 'utf8').match(/^\S.*\{$/gm) ?? []).toHaveLength(
        file === 'site.caddy' ? 0 : 1,
      );
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
async function askRow(server: RunningServer, row: Row): Promise<Answer> {
  const { host, path, method } = row;
  const headers = nameDictionary(row);
  const asked = Object.entries(headers);
  if (!asked.some(([, value]) => value.includes(ETAG))) return server.ask(host, path, headers, method);
  const forms = asked.filter(([header]) => ['Accept-Encoding', 'Available-Dictionary'].includes(header));
  const etag = (await server.ask(host, path, Object.fromEntries(forms))).headers['etag']!;
  return server.ask(
    host,
    path,
    Object.fromEntries(asked.map(([header, value]) => [header, value.replace(ETAG, etag)])),
    method,
  );
}

/** The request that leads to the answer before a CDN compresses it. */
const withoutCompression = (row: Row): Row => {
  const headers = { ...row.headers };
  delete headers['Accept-Encoding'];
  return { ...row, headers };
};

const withoutVaryByCoding = (answer: Answer): Answer => ({
  ...answer,
  headers: { ...answer.headers, vary: (answer.headers['vary'] ?? '').replace(/Accept-Encoding(, )?/, '') },
});

/** The headers of a request with the value of Available-Dictionary. */
function nameDictionary({ host, headers }: Row): Row['headers'] {
  const { 'Available-Dictionary': value } = headers;
  const lang = value && DICTIONARY.exec(value)?.[1];
  if (!lang) return headers;
  const edition = readManifest(site).editions.find((one) => one.host === host && one.lang === lang)!;
  const available = availableDictionary(edition) ?? ':none:';
  return { ...headers, 'Available-Dictionary': value.replaceAll(`{dictionary:${lang}}`, available) };
}

/** Differences between the answers of two servers. */
function compare({ method }: Row, answer: Answer, expected: Answer): string[] {
  const isFile = [200, 206].includes(expected.status);
  const complaints = HEADERS.filter((header) => isFile || !['content-type'].includes(header)).flatMap((header) =>
    valueOf(answer, header) === valueOf(expected, header)
      ? []
      : [`${header} ${valueOf(answer, header)}, not ${valueOf(expected, header)}`],
  );
  for (const [header, value] of Object.entries(answer.headers))
    if (!value) complaints.push(`${header} without a value`);
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
