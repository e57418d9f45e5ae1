import { load } from 'cheerio';
import type { Email } from 'postal-mime';
import { describe, expect, onTestFinished, test } from 'vitest';

import { actions, resources } from '../../src/contract/api-paths.ts';
import { forms } from '../../src/contract/forms.ts';
import { directionOf } from '../../src/site/i18n/site-language.ts';
import { noFolder } from '../support/configured-site.ts';
import { wordsOf } from '../support/dist.ts';
import { linkIn, startMailSink } from '../support/service/mail-sink.ts';
import { databases, newPerson, startTestService, testService } from '../support/service/test-service.ts';

const { registration, confirm, login, restore, finish, deletion } = forms;

const sites = [
  ...['en', 'ru', 'uk', 'de', 'es', 'fr', 'pl', 'pt'].map((lang) => ({
    brand: 'Amber',
    host: 'amber.example',
    lang,
  })),
  { brand: 'Amber', host: 'de.amber.example', lang: 'de' },
  { brand: 'Onyx', host: 'onyx.example', lang: 'ru' },
];

describe.each(databases)('on %s', (database) => {
  const service = testService(database);

  test.concurrent.each(sites)(
    'mails of $brand from $host in $lang have the texts of their kind and language',
    async (site) => {
      const { lang, host } = site;
      const person = newPerson();
      const { email } = person;
      const visitor = service.visitor(host);
      const next = (): Promise<Email> => service.sink.mailTo(email);
      const token = /^[\w-]{43}$/;

      await visitor.post(registration.action, { ...person, lang });
      const first = await next();
      expectMail(first, 'confirm', site);
      expect(new URLSearchParams(linkIn(first).split('?')[1]).get('token')).toMatch(token);
      await visitor.get(linkIn(first));
      await visitor.post(confirm.action, { password: person.password, lang });

      await service.visitor(host).post(registration.action, { ...person, lang });
      expectMail(await next(), 'known', site);

      await visitor.post(restore.action, { email, lang });
      const reset = await next();
      expectMail(reset, 'restore', site);
      expect(new URLSearchParams(linkIn(reset).split('?')[1]).get('token')).toMatch(token);
      await visitor.get(linkIn(reset));
      await visitor.post(finish.action, { password: 'granite lantern orchard', lang });
      expectMail(await next(), 'changed', site);
      await visitor.post(login.action, { email, password: 'granite lantern orchard', lang });

      await visitor.post(deletion.action, { password: 'granite lantern orchard', lang });
      expectMail(await next(), 'deleted', site);
      const ids = service.sink.mails.filter(({ to }) => to![0]!.address === email).map(({ messageId }) => messageId!);
      expect(new Set(ids).size).toBe(5);
      for (const id of ids) expect(id).toMatch(new RegExp(`^<[0-9a-f-]{36}@${host.replaceAll('.', '\\.')}>$`));
    },
  );

  test('the log names events, and no users', async () => {
    service.logged.length = 0;
    const { visitor, person } = await service.join();
    const secrets = [...visitor.cookies.values(), visitor.cookies.get('__Host-session')!.split('.')[0]!];
    await visitor.post(login.action, { email: person.email, password: 'not this one at all' });
    await visitor.post(`${restore.action}?email=${person.email}`, { email: person.email });
    const link = linkIn(await service.sink.mailTo(person.email));
    secrets.push(link.split('token=')[1]!);
    await visitor.get(link);
    await visitor.get(`${resources.account}/${person.email}`);
    await visitor.post(actions.endSession, { session: person.email });
    service.sink.mood = 'busy';
    await visitor.post(deletion.action, { password: person.password });
    await expect.poll(() => service.logged.join('\n')).toContain('mail refused');
    service.sink.mood = 'well';
    await service.sink.mailTo(person.email);
    const log = service.logged.join('\n');
    for (const part of ['mail sent', forms.registration.action, '"status":422', '"responseCode":451'])
      expect(log).toContain(part);
    const { email, nickname, password, dateOfBirth } = person;
    for (const secret of [
      email,
      'mail.example',
      nickname,
      password,
      dateOfBirth,
      visitor.address,
      '127.0.0.1',
      ...secrets,
    ])
      expect(log.includes(secret), secret).toBe(false);
    expect(log).not.toMatch(/token=|argon2/);
  });
});

test('a mail leaves this machine over TLS only', async () => {
  const sink = await startMailSink();
  onTestFinished(sink.stop);
  // A name of the sink that does not look local. The sink has no STARTTLS.
  const MAIL_URL = sink.url.replace('127.0.0.1', '2130706433');
  const service = await startTestService('PGlite', { MAIL_URL });
  onTestFinished(service.close);
  await service.visitor().post(registration.action, { ...newPerson() });
  await expect.poll(() => service.logged.join('')).toContain('the server of MAIL_URL has no STARTTLS');
  expect(sink.mails).toEqual([]);
});

/** Words that would reveal the kind of site, in the languages of the sites. */
const CHAT = 'chat|czat|чат|18';

/** A mail of a kind as its reader should get it: the same in text and in HTML. */
function expectMail(mail: Email, kind: string, { brand, host, lang }: (typeof sites)[number]): void {
  const word = (part: string): string => wordsOf(lang)(`mail.${kind}.${part}`, { brand, host });
  expect(mail.subject).toBe(word('subject'));
  expect(mail.from).toEqual({ name: wordsOf(lang)('mail.sender'), address: `hello@${brand.toLowerCase()}.example` });
  for (const seen of [mail.subject!, mail.from!.name])
    expect(seen).not.toMatch(new RegExp(`${brand}|${host}|${CHAT}`, 'i'));
  const text = mail.text!;
  const html = mail.html!;
  for (const part of ['text', 'button', 'note']) {
    expect(text).toContain(word(part));
    expect(html).toContain(word(part).replaceAll('&', '&amp;').replaceAll('"', '&quot;'));
  }
  expect(html).toContain(`<html lang="${lang}" dir="${directionOf(noFolder, lang)}">`);
  const links = [...text.matchAll(/https?:\S+/g)].map(([url]) => url);
  const $ = load(html);
  expect(
    $('a')
      .map((_, link) => $(link).attr('href'))
      .get(),
  ).toEqual(links);
  expect(links).toHaveLength(1);
  expect(links[0]!.startsWith(`https://${host}/`)).toBe(true);
  expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
}
