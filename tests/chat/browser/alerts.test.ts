import { afterAll, beforeAll, expect } from 'vitest';

import { faultsOf, tooWideIn } from '../../support/browser/axe.ts';
import { arrive, failOnErrors, type Somebody } from '../../support/browser/chat-page.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { programs, testWith } from '../../support/programs.ts';
import { enterChat, type TestUser } from '../../support/service/chat-test-user.ts';
import { testService } from '../../support/service/test-service.ts';

const test = testWith('chromium');
const KNOWN_WITHIN_MS = 1000;

const service = testService('PGlite');
const browser = suiteBrowser();
let anna: Somebody;
let ben: TestUser;
let clara: TestUser;
/** Conversations with Anna. */
let withBen: string;
let withClara: string;
let title: string;

beforeAll(async () => {
  if (!programs.chromium) return;
  anna = await arrive(browser(), service);
  const { id: person } = await service
    .brand('velvet')
    .db.selectFrom('user')
    .select('id')
    .where('name', '=', anna.name)
    .executeTakeFirstOrThrow();
  const meet = async () => {
    const other = await enterChat((await service.join()).visitor);
    return [other, (await other.ask('converse', { person })).room] as const;
  };
  [ben, withBen] = await meet();
  [clara, withClara] = await meet();
  title = await anna.page.title();
});
afterAll(async () => {
  for (const one of [ben, clara]) one?.socket.disconnect();
  await anna?.page.context().close();
});
failOnErrors(() => [anna]);

const toast = () => anna.page.locator('.toast');
const toastOf = (name: string) => toast().getByRole('button', { name });
const titled = (count: number) => anna.page.waitForFunction((text) => document.title === text, `(${count}) ${title}`);

test('a private message is announced within a second in another room, and opened from there', async () => {
  await anna.enter(anna.topic('lounge'));
  await ben.say(withBen, 'Between us');
  const sent = performance.now();
  await Promise.all([
    toastOf(ben.me.name).waitFor(),
    titled(1),
    anna.inLobby(ben.me.name).getByText(anna.counted('chat.unread', 1)).waitFor(),
  ]);
  expect(performance.now() - sent).toBeLessThan(KNOWN_WITHIN_MS);
  await toastOf(ben.me.name).getByText('Between us').waitFor();
  expect(await faultsOf(anna.page)).toEqual([]);
  await ben.say(withBen, 'Are you there?');
  await titled(2);
  await toastOf(ben.me.name).click();
  await anna.said('Are you there?').waitFor();
  await anna.page.waitForFunction((text) => document.title === text, title);
  expect(await toast().count()).toBe(0);
});

test('conversations with unread messages stand above the rooms, with words and time of the last message', async () => {
  await anna.enter(anna.topic('lounge'));
  const above = () => anna.page.locator('.lobby .rooms').first().getByRole('button');
  await clara.say(withClara, 'Good evening');
  await above().filter({ hasText: clara.me.name }).getByText('Good evening').waitFor();
  expect(await anna.page.locator('.lobby h2').allTextContents()).toEqual(
    ['newMessages', 'rooms', 'conversations'].map((key) => anna.words(`chat.${key}`)),
  );
  await above().click();
  await anna.said('Good evening').waitFor();
  await anna.say('And to you');
  await anna
    .inLobby(clara.me.name)
    .getByText(anna.words('chat.ownPreview', { text: 'And to you' }))
    .waitFor();
  // The open conversation stays in its place.
  expect(await above().count()).toBe(1);
  await anna.enter(anna.inLobby(ben.me.name));
  await expect.poll(() => above().first().textContent()).toContain(anna.words('topics.lounge'));
});

test('on a phone the button to the lobby counts the messages of other conversations, whose toasts are gathered', async () => {
  await anna.page.setViewportSize({ width: 320, height: 700 });
  await clara.say(withClara, 'Hello');
  const back = anna.page.getByRole('button', { name: `${anna.words('chat.back')}, ${anna.counted('chat.unread', 1)}` });
  await back.waitFor();
  await toastOf(clara.me.name).waitFor();
  expect([...(await tooWideIn(anna.page)), ...(await faultsOf(anna.page))]).toEqual([]);
  await back.click();
  await ben.say(withBen, 'And here');
  await toastOf(new Intl.ListFormat('en').format([ben.me.name, clara.me.name]))
    .getByText(anna.counted('chat.unread', 2))
    .click();
  await anna.said('And here').waitFor();
  await titled(1);
  await anna.page.setViewportSize({ width: 1280, height: 800 });
});

test('a toast leaves after six seconds, but not under a pointer', async () => {
  await anna.enter(anna.topic('lounge'));
  await anna.page.clock.install();
  await ben.say(withBen, 'Look');
  await toastOf(ben.me.name).hover();
  await anna.page.clock.runFor(13_000);
  expect(await toast().count()).toBe(1);
  await anna.page.mouse.move(0, 700);
  await anna.page.clock.runFor(6000);
  await toast().waitFor({ state: 'detached' });
  await titled(2);
});
