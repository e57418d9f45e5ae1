// `npm start` and `npm run dev` answer every host alike; what each of them does alone: feeds, mails, coturn, swapped builds, and drafts.
import { createSocket } from 'node:dgram';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

import { load } from 'cheerio';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';

import { listenOnFreePort } from '../../../scripts/lib/listen/listen-on-free-port.ts';
import { runAndCapture } from '../../../scripts/lib/run-and-capture.ts';
import { resources } from '../../../src/contract/api-paths.ts';
import { forms } from '../../../src/contract/forms.ts';
import { createLocalInbox } from '../../../src/server/local-inbox.ts';
import { staticListener } from '../../../src/server/static-listener.ts';
import { editions } from '../../support/dist.ts';
import { programs } from '../../support/programs.ts';
import { copyCompiledProject, environment, type Project } from '../../support/runnable-project-copy.ts';
import { newPerson } from '../../support/service/test-service.ts';
import { type HttpAnswer, type StartedServer, startServer } from '../../support/serving/start-server.ts';
import { article, writeTexts } from '../../support/site/small-content.ts';

/** Whether no program uses a UDP port of the loopback address. */
const isFree = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const socket = createSocket('udp4').once('error', () => done(false));
    socket.bind(port, '127.0.0.1', () => socket.close(() => done(true)));
  });

const titleOf = ({ body }: HttpAnswer): string => load(body)('title').text();

/** A folder with a database that has its tables: migrations take longer than the start. */
function copyOfTables(): string {
  const folder = mkdtempSync(join(tmpdir(), 'started-'));
  cpSync(inject('embedded'), folder, { recursive: true });
  return folder;
}

