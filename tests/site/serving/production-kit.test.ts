// The configurations of deploy/caddy and deploy/nginx as an operator uses them, on free ports of this machine, with certificates of a test.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as requestHttp } from 'node:http';
import { connect } from 'node:http2';
import { request as requestHttps } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, expect } from 'vitest';

import { listenOnFreePort } from '../../../scripts/lib/listen/listen-on-free-port.ts';
import { freePort } from '../../support/free-port.ts';
import { programs, testWith } from '../../support/programs.ts';
import { type PebblePorts, pebbleRoot, startPebble, writeCertificate } from '../../support/serving/pebble.ts';
import { smallDist } from '../../support/site/small-dist.ts';

const HOSTS = ['one.example', 'several.example'];

/** As a deployment leaves it: `current` and `publish` are links there. */
let site: string;
let dist: string;
let nodes: Awaited<ReturnType<typeof listenOnFreePort>>[];
beforeAll(async () => {
  dist = smallDist({ 'one.example': ['en'], 'several.example': ['en', 'de'] });
  site = mkdtempSync(join(tmpdir(), 'site-'));
  execFileSync('ln', ['-s', dist, join(site, 'current')]);
  execFileSync('ln', ['-s', join(dist, 'publish'), join(site, 'publish')]);
  nodes = await Promise.all(
    ['first', 'second'].map((name) => listenOnFreePort((_, response) => response.end(`${name} node`))),
  );
});
afterAll(() => {
  for (const node of nodes) node.close();
  for (const folder of [dist, site]) rmSync(folder, { recursive: true });
});

const running: ChildProcess[] = [];
afterEach(async () => {
  for (const child of running.splice(0)) {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
});

testWith('nginx')('nginx redirects to HTTPS, serves every host over HTTP/2, and asks both nodes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const [http, https] = [await freePort(), await freePort()];
  writeCertificate(folder, HOSTS);
  const tls = readFileSync('deploy/nginx/tls.conf', 'utf8').replace(/\/etc\/letsencrypt\/live\/site/g, folder);
  writeFileSync(join(folder, 'tls.conf'), tls);
  mkdirSync(join(folder, 'acme/.well-known/acme-challenge'), { recursive: true });
  writeFileSync(join(folder, 'acme/.well-known/acme-challenge/token'), 'answer');
  const config = readFileSync('deploy/nginx/nginx.conf', 'utf8')
    .replace(/^user .*$/m, process.getuid?.() === 0 ? 'user root;' : '')
    .replaceAll('/srv/site', site)
    .replaceAll(/listen \[::\].*\n/g, '')
    .replace('listen 80', `listen 127.0.0.1:${http}`)
    .replace('listen 443', `listen 127.0.0.1:${https}`)
    .replace('127.0.0.1:4321', `127.0.0.1:${nodes[0]!.port}`)
    .replace('127.0.0.1:4322', `127.0.0.1:${nodes[1]!.port}`)
    .replace('/run/nginx.pid', join(folder, 'nginx.pid'))
    .replaceAll('/var/log/nginx', folder)
    .replace('/etc/nginx/tls.conf', join(folder, 'tls.conf'))
    .replace('/var/www/html', join(folder, 'acme'));
  writeFileSync(join(folder, 'nginx.conf'), config);
  const child = spawn(programs.nginx!, ['-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], { stdio: 'inherit' });
  running.push(child);
  await expect.poll(() => ask(http, 'one.example', '/').catch(() => undefined), PATIENCE).toBeDefined();
  expect(await ask(http, 'one.example', '/rules?x=1')).toMatchObject({
    status: 308,
    headers: { location: 'https://one.example/rules?x=1' },
  });
  expect((await ask(http, 'one.example', '/.well-known/acme-challenge/token')).body).toBe('answer');
  await expectSite(https, readFileSync(join(folder, 'fullchain.pem')));
  const client = connect(`https://127.0.0.1:${https}`, { rejectUnauthorized: false });
  const request = client.request({ ':path': '/', host: 'one.example' });
  const [headers] = (await once(request, 'response')) as [object];
  expect(headers).toMatchObject({ ':status': 200 });
  await once(request.resume(), 'end');
  client.destroy();
  await once(client, 'close');
  expectNoPersonalData(readFileSync(join(folder, 'access.log'), 'utf8'));
});

testWith('pebble')('Caddy gets the certificates of all hosts by itself, redirects, and offers HTTP/3', async () => {
  if (!programs.caddy) throw new Error('Caddy is missing.');
  const folder = mkdtempSync(join(tmpdir(), 'caddy-'));
  const names = ['http', 'https', 'acme', 'management', 'dns', 'dnsManagement'] as const;
  const ports = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await freePort()])),
  ) as PebblePorts;
  const { http, https, acme } = ports;
  writeCertificate(folder, HOSTS);
  startPebble(folder, ports, (program, args, env) =>
    running.push(spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...env } })),
  );
  const ca = Buffer.from(await pebbleRoot({ port: ports.management }));
  const config = readFileSync('deploy/caddy/Caddyfile', 'utf8')
    .replace(
      'admin off',
      `admin off
      http_port ${http}
      https_port ${https}
      default_bind 127.0.0.1
      storage file_system ${folder}/storage
      acme_ca https://127.0.0.1:${acme}/dir
      acme_ca_root ${folder}/fullchain.pem`,
    )
    .replace('/var/log/caddy', folder);
  writeFileSync(join(folder, 'Caddyfile'), config);
  const caddy = spawn(programs.caddy, ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], {
    stdio: 'ignore',
    env: {
      ...process.env,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      SITE: site,
      SITE_ROOT: join(site, 'current'),
      SERVICE: nodes.map(({ port }) => `127.0.0.1:${port}`).join(' '),
    },
  });
  running.push(caddy);
  for (const host of HOSTS)
    await expect
      .poll(() => ask(https, host, '/', { protocol: 'https:', ca }).then(({ status }) => status, String), PATIENCE)
      .toBe(200);
  await expectSite(https, ca);
  const { headers } = await ask(https, 'one.example', '/', { protocol: 'https:', ca });
  expect(headers['alt-svc']).toContain('h3=');
  expect(await ask(http, 'one.example', '/rules')).toMatchObject({
    status: 308,
    headers: { location: 'https://one.example/rules' },
  });
  expectNoPersonalData(readFileSync(join(folder, 'access.log'), 'utf8'));
  nodes.shift()!.close();
  for (let time = 0; time < 10; time += 1)
    expect((await ask(https, 'one.example', '/api/x', { protocol: 'https:', ca })).body).toBe('second node');
});

