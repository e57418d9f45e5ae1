import { randomUUID } from 'node:crypto';

import type { Locator } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';

import { REACTIONS } from '../../../src/contract/chat/reaction-emoji.ts';
import { faultsOf, tooWideIn } from '../../support/browser/axe.ts';
import { arrive, failOnErrors, type PageUser } from '../../support/browser/chat-page.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { editions, wordsOf } from '../../support/dist.ts';
import { programs, testWith } from '../../support/programs.ts';
import { enterChat, type TestUser } from '../../support/service/chat/chat-test-user.ts';
import { anyDatabase, testService } from '../../support/service/test-service.ts';

const test = testWith('chromium');
const room = 'en.lounge';

/** More key presses than any element is away. */
const KEYS_MAX = 60;

const service = testService(anyDatabase);
const browser = suiteBrowser();
let anna: PageUser;
let ben: TestUser;
let id: string;
/** Text of Ben's request. */
let secret: string;
beforeAll(async () => {
  if (!programs.chromium) return;
  anna = await arrive(browser(), service);
  ({ id } = await service
    .brand('amber')
    .db.selectFrom('user')
    .select('id')
    .where('name', '=', anna.name)
    .executeTakeFirstOrThrow());
});
beforeEach(async () => {
  secret = randomUUID();
  ben = await enterChat((await service.addUser()).visitor);
  await ben.ask('enter', { room });
});
afterAll(() => anna?.page.context().close());
failOnErrors(() => [anna]);

async function reach(target: Locator): Promise<void> {
  await target.waitFor();
  for (let pressed = 0; !(await target.evaluate((one) => one === document.activeElement)); pressed += 1) {
    if (pressed > KEYS_MAX) throw new Error(`Tab never leads to ${target}`);
    await anna.page.keyboard.press('Tab');
  }
}
async function press(target: Locator): Promise<void> {
  await reach(target);
  await anna.page.keyboard.press('Enter');
}
/** The words before a time. */
const beginOf = (key: string): string => anna.words(key, { when: '|' }).split('|')[0]!;
const request = (): Locator => anna.page.locator('.lobby summary', { hasText: ben.me.name });
/** Ben asks, and Anna opens his request with the keyboard. */
async function openRequest(): Promise<string> {
  const { room: asked } = await ben.ask('converse', { person: id });
  await ben.say(asked, secret);
  await press(request());
  await anna.page.getByText(anna.words('requests.text', { name: ben.me.name })).waitFor();
  expect((await anna.page.content()).includes(secret)).toBe(false);
  return asked;
}
async function examine(state: string): Promise<void> {
  for (const width of [1280, 320]) {
    await anna.page.setViewportSize({ width, height: 800 });
    expect([...(await tooWideIn(anna.page)), ...(await faultsOf(anna.page))], `${state}, ${width}`).toEqual([]);
  }
  await anna.page.setViewportSize({ width: 1280, height: 800 });
}

test('a request is accepted with the keyboard, and its message appears then', async () => {
  const title = await anna.page.title();
  await openRequest();
  expect(await anna.page.title()).toBe(title);
  await examine('request');
  // No menu was open before: the buttons bring their own styles.
  const height = await anna.button('requests.accept').evaluate((button) => button.getBoundingClientRect().height);
  expect(height).toBeGreaterThanOrEqual(44);
  const colors = await anna.page
    .locator('.lobby :is(.seek, details[open] button)')
    .evaluateAll((buttons) => buttons.map((button) => getComputedStyle(button).backgroundColor));
  expect(colors.map((color) => color === colors[0])).toEqual([true, true, false, false, false]);
  await press(anna.button('requests.accept'));
  await anna.said(secret).waitFor();
  await expect.poll(() => request().count()).toBe(0);
  await anna.field.waitFor();
});