/** Starts `npm start`. */
const start = (DATA_DIR: string, settings: Record<string, string> = {}): Promise<StartedServer> =>
  startServer(inject('site'), ['scripts/start.ts'], /http:\/\/localhost:(\d+)\//, { DATA_DIR, ...settings });

/** `npm start` without settings. */
let started: StartedServer;
const data = copyOfTables();
beforeAll(async () => {
  started = await start(data);
});
afterAll(async () => {
  const { urls } = JSON.parse((await started.ask('amber.example', resources.relays)).body) as { urls: string[] };
  expect(await started.stop()).toBe(0);
  for (const url of urls) await vi.waitUntil(() => isFree(Number(/:(\d+)\?/.exec(url)![1])), 60_000);
  rmSync(data, { recursive: true });
});

describe.each(['npm start', 'npm run dev'])('%s', (command) => {
  let server: StartedServer;
  let project: Project | undefined;

  beforeAll(async () => {
    server = started;
    if (command === 'npm start') return;
    project = copyCompiledProject();
    writeTexts(join(project.dir, 'src/content/files/amber'), { 'assets/prices.txt': 'Of the brand' });
    writeTexts(join(project.dir, 'src/content/blog/shared/ru'), {
      'unfinished.md': article('Черновик\ndraft: true', 'Текст.'),
      'to-come.md': article('Завтра', 'Текст.', '2999-12-31'),
    });
    server = await startServer(project.dir, ['scripts/dev.ts'], /http:\/\/127\.0\.0\.1:(\d+)\//, project.env);
  });

  afterAll(async () => {
    if (!project) return;
    await server.stop();
    project.remove();
  });

  test('answers every host by name', async () => {
    const russian = await server.ask('ru.amber.example.localhost:4321', '/rules');
    expect(russian.status).toBe(200);
    expect(russian.headers['content-type']).toMatch('text/html');
    expect(titleOf(russian)).toBe('Правила | Чат Amber');
    expect(titleOf(await server.ask('en.onyx.example', '/'))).toContain('Onyx');
    expect((await server.ask('en.amber.example', '/')).body).toContain('We are very sorry');
  });

  test('lists the editions with links on the bare host', async () => {
    const { status, body } = await server.ask('localhost:PORT', '/');
    expect(status).toBe(200);
    const links = load(body)('a');
    expect(links.length).toBe(editions.length);
    const { host, lang } = editions[0]!;
    expect(links.first().attr('href')!.replace(/:\d+/, '')).toBe(`http://${host}.localhost/?lang=${lang}`);
  });

  test('keeps links between hosts of the site on this machine', async () => {
    const linksOn = async (host: string): Promise<string[]> => {
      const links = load((await server.ask(host, '/rules')).body)('a[hreflang]');
      return links.toArray().map(({ attribs }) => attribs.href!);
    };
    expect(await linksOn('amber.example')).toContain('https://ru.amber.example/rules');
    const local = await linksOn('amber.example.localhost:PORT');
    expect(local.find((link) => link.includes('ru.amber'))).toMatch(
      /^http:\/\/ru\.amber\.example\.localhost:\d+\/rules$/,
    );
    expect(local.join()).not.toContain('https:');
  });

  test('chooses the language by ?lang=, cookie, Accept-Language and default', async () => {
    const lang = async (path: string, headers = {}): Promise<string | undefined> =>
      load((await server.ask('amber.example', path, headers)).body)('html').attr('lang');
    expect(await lang('/contacts')).toBe('en');
    expect(await lang('/contacts', { 'Accept-Language': 'xx, pt-BR;q=0.1, de' })).toBe('pt');
    expect(await lang('/contacts', { 'Accept-Language': 'de', Cookie: 'lang=uk' })).toBe('uk');
    expect(await lang('/contacts?lang=fr', { 'Accept-Language': 'de', Cookie: 'lang=uk' })).toBe('fr');
    const { status, headers } = await server.ask('amber.example', '/?lang=fr');
    expect(status).toBe(200);
    const cookie = 'lang=fr; Path=/; Max-Age=31536000; SameSite=Lax';
    expect(headers['set-cookie']).toEqual([`${cookie}; Secure`]);
    const local = await server.ask('amber.example.localhost:PORT', '/?lang=fr');
    expect(local.headers['set-cookie']).toEqual([cookie]);
    const single = await server.ask('ru.amber.example', '/?lang=ru');
    expect(single.headers['set-cookie']).toBeUndefined();
  });

  test.each(['/nope', '/rules.html', '/nope/', '/blog/page/9', '/blog/nope', '//evil.example/', '/404', '/index'])(
    'sends %s home',
    async (path) => {
      const { status, headers } = await server.ask('ru.amber.example', path);
      expect([status, headers.location]).toEqual([302, '/']);
    },
  );

  test.each([
    ['/rules/', '/rules'],
    ['/auth?lang=ru', '/auth/registration?lang=ru'],
  ])('sends %s to %s', async (path, page) => {
    const { status, headers } = await server.ask('ru.amber.example', path);
    expect([status, headers.location]).toEqual([301, page]);
  });

  test('answers 404 for a hashed asset that is gone, and 421 for a host it does not serve', async () => {
    expect((await server.ask('ru.amber.example', '/_astro/gone.1234.js')).status).toBe(404);
    expect((await server.ask('evil.example', '/')).status).toBe(421);
  });

  test('shows unpublished articles in development only', async () => {
    const ask = async (path: string): Promise<number> => (await server.ask('ru.amber.example', path)).status!;
    const isDev = command === 'npm run dev';
    expect(await Promise.all(['/blog/unfinished', '/blog/to-come'].map(ask))).toEqual(isDev ? [200, 200] : [302, 302]);
    expect((await server.ask('ru.amber.example', '/blog')).body.includes('Черновик')).toBe(isDev);
  });

  test('shows problems of texts in development only, until they are mended', async () => {
    const alertOf = async (): Promise<string> =>
      load((await server.ask('ru.amber.example', '/rules')).body)('pre[role=alert]').text();
    if (!project) return expect(await alertOf()).toBe('');
    const file = join(project.dir, 'src/content/documents/shared/ru/rules.md');
    const right = readFileSync(file, 'utf8');
    writeFileSync(file, right.replace('1. **', '1. ** '));
    await expect.poll(alertOf).toMatch(/^1 problem\(s\):\n {2}\S+ru\/rules\.md:\d+ {2}\*\* is shown on the page/);
    writeFileSync(file, right);
    await expect.poll(alertOf).toBe('');
  });

  test('serves files of operators, also in a folder that Vite uses', async () => {
    const { status, body } = await server.ask('ru.amber.example', '/assets/prices.txt');
    expect([status, body]).toEqual(command === 'npm run dev' ? [200, 'Of the brand'] : [302, '']);
  });

  test('serves the translations, the icon and the web app manifest of the edition', async () => {
    const words = await server.ask('ru.amber.example', '/assets/i18n/ru.json');
    expect(JSON.parse(words.body)).toHaveProperty('home.enter');
    expect((await server.ask('onyx.example', '/favicon.svg')).headers['content-type']).toBe('image/svg+xml');
    const manifest = await server.ask('ru.amber.example', '/app.webmanifest');
    expect(manifest.headers['content-type']).toBe('application/manifest+json');
    expect(JSON.parse(manifest.body)).toMatchObject({ lang: 'ru' });
  });
});

describe('npm start', () => {
  test('serves feeds as what they are, in the language of the address', async () => {
    const { headers, body } = await started.ask('amber.example', '/rules/feed.atom?lang=de');
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect(body).toContain('xml:lang="de"');
  });

  test('takes robots.txt and sitemap from the default edition, in every language', async () => {
    const headers = { Cookie: 'lang=ru' };
    expect((await started.ask('amber.example', '/robots.txt', headers)).body).toContain(
      'Sitemap: https://amber.example/sitemap.xml',
    );
    expect((await started.ask('amber.example', '/sitemap.xml', headers)).body).toContain(
      '<loc>https://amber.example/rules</loc>',
    );
  });

  test('names in Vary the headers on which language and encoding depend', async () => {
    expect((await started.ask('amber.example', '/')).headers.vary).toBe('Accept-Encoding, Accept-Language, Cookie');
    expect((await started.ask('amber.example', '/nope')).headers.vary).toBe('Accept-Language, Cookie');
    expect((await started.ask('ru.amber.example', '/')).headers.vary).toBe('Accept-Encoding');
    expect((await started.ask('ru.amber.example', '/nope')).headers.vary).toBeUndefined();
  });

  test('answers 304 for an unchanged page, and sends no body to HEAD', async () => {
    const { headers } = await started.ask('ru.amber.example', '/rules');
    const again = await started.ask('ru.amber.example', '/rules', { 'If-None-Match': headers.etag as string });
    expect([again.status, again.body]).toEqual([304, '']);
    const head = await started.ask('ru.amber.example', '/rules', {}, 'HEAD');
    expect([head.status, head.body, head.headers['content-length']]).toEqual([200, '', headers['content-length']]);
  });

  test('refuses other methods and broken paths', async () => {
    expect((await started.ask('ru.amber.example', '/rules', {}, 'POST')).status).toBe(405);
    expect((await started.ask('ru.amber.example', '/%zz')).status).toBe(400);
    expect((await started.ask('ru.amber.example', '/../../package.json')).status).toBe(400);
    expect((await started.ask('ru.amber.example', '/%2e%2e/%2e%2e/package.json')).status).toBe(400);
  });

  test('shows mails to programs of this machine alone, and starts coturn where it is installed', async () => {
    const { ask } = started;
    const person = newPerson();
    const headers = {
      Origin: 'http://amber.example.localhost:PORT',
      'Content-Type': 'application/x-www-form-urlencoded',
    };
    const sent = await ask(
      'amber.example.localhost:PORT',
      forms.registration.action,
      headers,
      'POST',
      String(new URLSearchParams({ ...person })),
    );
    expect(sent.status).toBe(303);
    const inbox = async (from = {}): Promise<string> => (await ask('localhost:PORT', '/', from)).body;
    await expect.poll(() => inbox()).toContain(person.email);
    expect((await ask('localhost:PORT', '/')).headers['cache-control']).toBe('no-store');
    const link = load(await inbox())('li a')
      .first()
      .attr('href')!;
    expect(link).toMatch(/^http:\/\/amber\.example\.localhost:\d+\/api\/auth\/registration\/confirm\?token=/);
    expect(await inbox({ 'X-Forwarded-For': '198.51.100.7' })).not.toContain(person.email);
    expect((await ask('amber.example.localhost:PORT', '/')).body).not.toContain(person.email);
    const { urls } = JSON.parse((await ask('amber.example', resources.relays)).body) as { urls: string[] };
    expect(urls).toHaveLength(programs.coturn ? 1 : 0);
  });

  test('names the next step if there is no build', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'unbuilt-'));
    const { code, output } = await runAndCapture(
      process.execPath,
      [resolve('scripts/start.ts')],
      folder,
      environment({ HOSTS_CONFIG: resolve('hosts.config.ts') }),
    );
    expect([code, output]).toEqual([1, 'dist/publish/manifest.json is missing. Build the site first: npm run build\n']);
    rmSync(folder, { recursive: true });
  });
});

