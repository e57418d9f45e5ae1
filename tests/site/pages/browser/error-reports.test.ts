import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';

import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect } from 'vitest';

import { listenOnFreePort } from '../../../../scripts/lib/listen/listen-on-free-port.ts';
import { staticListener } from '../../../../src/server/static-listener.ts';
import { suiteBrowser } from '../../../support/browser/suite-browser.ts';
import { freePort } from '../../../support/free-port.ts';
import { testWith } from '../../../support/programs.ts';
import { copyProject, environment, type Project } from '../../../support/runnable-project-copy.ts';
import { type Receiver, startSpotlight } from '../../../support/site/error-report-receiver.ts';

const test = testWith('chromium');

const HOST = 'ru.onyx.example';
const REPORTER = '/assets/reporter.js';

let receiver: Receiver;
let project: Project;
let server: Awaited<ReturnType<typeof listenOnFreePort>>;
const browser = suiteBrowser();

beforeAll(async () => {
  receiver = await startSpotlight(await freePort(), `${HOST}.localhost`);
  project = copyProject();
  const { code, output } = await project.run('build', { HOSTS: HOST, SENTRY_DSN: receiver.dsn }, ['--no-compression']);
  expect(code, output).toBe(0);
  server = await listenOnFreePort(staticListener(join(project.dir, 'dist')));
});

afterAll(() => {
  server.close();
  receiver.close();
  project.remove();
});

const PATIENCE = { timeout: 60_000 };

/** Waits for the first item of a type that contains a text. */
async function arrival(type: string, text: string): Promise<string> {
  const found = (): string | undefined =>
    receiver
      .items(type)
      .map(({ payload }) => payload.toString())
      .find((payload) => payload.includes(text));
  await expect.poll(found, PATIENCE).toBeDefined();
  return found()!;
}

const address = (path: string): string => `http://${HOST}.localhost:${server.port}${path}`;

/** @param chance the value of Math.random(): 0 samples everything */
async function visit(chance: number): Promise<{ context: BrowserContext; page: Page; requests: string[] }> {
  const context = await browser().newContext({ locale: 'ru' });
  await context.addInitScript((value) => (Math.random = () => value), chance);
  const page = await context.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  return { context, page, requests };
}

test('a visit that is not sampled loads nothing, on any page', async () => {
  const { context, page, requests } = await visit(0.5);
  for (let number = 0; number < 20; number += 1) {
    await page.goto(address(['/', '/rules', '/login', '/blog'][number % 4]!));
    await page.waitForLoadState('networkidle');
    // This would sample a new visit, but not a running visit.
    if (number === 0) await context.addInitScript(() => (Math.random = () => 0));
  }
  expect(requests.filter(isReporting)).toEqual([]);
});

test('a sampled visit stays sampled, and reports an early error, a trace and a masked replay without personal data', async () => {
  const { context, page, requests } = await visit(0);
  await context.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => {
      throw new Error('broken for anna@example.com with /auth?token=abc and a1b2c3d4e5f6a7b8c9d0e1f2');
    }),
  );
  await page.goto(address('/rules'));
  const error = await arrival('event', 'broken for');
  expect(error).toContain('broken for [e-mail] with /auth and [token]');
  const [, release] = /"release":"([0-9a-f]{16})"/.exec(error)!;
  expect(readFileSync(join(project.dir, `dist/${HOST}/ru${REPORTER}`), 'utf8')).toContain(release!);
  expect(await page.content()).not.toContain(release!);
  expect(await arrival('transaction', 'pageload')).toContain('"transaction":"/rules"');
  expect(receiver.items('session')).toEqual([]);
  // A line with the number of the segment, then the recording.
  await expect.poll(() => receiver.items('replay_recording').length, PATIENCE).toBeGreaterThan(0);
  const { payload } = receiver.items('replay_recording')[0]!;
  const replay = inflateSync(payload.subarray(payload.indexOf('\n') + 1)).toString();
  expect(replay).toContain('***');
  expect(replay).not.toContain('Правила');
  await context.addInitScript(() => (Math.random = () => 0.5));
  requests.length = 0;
  await page.goto(address('/contacts'));
  await expect.poll(() => requests).toContain(REPORTER);
});