test('a request is declined with the keyboard, and the focus is not lost', async () => {
  const asked = await openRequest();
  await press(anna.button('requests.decline'));
  await anna.page.getByText(anna.words('requests.declined')).waitFor();
  await expect.poll(() => request().count()).toBe(0);
  await expect.poll(() => anna.page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  expect(await ben.refusal('send', { room: asked, id: randomUUID(), text: 'Hello?' })).toBe('waiting');
});

test('a request is reported with its text, and blocked', async () => {
  const asked = await openRequest();
  await press(anna.button('chat.report'));
  await anna.page.getByRole('dialog').getByText(anna.words('report.spam')).click();
  await anna.button('report.send').click();
  await anna.page.getByText(anna.words('report.thanks')).waitFor();
  const { db } = service.brand('amber');
  const reports = await db.selectFrom('report').select(['isRequest', 'shown']).where('room', '=', asked).execute();
  expect(reports).toMatchObject([{ isRequest: true, shown: [{ text: secret }] }]);
  await press(anna.button('chat.block'));
  await anna.page
    .getByRole('dialog')
    .getByRole('button', { name: anna.words('chat.block'), exact: true })
    .click();
  await expect.poll(() => request().count()).toBe(0);
  await expect.poll(() => anna.page.evaluate(() => document.activeElement === document.body)).toBe(false);
});

test('the sender sees that a first message waits and can only be deleted, and writes more after the answer', async () => {
  await anna.enter(anna.topic('lounge'));
  await anna.page.locator('.people summary', { hasText: ben.me.name }).click();
  await anna.button('chat.converse').click();
  await anna.isIn(anna.inLobby(ben.me.name));
  await anna.page.getByText(anna.words('requests.first', { name: ben.me.name })).waitFor();
  await anna.say('May I write to you?');
  await anna.page.getByText(anna.words('requests.waits', { name: ben.me.name })).waitFor();
  await examine('waiting message');
  const acts = async (): Promise<string[]> => {
    await anna.more('May I write to you?');
    const texts = await anna.page.locator('dialog.menu:popover-open button').allTextContents();
    await anna.page.keyboard.press('Escape');
    return texts;
  };
  const [reply, edit, copy, remove] = ['reply', 'edit', 'copy', 'delete'].map((key) => anna.words(`chat.${key}`));
  expect(await acts()).toEqual([copy, remove]);
  const { requests } = await ben.lobby();
  await ben.ask('accept', { room: requests![0]!.room });
  await ben.lobby();
  await anna.field.waitFor();
  expect(await acts()).toEqual([...REACTIONS, reply, copy, edit, remove]);
  // A text without a visible character is no message.
  await anna.say('\u200B');
  await anna.say('Thank you');
  await expect.poll(() => ben.heard(requests![0]!.room)).toEqual(['Thank you']);
  expect(await anna.page.locator('.unsent').count()).toBe(0);
});

test('“nobody new today” is switched on in the account, and shown in the lobby', async () => {
  await anna.button('chat.account').click();
  await anna.page.getByLabel(anna.words('requests.notNow')).check();
  const text = beginOf('requests.notNowUntil');
  await anna.page.locator('.lobby').getByText(text).waitFor();
  expect(await ben.refusal('converse', { person: id })).toBe('notNow');
  await examine('nobody new');
  await anna.page.getByLabel(anna.words('requests.notNow')).uncheck();
  await expect.poll(() => anna.page.locator('.lobby').getByText(text).count()).toBe(0);
});

test('slow mode counts from the last message, also after a reload and in a room that is opened again', async () => {
  const { db, events } = service.brand('amber');
  const slow = anna.page.locator('.typing').getByText(beginOf('chat.slowRoom'));
  await db.insertInto('roomMode').values({ room: 'en.travel', slowSeconds: 600, closed: false }).execute();
  events.emit('roomModesChanged');
  await anna.enter(anna.topic('travel'));
  await anna.say('Slowly');
  await slow.waitFor();
  await anna.enter(anna.topic('lounge'));
  await slow.waitFor({ state: 'detached' });
  await anna.enter(anna.topic('travel'));
  await slow.waitFor();
  for (const lang of new Set(editions.map((edition) => edition.lang))) {
    const text = wordsOf(lang)('chat.slowRoom', { when: '3600' });
    expect(await fitsOnPhone(text), text).toBe(true);
  }
  expect(await fitsOnPhone('Slow mode. '.repeat(9))).toBe(false);

  await db
    .updateTable('message')
    .set({ sentAt: new Date(Date.now() - 3_600_000) })
    .where('room', '=', 'en.travel')
    .execute();
  await anna.page.reload();
  await anna.said('Slowly').waitFor();
  await anna.say('And again');
  await anna.said('And again').waitFor();
  await slow.waitFor();
  await db.deleteFrom('roomMode').execute();
  events.emit('roomModesChanged');
});

test('slow mode refuses a second edit with its words, and keeps the text', async () => {
  const { db, events } = service.brand('amber');
  await anna.enter(anna.topic('lounge'));
  await anna.say('As sent');
  await anna.stored('As sent').waitFor();
  const anHourAgo = new Date(Date.now() - 3_600_000);
  const { seq } = await db
    .updateTable('message')
    .set({ sentAt: anHourAgo })
    .where('text', '=', 'As sent')
    .returning('seq')
    .executeTakeFirstOrThrow();
  await anna.page.reload();
  await anna.said('As sent').waitFor();
  // A closed room shows that the page knows of its mode.
  await db.insertInto('roomMode').values({ room, slowSeconds: 600, closed: true }).execute();
  events.emit('roomModesChanged');
  await anna.page.getByText(anna.words('chat.closedRoom')).waitFor();
  await db.updateTable('roomMode').set({ closed: false }).execute();
  events.emit('roomModesChanged');
  await anna.field.waitFor();
  const field = anna.page.getByRole('textbox', { name: anna.words('chat.editing') });
  const edit = async (before: string, after: string) => {
    await anna.more(before);
    await anna.button('chat.edit').click();
    await field.fill(after);
    await field.press('Enter');
  };
  // The page does not know when another device has edited.
  const device = await enterChat(anna.visitor);
  await device.ask('edit', { room, seq, text: 'Edited once' });
  device.socket.disconnect();
  await edit('Edited once', 'Edited twice');
  await anna.page.getByText(anna.words('chatErrors.slow')).waitFor();
  expect(await field.inputValue()).toBe('Edited twice');
  await db
    .updateTable('message')
    .set({ editedAt: anHourAgo })
    .where('seq', '=', seq)
    .where('room', '=', room)
    .execute();
  await field.press('Enter');
  await edit('Edited twice', 'Edited thrice');
  await anna.page.locator('.typing').getByText(beginOf('chat.slowRoom')).waitFor();
  expect(await field.inputValue()).toBe('Edited thrice');
  await field.press('Escape');
  await db.deleteFrom('roomMode').execute();
  events.emit('roomModesChanged');
});

/** Whether the line above the composer shows a text in full on a narrow screen. */
async function fitsOnPhone(text: string): Promise<boolean> {
  await anna.page.setViewportSize({ width: 320, height: 640 });
  const fits = await anna.page.locator('.typing').evaluate((line, content) => {
    const copy = line.cloneNode() as HTMLElement;
    copy.textContent = content;
    line.after(copy);
    const isWhole = copy.scrollWidth <= copy.clientWidth;
    copy.remove();
    return isWhole;
  }, text);
  await anna.page.setViewportSize({ width: 1280, height: 800 });
  return fits;
}

test('closed and slow rooms and a mute say so in place of the composer, and take no reaction', async () => {
  const { db, events } = service.brand('amber');
  await anna.enter(anna.topic('music'));
  const hello = anna.page.getByText(anna.words('chat.empty'));
  await hello.waitFor();
  await db.insertInto('roomMode').values({ room: 'en.music', slowSeconds: 0, closed: true }).execute();
  events.emit('roomModesChanged');
  await anna.page.getByText(anna.words('chat.closedRoom')).waitFor();
  // Nobody is asked for a message that the room does not take.
  expect(await hello.count()).toBe(0);
  await db.updateTable('roomMode').set({ closed: false, slowSeconds: 600 }).execute();
  events.emit('roomModesChanged');
  await anna.say('The first');
  await anna.said('The first').waitFor();
  await anna.more('The first');
  await anna.button('chat.react', { text: '👍' }).click();
  await ben.ask('enter', { room: 'en.music' });
  await ben.ask('react', { room: 'en.music', seq: 1, reaction: '🔥', on: true });
  const given = anna.page.locator('.given button');
  await expect.poll(() => given.allTextContents()).toEqual(['👍 1', '🔥 1']);
  await anna.page.locator('.typing').getByText(beginOf('chat.slowRoom')).waitFor();
  await anna.say('The second');
  // Screen readers announce the wait once, not each second.
  const wait = anna.words('chat.slowRoom', { when: '600' });
  await expect.poll(() => anna.page.locator('.typing').innerText()).not.toBe(wait);
  expect(
    await anna.page
      .getByRole('status')
      .filter({ hasText: beginOf('chat.slowRoom') })
      .allInnerTexts(),
  ).toEqual([wait]);
  await examine('slow room');
  expect(await anna.field.inputValue()).toBe('The second');
  await db.deleteFrom('roomMode').execute();
  const until = new Date(Date.now() + 3_600_000);
  const { id: decision } = await db
    .insertInto('decision')
    .values({ person: id, act: 'mute', facts: 'Spam', initiative: 'own', automated: false, until } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('restriction').values({ decision, userId: id, kind: 'mute', until }).execute();
  events.emit('restricted', id);
  await anna.page.getByText(beginOf('chat.mutedUntil')).waitFor();
  await examine('muted');
  // Only a reaction that the service takes back can be pressed.
  expect(await given.evaluateAll((all) => all.map((one) => (one as HTMLButtonElement).disabled))).toEqual([
    false,
    true,
  ]);
  // The notice of the decision covers it.
  await given.first().dispatchEvent('click');
  await expect.poll(() => given.allTextContents()).toEqual(['🔥 1']);
});