test('npm start shows no mails and starts no coturn in production', async () => {
  const folder = copyOfTables();
  const { ask, stop } = await start(folder, { NODE_ENV: 'production' });
  expect((await ask('localhost:PORT', '/')).body).not.toContain('mails');
  expect(JSON.parse((await ask('amber.example', resources.relays)).body)).toEqual({ urls: [] });
  expect((await ask('amber.example.localhost:PORT', '/rules')).body).toContain('https://ru.amber.example/rules');
  expect(await stop()).toBe(0);
  rmSync(folder, { recursive: true });
});

test('npm start answers two Host headers 400 on trial as well', async () => {
  const trial = { inbox: createLocalInbox(), isFromHere: () => true };
  const { port, close } = await listenOnFreePort(staticListener(join(inject('site'), 'dist'), console.error, trial));
  const statuses = ['onyx.example.localhost', 'localhost', 'onyx.example'].map(
    (host) =>
      new Promise((done, fail) => {
        const headers = ['Host', host, 'Host', 'ru.onyx.example.localhost'];
        const sent = request({ host: '127.0.0.1', port, path: '/rules', headers }, (response) =>
          done(response.resume().statusCode),
        );
        sent.on('error', fail).end();
      }),
  );
  expect(await Promise.all(statuses)).toEqual([400, 400, 400]);
  close();
});

