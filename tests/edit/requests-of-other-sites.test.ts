import { connect } from 'node:net';

import { load } from 'cheerio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { refusalOf } from '../../src/edit/server/guard.ts';
import { copyCompiledProject, type Project } from '../support/runnable-project-copy.ts';
import { type HttpAnswer, type StartedServer, startServer } from '../support/serving/start-server.ts';

const HOST = 'edit.localhost:PORT';
/** A request that changes nothing. */
const REQUEST = JSON.stringify({ key: { kind: 'document', scope: 'shared', name: 'rules' }, block: 'x' });
const OWN = 'http://edit.localhost:PORT';
/** Another site of the same dev server: the same site as the editor, and another origin. */
const OTHER = 'http://amber.example.localhost:PORT';

let project: Project;
let server: StartedServer;
let token: string;

beforeAll(async () => {
  project = copyCompiledProject();
  server = await startServer(project.dir, ['scripts/dev.ts'], /http:\/\/127\.0\.0\.1:(\d+)\//);
  token = load((await get('/')).body)('meta[name=edit-token]').attr('content')!;
});

afterAll(async () => {
  await server.stop();
  project.remove();
});

const get = (path: string, headers: Record<string, string> = {}, host = HOST): Promise<HttpAnswer> =>
  server.ask(host, path, headers);

/** Sends what a page of the editor sends, but for the given headers. */
function post(
  headers: Record<string, string | undefined> = {},
  body = REQUEST,
  { host = HOST, path = '/api/next-stale', method = 'POST' } = {},
): Promise<HttpAnswer> {
  const all = {
    Origin: OWN,
    'Sec-Fetch-Site': 'same-origin',
    'Content-Type': 'application/json',
    'X-Edit-Token': token,
    ...headers,
  };
  const sent = Object.entries(all).filter((header): header is [string, string] => header[1] !== undefined);
  return server.ask(host, path, Object.fromEntries(sent), method, body);
}

describe('requests of its own pages', () => {
  test('are answered', async () => {
    expect((await post()).status).toBe(200);
    expect((await get('/')).status).toBe(200);
    expect((await get('/', { 'Sec-Fetch-Site': 'none' })).status).toBe(200);
  });

  test('get pages that no site may embed or keep, and that run their own scripts only', async () => {
    for (const path of ['/', '/assets/main.js', '/missing', '/api/next-stale']) {
      const { headers } = await get(path);
      expect(headers['content-security-policy']).toMatch(
        /default-src 'none'; script-src 'self';.*frame-ancestors 'none'/,
      );
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    }
  });
});

describe('requests of other sites', () => {
  test.each([
    ['another site of the dev server', { Origin: OTHER, 'Sec-Fetch-Site': 'same-site' }],
    ['another port', { Origin: 'http://edit.localhost:1', 'Sec-Fetch-Site': 'same-site' }],
    ['another scheme', { Origin: 'https://edit.localhost:PORT' }],
    ['a sandboxed frame', { Origin: 'null' }],
    ['a site of the web', { Origin: 'https://attacker.example', 'Sec-Fetch-Site': 'cross-site' }],
    ['a page without an origin', { Origin: undefined }],
    ['a browser that says otherwise', { 'Sec-Fetch-Site': 'same-site' }],
    ['a page without a token', { 'X-Edit-Token': undefined }],
    ['a page with another token', { 'X-Edit-Token': 'x'.repeat(43) }],
    ['a page with the beginning of the token', { 'X-Edit-Token': 'short' }],
  ])('change nothing from %s', async (_, headers) => {
    expect((await post(headers)).status).toBe(403);
  });

  test('read no page', async () => {
    const refused = [
      { Origin: OTHER },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'script' },
      { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' },
    ];
    for (const headers of refused) {
      const answer = await get('/', headers);
      expect(answer.status).toBe(403);
      expect(answer.body).not.toContain(token);
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  test('may link to the editor', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };
    expect((await get('/', headers)).status).toBe(200);
  });

  test('get no leave by a preflight request', async () => {
    const preflight = { Origin: OTHER, 'Access-Control-Request-Method': 'POST' };
    const { status, headers } = await server.ask(HOST, '/api/next-stale', preflight, 'OPTIONS');
    expect(status).toBe(405);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('a name that was made to lead to this machine', () => {
  test.each([
    'attacker.example',
    'edit.localhost.attacker.example:PORT',
    'edit.localhost',
    'edit.localhost:1',
    'edit.localhost.:PORT',
    'EDIT.localhost:PORT',
    'localhost:PORT',
    '127.0.0.1:PORT',
    'amber.example.localhost:PORT',
  ])('%s does not reach the editor', async (host) => {
    const page = await get('/', {}, host);
    expect(page.body).not.toContain('edit-token');
    expect((await post({}, REQUEST, { host })).status).not.toBe(200);
  });
});

test('only a program on this machine is answered', () => {
  const facts = { method: 'GET', headers: { host: 'edit.localhost:4321' }, port: 4321 };
  for (const remoteAddress of ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])
    expect(refusalOf({ ...facts, remoteAddress }, token)).toBeUndefined();
  for (const remoteAddress of ['192.168.1.7', '10.0.0.1', '::ffff:192.168.1.7', 'fe80::1', undefined])
    expect(refusalOf({ ...facts, remoteAddress }, token)?.status).toBe(403);
});

describe('the form of a request', () => {
  test('is a POST request with JSON to a known action', async () => {
    expect((await post({}, '{}', { method: 'PUT' })).status).toBe(405);
    expect((await server.ask(HOST, '/api/next-stale', {}, 'DELETE')).status).toBe(405);
    expect((await get('/api/next-stale')).status).toBe(405);
    expect((await post({ 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await post({ 'Content-Type': 'application/x-www-form-urlencoded' })).status).toBe(415);
    expect((await post({}, '{')).status).toBe(400);
    for (const path of ['/api/missing', '/api/constructor', '/api/__proto__', '/', '/publish'])
      expect((await post({}, '{}', { path })).status).toBe(404);
  });

  test('is not large', async () => {
    const { status } = await post({}, JSON.stringify('x'.repeat(5_000_000)));
    expect(status).toBe(413);
  });
});

describe('the dev server behind the editor', () => {
  test.each([
    '/@fs/etc/passwd',
    '/@fs//etc/passwd?raw',
    '/@id/astro:content',
    '/@vite/client',
    '/@vite/env',
    '/__open-in-editor?file=package.json',
    '/_image?href=/package.json',
    '/src/edit/server/guard.ts',
    '/src/content/translations.lock.json',
    '/package.json',
    '/assets/..%2f..%2fserver%2fguard.ts',
    '/assets/%2e%2e/%2e%2e/package.json',
    '//edit.localhost/package.json',
    '/node_modules/vite/package.json',
  ])('gives nothing for %s', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  test('opens no socket on the host of the editor', async () => {
    const { port } = new URL(
      `http://${load((await get('/preview?host=amber.example&lang=en&path=/rules')).body)('base')
        .attr('href')!
        .slice(7)}`,
    );
    const received = await new Promise<string>((done) => {
      let all = '';
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write(
          `GET / HTTP/1.1\r\nHost: edit.localhost:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: vite-ping\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
        ),
      );
      socket.on('data', (chunk) => (all += String(chunk)));
      socket.on('close', () => done(all)).on('error', () => {});
    });
    expect(received).toBe('');
  });
});

describe('the preview', () => {
  test('shows a page of a site, in which nothing runs and which only the editor embeds', async () => {
    const { status, headers, body } = await get('/preview?host=ru.amber.example&lang=ru&path=/rules');
    expect(status).toBe(200);
    expect(load(body)('h1').text()).toBe('Правила');
    const policy = headers['content-security-policy'];
    expect(policy).toContain("default-src 'none';");
    expect(policy).toContain("frame-ancestors 'self'; sandbox allow-same-origin");
    expect(policy).not.toMatch(/script-src|allow-scripts/);
  });

  test.each([
    'host=attacker.example&lang=en&path=/rules',
    'host=amber.example&lang=xx&path=/rules',
    'host=amber.example&lang=en&path=/@fs/etc/passwd',
    'host=amber.example&lang=en&path=/../package.json',
    'host=amber.example&lang=en&path=//attacker.example/',
    'host=localhost&lang=en&path=/',
    'host=amber.example&lang=en',
  ])('shows nothing for %s', async (query) => {
    expect((await get(`/preview?${query}`)).status).toBe(404);
  });
});
