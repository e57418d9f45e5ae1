import type { Locator } from 'playwright';
import { afterAll, beforeAll, expect } from 'vitest';

import { expectSignsWithinSecond } from '../../support/browser/alert-signs.ts';
import { faultsOf, tooWideIn } from '../../support/browser/axe.ts';
import { arrive, failOnErrors, type PageUser } from '../../support/browser/chat-page.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { programs, testWith } from '../../support/programs.ts';
import { befriend, enterChat, type TestUser } from '../../support/service/chat/chat-test-user.ts';
import { anyDatabase, testService } from '../../support/service/test-service.ts';

// The headless shell shows no notifications.
const test = testWith('wholeChromium');

const service = testService(anyDatabase);
const browser = suiteBrowser('wholeChromium');
let anna: PageUser;
let ben: TestUser;
let clara: TestUser;
/** Conversations with Anna. */
let withBen: string;
let withClara: string;
let title: string;

beforeAll(async () => {
  if (!programs.wholeChromium) return;
  anna = await arrive(browser(), service);
  // Timers from before the installation could not be cleared.
  await anna.page.clock.install();
  await anna.page.reload();
  await anna.topic('lounge').waitFor();
  const { id: person } = await service
    .brand('amber')
    .db.selectFrom('user')
    .select('id')
    .where('name', '=', anna.name)
    .executeTakeFirstOrThrow();
  const meet = async () => {
    const other = await enterChat((await service.addUser()).visitor);
    return [other, await befriend(other, person, service.brand('amber'))] as const;
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

const evaluate: Parameters<typeof expectSignsWithinSecond>[0] = (act, arg) =>
  anna.page.evaluate(act as (of: unknown) => never, arg);
const toast = () => anna.page.locator('.toast');
const toastOf = (name: string) => toast().getByRole('button', { name });
/** The icon of the page as text. */
const icon = () =>
  anna.page
    .locator('link[rel=icon]')
    .first()
    .getAttribute('href')
    .then((href) => decodeURIComponent(href!));
const titled = (count: number) => anna.page.waitForFunction((text) => document.title === text, `(${count}) ${title}`);

test('a private message is announced within a second in another room, and opened from there', async () => {
  await anna.enter(anna.topic('lounge'));
  await expectSignsWithinSecond(evaluate, ['title', 'toast', 'badge'], ben.me.name, () =>
    ben.say(withBen, 'Between us'),
  );
  await anna.inLobby(ben.me.name).getByText(anna.counted('chat.unread', 1)).waitFor();
  await toastOf(ben.me.name).getByText('Between us').waitFor();
  expect(await faultsOf(anna.page)).toEqual([]);
  await ben.say(withBen, 'Are you there?');
  await titled(2);
  await expect.poll(icon).toContain('>2</text>');
  await toastOf(ben.me.name).click();
  await anna.said('Are you there?').waitFor();
  await anna.page.waitForFunction((text) => document.title === text, title);
  await expect.poll(icon).toMatch(/\/favicon\.svg$/);
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

  // The focus moves with a conversation.
  await anna.enter(anna.topic('lounge'));
  await anna.inLobby(ben.me.name).focus();
  await ben.say(withBen, 'Where are you?');
  await above().filter({ hasText: ben.me.name }).getByText('Where are you?').waitFor();
  const focused = () => anna.page.evaluate(() => (document.activeElement as HTMLElement).dataset['room']);
  await expect.poll(focused).toBe(withBen);
  await anna.enter(anna.inLobby(ben.me.name));
});

test('on a phone the button to the lobby counts the messages of other conversations, whose toasts are gathered', async () => {
  await anna.page.setViewportSize({ width: 320, height: 700 });
  await expectSignsWithinSecond(evaluate, ['title', 'toast', 'badge'], clara.me.name, () =>
    clara.say(withClara, 'Hello'),
  );
  const back = anna.page.getByRole('button', { name: `${anna.words('chat.back')}, ${anna.counted('chat.unread', 1)}` });
  await back.waitFor();
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

test('a mention in an opened room counts, and the room shows it', async () => {
  await anna.enter(anna.topic('music'));
  await anna.enter(anna.topic('lounge'));
  const music = anna.inLobby(anna.words('topics.music'));
  const room = await music.getAttribute('data-room');
  await ben.ask('enter', { room: room! });
  await ben.say(room!, 'Nice');
  await music.getByText(anna.counted('chat.unread', 1), { exact: true }).waitFor();
  await titled(1);
  await ben.say(room!, `Nice, @${anna.name}!`);
  await titled(2);
  await expect.poll(icon).toContain('>2</text>');
  await music.getByText(anna.words('chat.mentionsYou')).waitFor();
  expect(await faultsOf(anna.page)).toEqual([]);
  expect(await toastOf(anna.words('topics.music')).count()).toBe(0);
  await anna.enter(music);
  await titled(1);
});

test('a toast leaves after six seconds, but not under a pointer', async () => {
  await anna.enter(anna.topic('lounge'));
  await ben.say(withBen, 'Look');
  await toastOf(ben.me.name).hover();
  await anna.page.clock.runFor(13_000);
  expect(await toast().count()).toBe(1);
  await anna.page.mouse.move(0, 700);
  await anna.page.clock.runFor(6000);
  await toast().waitFor({ state: 'detached' });
  await titled(2);
});

test('messages that arrived while the page was hidden stand below the line "new"', async () => {
  const { page } = anna;
  const show = (state: DocumentVisibilityState) =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { get: () => now, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  const line = page.getByText(anna.words('chat.new'), { exact: true });
  // Leaving the room counts its messages as read at once.
  for (const link of [anna.inLobby(ben.me.name), anna.topic('lounge')]) await anna.enter(link);
  await titled(1);
  await anna.enter(anna.inLobby(ben.me.name));
  await show('hidden');
  await ben.say(withBen, 'You are away');
  await titled(2);
  await ben.say(withBen, 'Still away');
  await titled(3);
  await show('visible');
  await titled(1);
  expect(await line.locator('..').innerText()).toContain('You are away');
  await anna.say('Here I am');
  await line.waitFor({ state: 'detached' });
});

test('a toast covers no button, and moves nothing', async () => {
  const { page } = anna;
  const shifts = await page.evaluateHandle(() => {
    const values: number[] = [];
    new PerformanceObserver((list) =>
      values.push(...list.getEntries().map((entry) => (entry as unknown as { value: number }).value)),
    ).observe({ type: 'layout-shift' });
    return values;
  });
  /** Controls of which a part in sight lies below a toast. */
  const covered = () =>
    page.evaluate(() => {
      const boxOf = (element: Element | null) =>
        element?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight);
      const covers = [...document.querySelectorAll('.toast')].map(boxOf);
      return [...document.querySelectorAll('a, button, input, select, textarea, summary')]
        .filter((control) => !control.closest('.toast') && control.checkVisibility())
        .filter((control) =>
          covers.some((cover) => {
            const boxes = [cover, boxOf(control), boxOf(control.closest('.page, .lobby, .scroll'))];
            const [left, top] = [Math.max(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.top))];
            return (
              left < Math.min(...boxes.map((box) => box.right)) && top < Math.min(...boxes.map((box) => box.bottom))
            );
          }),
        )
        .map((control) => control.outerHTML);
    });
  const views: [name: string, button: Locator | undefined, sign: Locator][] = [
    ['room', anna.topic('lounge'), page.getByText(anna.words('chat.empty'))],
    ['conversation', anna.inLobby(clara.me.name), anna.said('Hello')],
    ['partner', anna.button('partner.title'), anna.button('partner.start')],
    ['account', anna.button('chat.account'), page.locator('.setting').first()],
    ['lobby', undefined, anna.topic('lounge')],
  ];
  for (const [name, button, sign] of views) {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.locator('.back').click();
    await button?.click();
    await sign.waitFor();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await shifts.evaluate((values) => values.splice(0));
    await ben.say(withBen, `In the ${name}`);
    await toast().waitFor();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect(await shifts.jsonValue(), name).toEqual([]);
    for (const [width, height] of [
      [320, 640],
      [390, 844],
      [768, 1024],
      [915, 700],
      [1300, 800],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await covered(), `${name}, ${width}`).toEqual([]);
    }
    await anna.button('chat.close').click();
  }
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('sound and notifications are off until asked for, never show a text, and end with a quick exit', async () => {
  const { page } = anna;
  const titles = () =>
    page.evaluate(async () => {
      const [worker] = await navigator.serviceWorker.getRegistrations();
      return (await worker!.getNotifications()).map((notification) => notification.title);
    });
  const setting = (key: string) => page.getByRole('checkbox', { name: anna.words(`alerts.${key}`) });
  const workers = (of = page) => of.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await page.evaluate(() => {
    const { createOscillator } = AudioContext.prototype;
    Object.assign(globalThis, { notes: 0 });
    AudioContext.prototype.createOscillator = function play() {
      Object.assign(globalThis, { notes: (globalThis as unknown as { notes: number }).notes + 1 });
      return createOscillator.call(this);
    };
    // A hidden page.
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
  });
  const notes = () => page.evaluate(() => (globalThis as unknown as { notes: number }).notes);

  await anna.button('chat.account').click();
  await page.context().grantPermissions([]);
  await setting('notifications').click();
  await page.getByText(anna.words('alerts.denied')).waitFor();
  expect([await setting('notifications').isChecked(), await workers(), await notes()]).toEqual([false, 0, 0]);
  await page.context().grantPermissions(['notifications']);
  await page.evaluate(() => {
    const { register } = ServiceWorkerContainer.prototype;
    const { promise: isAsked, resolve: registerNow } = Promise.withResolvers<void>();
    Object.assign(globalThis, { registerNow });
    ServiceWorkerContainer.prototype.register = async function wait(...args) {
      await isAsked;
      return register.apply(this, args);
    };
  });
  await setting('notifications').click();
  // While the browser still registers the worker.
  await setting('sound').check();
  await expect.poll(notes).toBe(2);
  await page.evaluate(() => (globalThis as unknown as { registerNow: () => void }).registerNow());
  const isReady = async (): Promise<boolean> => !!(await navigator.serviceWorker.getRegistrations())[0]?.active;
  await expect.poll(() => page.evaluate(isReady)).toBe(true);
  await expect.poll(() => setting('notifications').isChecked()).toBe(true);
  expect(await setting('sound').isChecked()).toBe(true);
  expect(await faultsOf(page)).toEqual([]);
  // Sounds do not overlap.
  await expect.poll(() => page.evaluate(async () => (await navigator.locks.query()).held!.length)).toBe(0);

  await ben.say(withBen, 'A secret');
  await expect.poll(titles).toEqual([anna.words('alerts.message')]);
  await expect.poll(notes).toBe(4);
  await setting('names').check();
  await clara.say(withClara, 'A secret');
  const named = anna.words('alerts.messageFrom', { name: clara.me.name });
  await expect.poll(titles).toContain(named);
  // A click on the notification.
  await page
    .context()
    .serviceWorkers()[0]!
    .evaluate(async (text) => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
      const notification = (await registration.getNotifications()).find((one) => one.title === text);
      dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined }));
    }, named);
  await anna.isIn(anna.inLobby(clara.me.name));

  const other = await page.context().newPage();
  await other.goto(anna.address.replace('/chat', '/contacts'));
  expect(await workers(other)).toBe(1);
  await page.locator('a.exit').click();
  await page.waitForURL('about:blank');
  await expect.poll(() => workers(other)).toBe(0);
  expect(await other.evaluate(() => localStorage.getItem('alerts'))).toBeNull();
});
