import { load } from 'cheerio';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';

import { resources } from '../../../src/contract/api-paths.ts';
import { formElementId } from '../../../src/contract/element-ids.ts';
import { forms, PLACE_MAX, REPORT_NOTE_MAX } from '../../../src/contract/forms.ts';
import { keyedHash } from '../../../src/service/auth/tokens.ts';
import { encrypt } from '../../../src/service/mail/encrypt.ts';
import { REPORT_ADDRESS_KEY } from '../../../src/service/moderation/decisions/outcome-mails.ts';
import { routes } from '../../../src/site/editions/routes.ts';
import { faultsOf } from '../../support/browser/axe.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { editions, readPage, wordsOf } from '../../support/dist.ts';
import { programs, testWith } from '../../support/programs.ts';
import { linkIn } from '../../support/service/mail-sink.ts';
import { ok } from '../../support/service/moderation/moderation-cases.ts';
import { addModerator } from '../../support/service/moderation/moderator.ts';
import { databases, type TestService, testService } from '../../support/service/test-service.ts';
import type { Visitor } from '../../support/service/visitor.ts';

const { action } = forms.report;
const asPage = { Accept: 'text/html' };
let reporters = 0;

/** Fields of a report; each is another one. */
const newReport = (facts: Record<string, string> = {}): Record<string, string> => ({
  reason: 'spam',
  place: 'The lounge',
  note: `Somebody sells things, ${(reporters += 1)}.`,
  email: `reporter${reporters}@mail.example`,
  goodFaith: 'on',
  lang: 'en',
  ...facts,
});

test.each(editions)('the form of $host in $lang says how long its texts may be', (edition) => {
  const $ = readPage(edition, 'report.html');
  for (const [part, max] of [
    ['place', PLACE_MAX],
    ['note', REPORT_NOTE_MAX],
  ] as const) {
    const hint = wordsOf(edition.lang)('reportForm.max', { text: max.toLocaleString(edition.lang) });
    expect($(`${input(part)}-hint`).text()).toContain(hint);
  }
});