/** Time for programs to start, and for certificates to be issued. */
const PATIENCE = { timeout: 60_000 };

/** All hosts over TLS, their languages, and the nodes of the service behind them. */
async function expectSite(port: number, ca: Buffer): Promise<void> {
  const secure = { protocol: 'https:', ca };
  for (const host of HOSTS) {
    const { status, headers } = await ask(port, host, '/rules?secret=word', secure);
    expect([status, headers['strict-transport-security']], host).toEqual([200, 'max-age=2592000']);
  }
  expect((await ask(port, 'several.example', '/rules?lang=de', secure)).body).toContain('de of several.example');
  const answered = new Set<string>();
  for (let time = 0; time < 20 && answered.size < 2; time += 1)
    answered.add((await ask(port, 'one.example', '/api/x', secure)).body);
  expect(answered).toEqual(new Set(['first node', 'second node']));
}

function expectNoPersonalData(log: string): void {
  expect(log).toContain('/rules');
  expect(log).not.toMatch(/127\.0\.0\.1|secret|cookie/i);
}

interface Answered {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

function ask(
  port: number,
  host: string,
  path: string,
  { protocol, ...tls }: { protocol?: string; ca?: Buffer } = {},
): Promise<Answered> {
  const send = protocol === 'https:' ? requestHttps : requestHttp;
  const options = { host: '127.0.0.1', port, path, servername: host, headers: { Host: host, Cookie: 'a=cookie' } };
  return new Promise((done, fail) => {
    send({ ...options, ...tls, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => (body += text));
      response.on('end', () => done({ status: response.statusCode!, headers: response.headers, body }));
    })
      .on('error', fail)
      .end();
  });
}
