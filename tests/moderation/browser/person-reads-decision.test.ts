import { readFile } from 'node:fs/promises';

import type { Locator } from 'playwright';
import { beforeAll, expect } from 'vitest';

import { APPEAL_MAX, FOR_GOOD } from '../../../src/contract/moderation/protocol.ts';
import { storeDecision } from '../../../src/service/chat/moderation/store-decision.ts';
import { faultsOf, tooWideIn } from '../../support/browser/axe.ts';
import { arrive, failOnErrors, type PageUser, PHONE } from '../../support/browser/chat-page.ts';
import { localCookies } from '../../support/browser/local-cookies.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { wordsOf } from '../../support/dist.ts';
import { programs, testWith } from '../../support/programs.ts';
import { acquaint, hangUp, ring, turn } from '../../support/service/call-steps.ts';
import { enterChat } from '../../support/service/chat-test-user.ts';
import { decideAbout, decisionWith, ok, spamRule, statementsOf } from '../../support/service/moderation-cases.ts';
import { addModerator, type TestModerator } from '../../support/service/moderator.ts';
import { testService } from '../../support/service/test-service.ts';

const test = testWith('chromium');

/** More key presses than any element is away. */
const KEYS_MAX = 60;

const service = testService('PGlite', turn);
const browser = suiteBrowser();
let moderator: TestModerator;
let other: TestModerator;
let anna: PageUser;

beforeAll(async () => {
  if (!programs.chromium) return;
  [moderator, other] = [await addModerator(service), await addModerator(service)];
  anna = await enterLounge();
});
failOnErrors(() => [anna]);

/** Opens the chat for a new person and waits for messages of a room: events reach the page from then on. */
async function enterLounge(arrival?: Parameters<typeof arrive>[2]): Promise<PageUser> {
  const user = await arrive(browser(), service, arrival);
  await user.topic('lounge').click();
  await user.field.waitFor();
  return user;
}

const noticeOf = ({ page, words }: PageUser, of = page) => of.getByRole('dialog', { name: words('decisions.title') });
const decide = (user: PageUser, decision: Parameters<typeof decisionWith>[0]): Promise<string> =>
  decideAbout(moderator, user, decisionWith(decision));

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluateAll((found) => found.includes(document.activeElement as HTMLElement));