describe.each(databases)('on %s', (database) => {
  const service = testService(database);
  const db = () => service.brand('amber').db;
  const stored = ({ note = '' }: Record<string, string>) =>
    db().selectFrom('report').selectAll().where('note', '=', note).execute();
  /** The visible sentences of the status page. */
  const statusOf = async (visitor: Visitor): Promise<string> => {
    const $ = load((await visitor.get(`${resources.reportStatus}?lang=en`, asPage)).text);
    $('[hidden]').remove();
    return $('main').text();
  };

  test('a report opens a case without a person, and keeps address and secret unreadable', async () => {
    const visitor = service.visitor();
    const report = newReport();
    const sent = await visitor.post(action, report, asPage);
    expect(sent).toMatchObject({ status: 303, headers: { location: resources.reportStatus } });
    const [row] = await stored(report);
    expect(row).toMatchObject({
      source: 'form',
      reporter: null,
      reported: null,
      place: report.place,
      host: visitor.host,
      lang: 'en',
    });
    const mail = await service.sink.mailTo(report.email!);
    const token = new URLSearchParams(linkIn(mail).split('?')[1]).get('token')!;
    expect(token).toMatch(/^[\w-]{43}$/);
    const kept = JSON.stringify(row);
    for (const secret of [report.email!, token]) expect(kept).not.toContain(secret);
    const found = await db()
      .selectFrom('moderationCase')
      .selectAll()
      .where('id', '=', row!.case)
      .executeTakeFirstOrThrow();
    expect(found).toMatchObject({ person: null, decidedAt: null, escalation: null });
    const { entries } = await ok(await addModerator(service), 'queue', { list: 'open' });
    expect(entries.map((entry) => entry.case)).toContain(row!.case);
  });

  test('the receipt has the words of its language and nothing that the reporter typed', async () => {
    const report = newReport({ lang: 'pl', note: 'A sentence of the reporter', place: 'A place of the reporter' });
    await service.visitor().post(action, report);
    const mail = await service.sink.mailTo(report.email!);
    expect(mail.subject).toBe(wordsOf('pl')('mail.receipt.subject'));
    // They have no account, and a mailbox does not show the brand.
    expect(mail.from!.name).toBe(wordsOf('pl')('mail.reportSender'));
    for (const text of [mail.text, mail.html]) {
      expect(text).toContain(wordsOf('pl')('mail.receipt.button'));
      expect(text).not.toContain('of the reporter');
    }
  });

  test('the secret link shows the state in another browser, and nothing else of the report', async () => {
    const report = newReport();
    await service.visitor().post(action, report);
    const elsewhere = service.visitor();
    const words = wordsOf('en');
    expect(await statusOf(elsewhere)).toContain(words('reportStatus.unknown'));
    const opened = await elsewhere.get(linkIn(await service.sink.mailTo(report.email!)), asPage);
    expect(opened).toMatchObject({
      status: 303,
      headers: { location: resources.reportStatus, 'referrer-policy': 'no-referrer' },
    });
    expect(opened.cookies[0]).toMatch(/HttpOnly/);
    const waiting = await statusOf(elsewhere);
    expect(waiting).toContain(words('reportStatus.waiting'));
    expect(waiting).not.toContain(words('reportStatus.redress'));
    expect(waiting).not.toContain(report.note);
    const [row] = await stored(report);
    const moderator = await addModerator(service);
    await ok(moderator, 'decide', { case: row!.case!, act: 'dismiss', facts: '' });
    const decided = await statusOf(elsewhere);
    expect(decided).toContain(words('reportStatus.notActed'));
    expect(decided).toContain(words('reportStatus.redress'));
    const outcome = await service.sink.mailTo(report.email!);
    expect(outcome.subject).toBe(words('mail.outcome.subject'));
    expect(outcome.from!.name).toBe(words('mail.reportSender'));
    // Its link shows the state in a third browser.
    const third = service.visitor();
    await third.get(linkIn(outcome), asPage);
    expect(await statusOf(third)).toContain(words('reportStatus.notActed'));
    const act = { person: null, act: 'warn', facts: 'x', initiative: 'report', automated: false } as const;
    const { id } = await db()
      .insertInto('decision')
      .values({ ...act, case: row!.case!, room: null, rule: null, ruleVersion: null, moderator: moderator.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db().updateTable('report').set({ decision: id }).where('id', '=', row!.id).execute();
    expect(await statusOf(elsewhere)).toContain(words('reportStatus.acted'));
  });

  test('a report of an older release, which stored the address alone, gets its outcome', async () => {
    const report = newReport();
    await service.visitor().post(action, report);
    await service.sink.mailTo(report.email!);
    const [row] = await stored(report);
    const key = keyedHash(service.brand('amber').auth.options.secret!, REPORT_ADDRESS_KEY);
    await db()
      .updateTable('report')
      .set({ email: encrypt(report.email!, key) })
      .where('id', '=', row!.id)
      .execute();
    await ok(await addModerator(service), 'decide', { case: row!.case!, act: 'dismiss', facts: '' });
    const outcome = await service.sink.mailTo(report.email!);
    expect(linkIn(outcome)).toMatch(new RegExp(`^${routes.report_status.path}`));
  });

  test('a report that is sent twice is stored once, and both browsers read its state', async () => {
    const report = newReport();
    const visitor = service.visitor();
    await Promise.all([visitor.post(action, report), visitor.post(action, report)]);
    expect(await stored(report)).toHaveLength(1);
    expect(await statusOf(visitor)).toContain(wordsOf('en')('reportStatus.waiting'));
    await service.sink.mailTo(report.email!);
    expect(service.sink.mails.filter(({ to }) => to![0]!.address === report.email)).toHaveLength(1);
  });

  test('a report about a child can be anonymous, and no other one', async () => {
    const visitor = service.visitor();
    const anonymous = newReport({ email: '' });
    expect((await visitor.post(action, anonymous)).json()).toEqual({ errors: { email: 'required' } });
    expect((await visitor.post(action, { ...anonymous, reason: 'minor' })).status).toBe(200);
    expect(await stored(anonymous)).toMatchObject([{ reason: 'minor', email: null }]);
  });

  test('the page after an anonymous report shows its secret link without scripts, and is not cached', async () => {
    const visitor = service.visitor();
    await visitor.post(action, newReport({ email: '', reason: 'minor', lang: 'de' }), asPage);
    const { text, headers } = await visitor.get(`${resources.reportStatus}?lang=de`, asPage);
    expect(headers['cache-control']).toBe('no-store');
    const link = load(text)(`#${formElementId('reportStatus', 'link')}`);
    expect(link.text()).toBe(link.attr('href'));
    const url = new URL(link.text());
    expect(url.host).toBe(visitor.host);
    const elsewhere = service.visitor();
    await elsewhere.get(url.pathname + url.search, asPage);
    expect(await statusOf(elsewhere)).toContain(wordsOf('en')('reportStatus.waiting'));
    // Without the secret there is none.
    const unknown = load((await service.visitor().get(resources.reportStatus, asPage)).text);
    expect(unknown(`#${formElementId('reportStatus', 'link')}`).attr('href')).toBe(undefined);
  });

  test('each field has its errors', async () => {
    const errorsOf = async (facts: Record<string, string>) =>
      (await service.visitor().post(action, { ...newReport(), ...facts })).json();
    expect(await errorsOf({ reason: '', place: ' ', note: '', email: 'x', goodFaith: '' })).toEqual({
      errors: { reason: 'required', place: 'required', note: 'required', email: 'email', goodFaith: 'goodFaith' },
    });
    expect(await errorsOf({ reason: 'unknown' })).toEqual({ errors: { reason: 'required' } });
    expect(await errorsOf({ note: 'x'.repeat(REPORT_NOTE_MAX + 1) })).toEqual({ errors: { note: 'textLong' } });
    expect(await errorsOf({ note: 'Ж'.repeat(REPORT_NOTE_MAX), place: 'Ж'.repeat(300) })).toHaveProperty('next');
  });

  test('a network sends five reports at once, and an address gets four receipts; the limit says when to come again', async () => {
    const visitor = service.visitor();
    const statuses: number[] = [];
    for (let number = 0; number < 5; number += 1) statuses.push((await visitor.post(action, newReport())).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    const refused = await visitor.post(action, newReport(), asPage);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.text).toContain(wordsOf('en')('errors.tooMany'));
    const email = 'victim@mail.example';
    for (let number = 0; number < 4; number += 1)
      expect((await service.visitor().post(action, newReport({ email }))).status).toBe(200);
    expect((await service.visitor().post(action, newReport({ email }))).status).toBe(429);
  });

  const browser = suiteBrowser();
  let copy: Page;
  beforeAll(async () => {
    if (programs.chromium) copy = await browser().newPage();
  });

  testWith('chromium')('the form works by keyboard without JavaScript, from the footer to the status', async () => {
    const page = await openWithoutScripts(service, 'de.amber.example');
    const words = wordsOf('de');
    const report = newReport();
    await page.goto(routes.rules.path);
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: words('page.report.title') })
      .click();
    await page.waitForURL(`**${routes.report.path}`);
    await passesAxe(page);
    await page.selectOption(input('reason'), 'threat');
    await page.fill(input('place'), report.place!);
    await page.fill(input('note'), report.note!);
    await page.check(input('goodFaith'));
    await page.focus(input('goodFaith'));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    // Without an address.
    await page
      .locator(input('email-error'))
      .filter({ hasText: words('errors.required') })
      .waitFor();
    expect(await page.getAttribute(input('email'), 'aria-invalid')).toBe('true');
    expect(await page.inputValue(input('reason'))).toBe('threat');
    expect(await page.inputValue(input('note'))).toBe(report.note);
    expect(await page.isChecked(input('goodFaith'))).toBe(true);
    await passesAxe(page);
    await page.fill(input('email'), report.email!);
    await page.click(`form[action="${action}"] button[type=submit]`);
    await page.getByText(words('reportStatus.waiting')).waitFor();
    await passesAxe(page);
    await page.context().clearCookies();
    await page.goto(routes.report_status.path);
    await page.getByRole('button', { name: words('reportStatus.show') }).click();
    await page.getByText(words('reportStatus.unknown')).waitFor();
    await page.goto(linkIn(await service.sink.mailTo(report.email!)));
    await page.getByText(words('reportStatus.waiting')).waitFor();
    await page.context().close();
  });

  async function openWithoutScripts({ port, visitor }: TestService, host: string): Promise<Page> {
    const context = await browser().newContext({
      javaScriptEnabled: false,
      baseURL: `http://${host}.localhost:${port}`,
      extraHTTPHeaders: { 'X-Forwarded-For': visitor().address },
    });
    return context.newPage();
  }

  /** Axe needs scripts: it examines a copy. */
  async function passesAxe(page: Page): Promise<void> {
    await copy.setContent((await page.content()).replaceAll(/<script[^]*?<\/script>|<noscript>|<\/noscript>/g, ''));
    expect(await faultsOf(copy)).toEqual([]);
  }
});

const input = (part: string): string => `#${formElementId('report', part)}`;
