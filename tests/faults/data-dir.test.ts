import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { health, resources } from '../../src/contract/api-paths.ts';
import { AFTER_SIGN_IN, forms } from '../../src/contract/forms.ts';
import type { Account } from '../../src/contract/response-schemas.ts';
import { linkIn, type MailSink, startMailSink } from '../support/service/mail-sink.ts';
import { type SpawnedService, spawnService } from '../support/service/spawn-service.ts';
import { newPerson } from '../support/service/test-service.ts';
import type { Visitor } from '../support/service/visitor.ts';

const { registration, confirm, login } = forms;
const person = newPerson();

let sink: MailSink;
let folder: string;
let visitor: Visitor;

const start = (settings: Record<string, string> = {}): Promise<SpawnedService> =>
  spawnService('service', inject('site'), { DATA_DIR: folder, MAIL_URL: sink.url, ...settings });

beforeAll(async () => {
  sink = await startMailSink();
  folder = join(mkdtempSync(join(tmpdir(), 'data-')), 'data');
});
afterAll(async () => {
  await sink.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The tests run in this order: each continues with the folder that the test before has left. */
test('a second service on a folder names the process that uses it, and stops', async () => {
  const first = await start();
  const second = await start();
  expect(await second.ended).toBe(1);
  expect(second.output()).toBe(
    `${folder} is in use by another service (process ${first.pid}). Stop that service, choose another folder (DATA_DIR), or let both use PostgreSQL (DATABASE_URL).\n`,
  );
  visitor = first.visitor();
  await visitor.post(registration.action, { ...person });
  await visitor.get(linkIn(await sink.mailTo(person.email)));
  expect((await visitor.post(confirm.action, { password: person.password })).status).toBe(200);
  await first.kill('SIGKILL');
});

test('other users of the machine cannot read the folder', () => {
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
});

test('after a SIGKILL the service starts again, with the same accounts and sessions', async () => {
  expect(existsSync(join(folder, 'lock'))).toBe(true);
  const service = await start();
  const back = service.visitor();
  for (const [name, value] of visitor.cookies) back.cookies.set(name, value);
  expect((await back.get(resources.account)).json()).toMatchObject({ email: person.email } satisfies Partial<Account>);
  expect((await service.visitor().post(login.action, { ...person })).status).toBe(200);
  expect(await service.kill('SIGTERM')).toBe(0);
  expect(existsSync(join(folder, 'lock'))).toBe(false);
});

test('the service answers a request that is pending at SIGTERM', async () => {
  const service = await start();
  const { port, host, origin } = service.visitor();
  const body = new URLSearchParams({ ...person }).toString();
  let rest = (): unknown => undefined;
  const reply = new Promise<{ status: number | undefined; text: string }>((done, failed) => {
    const headers = {
      Host: host,
      Origin: origin,
      Accept: 'application/json',
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': String(body.length),
    };
    const sent = request({ host: '127.0.0.1', port, method: 'POST', path: login.action, headers }, (response) => {
      let text = '';
      response.on('data', (part: Buffer) => (text += part.toString()));
      response.on('end', () => done({ status: response.statusCode, text }));
    });
    sent.on('error', failed);
    sent.write(body.slice(0, 10));
    rest = () => sent.end(body.slice(10));
  });
  // The service has the head of the request once it answers a later request.
  await service.visitor().get(health.live);
  void service.kill('SIGTERM');
  rest();
  expect(await reply).toEqual({ status: 200, text: JSON.stringify({ next: AFTER_SIGN_IN }) });
  expect(await service.ended).toBe(0);
});

test.each([
  ['without a server', 'postgres://service@127.0.0.1:1/none', /DATABASE_URL cannot be reached: .*ECONNREFUSED/],
  ['without a host', 'postgres://service@nowhere.invalid/none', /DATABASE_URL cannot be reached: .*nowhere\.invalid/],
])('an address of a database %s is reported in a line', async (_, DATABASE_URL, message) => {
  const service = await start({ DATABASE_URL, AUTH_SECRET: 'only for tests, and long enough for them' });
  expect(await service.ended).toBe(1);
  expect(service.output()).toMatch(message);
  expect(service.output()).toMatch(/^.*Start the database, or correct the address\.\n$/);
});

test('all invalid settings are reported at the start', async () => {
  const service = await start({ PORT: 'x', MAIL_URL: 'x' });
  expect(await service.ended).toBe(1);
  expect(service.output()).toMatch(/^The service does not start with these settings:\n {2}PORT .*\n {2}MAIL_URL .*\n$/);
});