/** Moves the focus to an element key by key, and presses it. */
async function press({ page }: PageUser, target: Locator, key = 'Enter'): Promise<void> {
  await target.waitFor();
  for (let pressed = 0; !(await hasFocus(target)); pressed++) {
    if (pressed > KEYS_MAX) throw new Error(`Tab never leads to ${target}`);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press(key);
}

/** Opens the form of an appeal and goes to its field. */
async function openAppeal(user: PageUser, within: Locator): Promise<Locator> {
  await press(user, within.getByText(user.words('decisions.appeal'), { exact: true }));
  const field = within.getByRole('textbox', { name: user.words('decisions.why') });
  await press(user, field, 'End');
  return field;
}
const sendButton = ({ words }: PageUser, within: Locator) =>
  within.getByRole('button', { name: words('decisions.send') });

test('a decision appears at once in the open chat, with its reasons and its rule, and is confirmed in all tabs', async () => {
  const { page, words } = anna;
  const tab = await page.context().newPage();
  await tab.goto(anna.address);
  await tab
    .getByRole('navigation')
    .getByRole('button', { name: words('topics.lounge') })
    .first()
    .click();
  await tab.getByRole('textbox', { name: words('chat.write') }).waitFor();
  await decide(anna, { act: 'warn', facts: 'You wrote the same link\nsix times.' });
  const notice = noticeOf(anna);
  await notice.getByRole('heading', { name: words('decisions.acts.warn') }).waitFor();
  expect(await notice.innerText()).toContain('You wrote the same link\nsix times.');
  const rule = notice.getByRole('link');
  expect(await rule.evaluate((link: HTMLAnchorElement) => [link.pathname + link.hash, link.target])).toEqual([
    `/rules#${spamRule.rule}`,
    '_blank',
  ]);
  expect(await faultsOf(page)).toEqual([]);
  await noticeOf(anna, tab).waitFor();
  await press(anna, notice.getByRole('button', { name: words('decisions.read') }));
  for (const one of [page, tab]) await noticeOf(anna, one).waitFor({ state: 'detached' });
  await tab.close();
  await page.reload();
  await anna.topic('lounge').waitFor();
  expect(await noticeOf(anna).count()).toBe(0);
});

test('a closed decision returns with the next visit, in the language of the page, and shows the texts that it removed', async () => {
  const ivo = await enterLounge({ lang: 'ru' });
  const { db, events } = service.brand('velvet');
  const { id } = await db.selectFrom('user').select('id').where('name', '=', ivo.name).executeTakeFirstOrThrow();
  const removed = [{ room: 'ru.lounge', seq: 1, text: 'Купите это' }];
  const rule = { id: spamRule.rule, version: spamRule.version };
  const mute = { act: 'mute', until: new Date(FOR_GOOD), facts: 'Реклама.', initiative: 'own' } as const;
  await storeDecision(db, {} as never, { ...mute, person: id, room: 'ru.lounge', removed, rule }, false);
  events.emit('decided', id);
  const notice = noticeOf(ivo);
  await notice.waitFor();
  await ivo.page.keyboard.press('Escape');
  await notice.waitFor({ state: 'detached' });
  await ivo.page.reload();
  await notice.getByRole('heading', { name: ivo.words('decisions.acts.muteForGood') }).waitFor();
  const shown = await notice.innerText();
  expect(shown).toContain(`${ivo.words('decisions.removed')}, ${ivo.words('topics.lounge')}`);
  expect(shown).toContain('Купите это');
  expect(shown).toContain(ivo.words('decisions.basis.automated.own', { date: '' }).split(',').at(-1));
  expect(await notice.getByRole('link').getAttribute('href')).toBe(`/rules?lang=ru#${spamRule.rule}`);
  expect(ivo.wrong).toEqual([]);
  await ivo.page.context().close();
});

test('no decision covers a call', async () => {
  const dora = await enterLounge();
  const [caller, tab] = [await enterChat((await service.addUser()).visitor), await enterChat(dora.visitor)];
  const call = await ring(caller, await acquaint(caller, tab));
  await dora.button('call.decline').waitFor();
  const [script] = await Promise.all([
    dora.page.waitForResponse((response) => response.url().includes('decision-notice')),
    decide(dora, { act: 'notice' }),
  ]);
  await script.finished();
  await dora.page.evaluate(() => new Promise((done) => void requestIdleCallback(done)));
  expect(await noticeOf(dora).count()).toBe(0);
  await hangUp(caller, call);
  await noticeOf(dora).waitFor();
  for (const { socket } of [caller, tab]) socket.disconnect();
  await dora.page.context().close();
});

test('an appeal survives a reload and a failed request, is sent from the account, and its answer appears at once', async () => {
  const { page, words } = anna;
  await decide(anna, { act: 'limit', hours: 24 });
  await press(anna, noticeOf(anna).getByRole('button', { name: words('decisions.read') }));
  await noticeOf(anna).waitFor({ state: 'detached' });
  await press(anna, anna.button('chat.account'));
  const decision = page.getByRole('article').first();
  await openAppeal(anna, decision);
  await page.keyboard.type('It was my own homepage');
  await page.reload();
  await press(anna, anna.button('chat.account'));
  const field = decision.getByRole('textbox');
  expect(await field.inputValue()).toBe('It was my own homepage');
  await decision.getByText(`22 / ${APPEAL_MAX.toLocaleString('en')}`, { exact: true }).waitFor();

  // A text that is too long is not sent.
  await field.fill('a'.repeat(APPEAL_MAX + 1));
  await press(anna, sendButton(anna, decision));
  await expect.poll(() => hasFocus(field)).toBe(true);
  await field.fill('It was my own homepage');

  await page.route('**/api/account/decisions/appeal', (route) => route.abort());
  await press(anna, sendButton(anna, decision));
  await decision
    .getByRole('alert')
    .filter({ hasText: words('service.unreachable') })
    .waitFor();
  expect(await field.inputValue()).toBe('It was my own homepage');
  // Chromium logs the aborted request.
  anna.wrong.length = 0;
  await page.unroute('**/api/account/decisions/appeal');
  expect(await faultsOf(page)).toEqual([]);
  await press(anna, sendButton(anna, decision));
  await expect.poll(() => hasFocus(decision.getByText(words('decisions.waits')).locator('..'))).toBe(true);
  expect(await page.evaluate(() => sessionStorage.getItem('appeals'))).toBe(null);
  await page.reload();
  await press(anna, anna.button('chat.account'));
  await decision.getByText('It was my own homepage').waitFor();
  await decision.getByText(words('decisions.waits')).waitFor();

  const [{ id } = { id: '' }] = (await ok(other, 'appeals', {})).entries;
  await ok(other, 'answerAppeal', {
    decision: id,
    upheld: false,
    answer: 'You are right: a homepage is no advertising.',
  });
  const notice = noticeOf(anna);
  await notice.getByText('You are right: a homepage is no advertising.').first().waitFor();
  expect(await notice.innerText()).toContain(words('decisions.overturned', { date: '' }).split(':').at(-1));
  await press(anna, notice.getByRole('button', { name: words('decisions.read') }));
  await notice.waitFor({ state: 'detached' });
});

test('a banned person reads the decision and appeals it, on a phone', async () => {
  const clara = await enterLounge({ device: PHONE });
  const { page, words } = clara;
  await decide(clara, { act: 'ban', hours: null });
  await page.getByRole('heading', { level: 2, name: words('chat.bannedForGood') }).waitFor();
  const decision = page.getByRole('article');
  await decision.getByText(decisionWith({ act: 'ban' }).facts).waitFor();
  await press(clara, decision.getByRole('button', { name: words('decisions.read') }));
  await decision.getByRole('button', { name: words('decisions.read') }).waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(decision.getByRole('heading'))).toBe(true);
  await openAppeal(clara, decision);
  await page.keyboard.type('I did not write that');
  await page.reload();
  const field = decision.getByRole('textbox');
  await field.waitFor();
  expect(await field.inputValue()).toBe('I did not write that');
  expect(await faultsOf(page)).toEqual([]);
  expect(await tooWideIn(page)).toEqual([]);
  // The page starts with its heading, below the head of the site.
  const cut = await page.locator('.blank').evaluate((pane) => {
    pane.scrollTop = 0;
    return pane.getBoundingClientRect().top - pane.firstElementChild!.getBoundingClientRect().top;
  });
  expect(cut).toBeLessThanOrEqual(0);
  await press(clara, sendButton(clara, decision));
  await decision.getByText(words('decisions.waits')).waitFor();
  expect(clara.wrong).toEqual([]);
  await page.context().close();
});

