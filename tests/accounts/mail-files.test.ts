// Without a mail server, mails become files in DATA_DIR, and their links and those of pages lead to this machine.
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { load } from 'cheerio';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, type MockInstance, test, vi } from 'vitest';

import { resources } from '../../src/contract/api-paths.ts';
import { formElementId } from '../../src/contract/element-ids.ts';
import { forms } from '../../src/contract/forms.ts';
import { wordsOf } from '../support/dist.ts';
import { linkIn } from '../support/service/mail-sink.ts';
import { decisionWith } from '../support/service/moderation/moderation-cases.ts';
import { addModerator, sendModerationRequest } from '../support/service/moderation/moderator.ts';
import { newPerson, startTestService, type TestService } from '../support/service/test-service.ts';

const { registration, confirm } = forms;

let folder: string;
let printed: MockInstance<typeof console.log>;
let service: TestService;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mails-'));
  cpSync(inject('embedded'), folder, { recursive: true });
  service = await startTestService('PGlite', { MAIL_URL: '', DATA_DIR: folder });
});
beforeEach(() => {
  printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
});
afterEach(() => {
  printed.mockRestore();
  rmSync(join(folder, 'mail'), { recursive: true, force: true });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const localOrigin = (host: string): string => `http://${host}.localhost:${service.port}`;
/** Headers of a page on this machine. */
const fromPage = (origin: string) => ({ Host: new URL(origin).host, Origin: origin });

/** The first mail, its file and its link. */
async function firstMail() {
  await expect.poll(() => printed.mock.calls.flat().join('\n')).toContain('.eml');
  const file = `${folder}/mail/${readdirSync(join(folder, 'mail'))[0]!}`;
  const mail = await PostalMime.parse(readFileSync(file));
  return { file, mail, link: /https?:\S+/.exec(mail.text!)![0] };
}

test('without a mail server mails become files, and their links are printed', async () => {
  const person = newPerson();
  const visitor = service.visitor();
  const origin = localOrigin(visitor.host);
  await visitor.post(registration.action, { ...person }, fromPage(origin));
  const { file, mail, link } = await firstMail();
  expect(mail.to).toMatchObject([{ address: person.email }]);
  // This machine has no TLS: the link leads to the origin of the form.
  expect(link).toBe(`${origin}${linkIn(mail)}`);
  expect(printed.mock.calls.flat().join('\n')).toContain(
    `${file}: ${wordsOf('en')('mail.confirm.subject')}\n  ${link}`,
  );
  await visitor.get(linkIn(mail));
  expect((await visitor.post(confirm.action, { password: person.password })).status).toBe(200);
});

test('a mail about a decision leads to this machine, on the host of its reader', async () => {
  const { visitor } = await addModerator(service);
  const { person, visitor: reader } = await service.addUser({}, 'de.amber.example');
  // Below localhost, cookies have names of their own.
  const cookies = [...visitor.cookies].map(([name, value]) => `${name.replace('__Host-', 'local-')}=${value}`);
  const headers = { ...fromPage(localOrigin(visitor.host)), Cookie: cookies.join('; ') };
  const request = async (name: string, body: object) =>
    (await sendModerationRequest(visitor, name, body, headers)).json() as { ok: { case: string } };
  const { ok } = await request('openCase', { nickname: person.nickname });
  await request('decide', { case: ok.case, ...decisionWith({ act: 'warn' }) });
  const { mail, link } = await firstMail();
  expect(mail.to).toMatchObject([{ address: person.email }]);
  expect(new URL(link).origin).toBe(localOrigin(reader.host));
});

test('the link on the status page of a report leads to this machine', async () => {
  const visitor = service.visitor();
  const origin = localOrigin(visitor.host);
  const body = { reason: 'minor', place: 'The lounge', note: 'A child', goodFaith: 'on', lang: 'en' };
  const { headers } = await visitor.post(forms.report.action, body, fromPage(origin));
  const cookies = [headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';')[0]);
  // A page that is opened has no Origin.
  const { text } = await visitor.get(resources.reportStatus, {
    Host: new URL(origin).host,
    Cookie: cookies.join('; '),
  });
  expect(load(text)(`#${formElementId('reportStatus', 'link')}`).attr('href')).toMatch(`${origin}/`);
});