test('nothing is loaded in the chat, or under Global Privacy Control', async () => {
  const { context, page, requests } = await visit(0);
  await page.goto(address('/chat'));
  await page.waitForLoadState('networkidle');
  await context.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { get: () => true }));
  await page.goto(address('/rules'));
  await page.waitForLoadState('networkidle');
  expect(requests.filter(isReporting)).toEqual([]);
});

test('about 1 % of visits are sampled', async () => {
  const context = await browser().newContext({ bypassCSP: true });
  await context.route(`**${REPORTER}`, (route) =>
    route.fulfill({ body: 'export const report = () => {};', contentType: 'text/javascript' }),
  );
  const page = await context.newPage();
  await page.goto(address('/rules'));
  const script = await page.locator('head script:not([type])').first().textContent();
  const sampled = await page.evaluate((code) => {
    // A random number generator with a seed (mulberry32), so that the test has the same result each time.
    let state = 18;
    Math.random = () => {
      state = (state + 0x6d2b79f5) | 0;
      let value = Math.imul(state ^ (state >>> 15), 1 | state);
      value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
      return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
    };
    const decide = new Function(code!);
    let count = 0;
    for (let number = 0; number < 10_000; number += 1) {
      sessionStorage.clear();
      decide();
      if (sessionStorage.reports === 'yes') count += 1;
    }
    return count;
  }, script);
  expect(sampled).toBeGreaterThanOrEqual(70);
  expect(sampled).toBeLessThanOrEqual(130);
});

test('the service prints and reports unexpected errors', async () => {
  const port = await freePort();
  const service = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: project.dir,
    env: environment({ PORT: String(port), SENTRY_DSN: receiver.dsn }),
  });
  try {
    const printed: string[] = [];
    service.stderr.on('data', (data) => printed.push(String(data)));
    await isListening(service);
    const page = join(project.dir, `dist/${HOST}/ru/qa.html`);
    renameSync(page, `${page}.away`);
    mkdirSync(page);
    const status = await statusOf(port, 'GET', '/qa?token=abc');
    rmSync(page, { recursive: true });
    renameSync(`${page}.away`, page);
    expect(status).toBe(500);
    expect(await arrival('event', 'EISDIR')).not.toContain('token=abc');
    expect(printed.join('')).toContain('EISDIR');

    // The page of this form is missing.
    const form = join(project.dir, `dist/${HOST}/ru/login.html`);
    renameSync(form, `${form}.away`);
    const typed = 'email=anna%40mail.example&password=correct+horse+battery';
    expect(await statusOf(port, 'POST', '/api/auth/login', typed)).toBe(500);
    renameSync(`${form}.away`, form);
    const event = await arrival('event', 'ENOENT');
    expect(event).toContain('/api/auth/login');
    expect(event).not.toMatch(/anna|horse|__Host|session=/);
  } finally {
    service.kill();
  }
});

/** Scripts of islands are in another folder. */
const isReporting = (path: string): boolean => /^\/assets\/.*\.js$/.test(path);

const statusOf = (port: number, method: string, path: string, body?: string): Promise<number | undefined> =>
  new Promise((done, fail) => {
    const headers = {
      Host: HOST,
      Origin: `https://${HOST}`,
      Cookie: '__Host-session=abc.def',
      'Content-Type': 'application/x-www-form-urlencoded',
    };
    http
      .request({ host: '127.0.0.1', port, method, path, headers }, ({ statusCode }) => done(statusCode))
      .on('error', fail)
      .end(body);
  });

const isListening = async (program: ChildProcess): Promise<void> => {
  for await (const part of program.stdout!.iterator({ destroyOnReturn: false }))
    if (String(part).includes('Ctrl+C stops')) return;
};