test('the page of a banned person returns to the chat once the ban is undone: when it is looked at, and by itself', async () => {
  const mona = await enterLounge();
  const { page, words } = mona;
  const banned = page.getByRole('heading', { level: 2, name: words('chat.bannedForGood') });
  await page.clock.install();
  await page.reload();
  await mona.topic('lounge').waitFor();
  for (const wait of [
    () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))),
    () => page.clock.fastForward('01:05'),
  ]) {
    const decision = await decide(mona, { act: 'ban', hours: null });
    await banned.waitFor();
    await page.getByRole('article').first().waitFor();
    await ok(moderator, 'undo', { decision, note: 'It was somebody else.' });
    expect(await banned.count()).toBe(1);
    await wait();
    await mona.topic('lounge').waitFor();
    // The account was read again.
    await noticeOf(mona).getByText('It was somebody else.').waitFor();
    await press(mona, noticeOf(mona).getByRole('button', { name: words('decisions.read') }));
    await noticeOf(mona).waitFor({ state: 'detached' });
  }
  expect(mona.wrong).toEqual([]);
  await page.context().close();
});

test('a banned person downloads the data, can delete the account, and signs out', async () => {
  const lena = await enterLounge({ device: PHONE });
  const { page, words } = lena;
  await decide(lena, { act: 'ban', hours: null });
  await page.getByRole('heading', { level: 2, name: words('chat.bannedForGood') }).waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), press(lena, lena.button('account.data'))]);
  expect(await readFile(await download.path(), 'utf8')).toContain(lena.name);
  await lena.button('form.submit.deletion').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(await tooWideIn(page)).toEqual([]);
  await openAppeal(lena, page.getByRole('article'));
  await page.keyboard.type('Not yet finished');
  await press(lena, lena.button('account.logout'));
  await page.waitForURL((url) => url.pathname !== '/chat');
  expect(await page.evaluate(() => sessionStorage.getItem('appeals'))).toBe(null);
  expect((await page.context().cookies()).filter(({ name }) => name.includes('session'))).toEqual([]);
  expect(lena.wrong).toEqual([]);
  await page.context().close();
});

test('signing out deletes the draft of an appeal', async () => {
  const emil = await enterLounge();
  const { page } = emil;
  await decide(emil, { act: 'warn' });
  await openAppeal(emil, noticeOf(emil));
  await page.keyboard.type('Not yet finished');
  const draft = () => page.evaluate(() => sessionStorage.getItem('appeals'));
  expect(await draft()).toContain('Not yet finished');
  await page.keyboard.press('Escape');
  await emil.button('chat.account').click();
  await emil.button('account.logout').click();
  await page.waitForURL((url) => url.pathname !== '/chat');
  expect(await draft()).toBe(null);
  await page.context().close();
});

test('without JavaScript the account shows a decision, and takes an appeal', async () => {
  const { visitor, person } = await service.addUser();
  const decision = await decideAbout(moderator, { name: person.nickname }, decisionWith({ act: 'ban', hours: null }));
  const context = await browser().newContext({ javaScriptEnabled: false, locale: 'en' });
  await context.addCookies(localCookies(visitor));
  const page = await context.newPage();
  const words = wordsOf('en');
  const show = async (): Promise<void> => {
    await page.goto(anna.address);
    await page.getByRole('button', { name: words('account.show') }).press('Enter');
    await page.getByText(decisionWith({ act: 'ban' }).facts).waitFor();
  };
  await show();
  await page.getByRole('heading', { name: words('decisions.acts.banForGood') }).waitFor();
  expect(await page.getByRole('link', { name: spamRule.title }).getAttribute('href')).toBe(`/rules#${spamRule.rule}`);
  await page.getByRole('button', { name: words('decisions.read') }).press('Enter');
  await page.waitForURL((url) => url.pathname === '/chat');
  await show();
  expect(await page.getByRole('button', { name: words('decisions.read') }).count()).toBe(0);
  await page.getByLabel(words('decisions.why')).fill('<b>No</b>');
  await page.getByRole('button', { name: words('decisions.send') }).press('Enter');
  await page.waitForURL((url) => url.pathname === '/chat');
  await show();
  await page.getByText('<b>No</b>').waitFor();
  await page.getByText(words('decisions.waits')).waitFor();
  expect((await statementsOf(visitor))[0]).toMatchObject({ id: decision, read: true, appeal: { text: '<b>No</b>' } });
  await context.close();
});
