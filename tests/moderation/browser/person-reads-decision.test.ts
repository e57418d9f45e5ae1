import { beforeAll, expect } from 'vitest';

import { APPEAL_MAX, FOR_GOOD } from '../../../src/contract/moderation/protocol.ts';
import { storeDecision } from '../../../src/service/chat/moderation/store-decision.ts';
import { transact } from '../../../src/service/database/after-commit.ts';
import { faultsOf } from '../../support/browser/axe.ts';
import { failOnErrors, type PageUser } from '../../support/browser/chat-page.ts';
import { enterLounge, hasFocus, noticeOf, openAppeal, press, sendButton } from '../../support/browser/decision-page.ts';
import { startNetwork } from '../../support/browser/network-proxy.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { programs, testWith } from '../../support/programs.ts';
import { acquaint, hangUp, ring, turn } from '../../support/service/calls/call-steps.ts';
import { enterChat } from '../../support/service/chat/chat-test-user.ts';
import { decideAbout, decisionWith, ok, spamRule } from '../../support/service/moderation/moderation-cases.ts';
import { addModerator, type TestModerator } from '../../support/service/moderation/moderator.ts';
import { anyDatabase, testService } from '../../support/service/test-service.ts';

const test = testWith('chromium');

const service = testService(anyDatabase, turn);
const browser = suiteBrowser();
let moderator: TestModerator;
let other: TestModerator;
let anna: PageUser;

beforeAll(async () => {
  if (!programs.chromium) return;
  [moderator, other] = [await addModerator(service), await addModerator(service)];
  anna = await enterLounge(browser(), service);
});
failOnErrors(() => [anna]);

const decide = (user: PageUser, decision: Parameters<typeof decisionWith>[0]): Promise<string> =>
  decideAbout(moderator, user, decisionWith(decision));

/** Mutes a person for good in the Russian lounge, without a case. */
async function muteFor(
  { name }: PageUser,
  facts: string,
  removed: { room: string; seq: number; text: string }[],
): Promise<void> {
  const brand = service.brand('amber');
  const { db } = brand;
  const { id } = await db.selectFrom('user').select('id').where('name', '=', name).executeTakeFirstOrThrow();
  const rule = { id: spamRule.rule, version: spamRule.version };
  const mute = { act: 'mute', until: new Date(FOR_GOOD), facts, initiative: 'own' } as const;
  const decision = { ...mute, person: id, room: 'ru.lounge', removed, rule };
  await transact(db, (transaction) => storeDecision(transaction, { brand } as never, decision, false));
}

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
  const ivo = await enterLounge(browser(), service, { lang: 'ru' });
  await muteFor(ivo, 'Реклама.', [{ room: 'ru.lounge', seq: 1, text: 'Купите это' }]);
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

test('a decision that comes while the page is not connected is shown once it is', async () => {
  const network = await startNetwork(service.port);
  const ute = await enterLounge(browser(), service, { port: network.port });
  network.cut();
  await ute.page.getByText(ute.words('chat.reconnecting')).waitFor();
  await decide(ute, { act: 'warn' });
  network.mend();
  await noticeOf(ute).waitFor();
  await ute.page.context().close();
  network.close();
});

test('no decision covers a call', async () => {
  const dora = await enterLounge(browser(), service);
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

test('signing out deletes the draft of an appeal', async () => {
  const emil = await enterLounge(browser(), service);
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