test('npm start sends a long file completely', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dist-'));
  const dist = join(folder, 'dist');
  cpSync(join(inject('site'), 'dist/publish'), join(dist, 'publish'), { recursive: true });
  const long = 'A long text. '.repeat(300_000);
  writeTexts(join(dist, 'ru.onyx.example/ru'), { 'rules.html': long });
  const { port, close } = await listenOnFreePort(staticListener(dist));
  const body = await new Promise<string>((done, fail) => {
    const sent = request(
      { host: '127.0.0.1', port, path: '/rules', headers: { Host: 'ru.onyx.example' } },
      (response) => text(response).then(done, fail),
    );
    sent.on('error', fail).end();
  });
  expect(body === long).toBe(true);
  close();
  rmSync(folder, { recursive: true });
});

test('a new build is served at once, and a request while builds are swapped is answered 503', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dist-'));
  const dist = join(folder, 'dist');
  cpSync(join(inject('site'), 'dist'), dist, { recursive: true });
  const { port, close } = await listenOnFreePort(staticListener(dist));
  const status = async (host: string): Promise<number> => {
    const headers = { Host: host };
    return new Promise((done, fail) => {
      const sent = request({ host: '127.0.0.1', port, path: '/rules', headers }, (response) => {
        response.resume().on('end', () => done(response.statusCode!));
      });
      sent.on('error', fail).end();
    });
  };
  expect(await status('ru.onyx.example')).toBe(200);

  renameSync(dist, `${dist}.old`);
  expect(await status('ru.onyx.example')).toBe(503);
  renameSync(`${dist}.old`, dist);
  expect(await status('ru.onyx.example')).toBe(200);

  const file = join(dist, 'publish/manifest.json');
  const manifest = readFileSync(file, 'utf8');
  writeFileSync(file, manifest.replaceAll('"host": "ru.onyx.example"', '"host": "new.onyx.example"'));
  expect(await status('new.onyx.example')).toBe(200);
  expect(await status('ru.onyx.example')).toBe(421);
  close();
  rmSync(folder, { recursive: true });
});
