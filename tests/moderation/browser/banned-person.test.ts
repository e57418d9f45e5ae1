import { readFile } from 'node:fs/promises';

import { beforeAll, expect } from 'vitest';

import { faultsOf, tooWideIn } from '../../support/browser/axe.ts';
import { PHONE } from '../../support/browser/chat-page.ts';
import { enterLounge, hasFocus, noticeOf, openAppeal, press, sendButton } from '../../support/browser/decision-page.ts';
import { localCookies } from '../../support/browser/local-cookies.ts';
import { addressOf } from '../../support/browser/passkey-page.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { wordsOf } from '../../support/dist.ts';
import { programs, testWith } from '../../support/programs.ts';
import {
  decideAbout,
  decisionWith,
  ok,
  spamRule,
  statementsOf,
} from '../../support/service/moderation/moderation-cases.ts';
import { addModerator, type TestModerator } from '../../support/service/moderation/moderator.ts';
import { anyDatabase, testService } from '../../support/service/test-service.ts';

const test = testWith('chromium');

const service = testService(anyDatabase);
const browser = suiteBrowser();
let moderator: TestModerator;

beforeAll(async () => {
  if (programs.chromium) moderator = await addModerator(service);
});

const ban = (user: { name: string }): Promise<string> =>
  decideAbout(moderator, user, decisionWith({ act: 'ban', hours: null }));

test('a banned person reads the decision and appeals it, on a phone', async () => {
  const clara = await enterLounge(browser(), service, { device: PHONE });
  const { page, words } = clara;
  await ban(clara);
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
  const mona = await enterLounge(browser(), service);
  const { page, words } = mona;
  const banned = page.getByRole('heading', { level: 2, name: words('chat.bannedForGood') });
  await page.clock.install();
  await page.reload();
  await mona.topic('lounge').waitFor();
  for (const wait of [
    () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))),
    () => page.clock.fastForward('01:05'),
  ]) {
    const decision = await ban(mona);
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
  const lena = await enterLounge(browser(), service, { device: PHONE });
  const { page, words } = lena;
  await ban(lena);
  await page.getByRole('heading', { level: 2, name: words('chat.bannedForGood') }).waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), press(lena, lena.button('account.data'))]);
  expect(await readFile(await download.path(), 'utf8')).toContain(lena.name);
  await page.getByRole('heading', { name: words('account.deletion') }).click();
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

test('without JavaScript the account shows a decision, and takes an appeal', async () => {
  const { visitor, person } = await service.addUser();
  const decision = await ban({ name: person.nickname });
  const context = await browser().newContext({ javaScriptEnabled: false, locale: 'en' });
  await context.addCookies(localCookies(visitor));
  const page = await context.newPage();
  const words = wordsOf('en');
  await page.goto(addressOf('/chat', service));
  await page.getByRole('button', { name: words('account.show') }).press('Enter');
  await page.getByText(decisionWith({ act: 'ban' }).facts).waitFor();
  await page.getByRole('heading', { name: words('decisions.acts.banForGood') }).waitFor();
  expect(await page.getByRole('link', { name: spamRule.title }).getAttribute('href')).toBe(`/rules#${spamRule.rule}`);
  await page.getByRole('button', { name: words('decisions.read') }).press('Enter');
  await page.getByRole('button', { name: words('decisions.read') }).waitFor({ state: 'detached' });
  await page.getByLabel(words('decisions.why')).fill('<b>No</b>');
  await page.getByRole('button', { name: words('decisions.send') }).press('Enter');
  await page.getByText('<b>No</b>').waitFor();
  await page.getByText(words('decisions.waits')).waitFor();
  expect((await statementsOf(visitor))[0]).toMatchObject({ id: decision, read: true, appeal: { text: '<b>No</b>' } });
  await context.close();
});
