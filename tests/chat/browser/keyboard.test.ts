import type { Locator } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';

import { TEXT_MAX } from '../../../src/contract/chat/chat-protocol.ts';
import { MESSAGE_KEYS } from '../../../src/islands/chat/room/message-shortcuts.ts';
import { arrive, failOnErrors, type PageUser } from '../../support/browser/chat-page.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { programs, testWith } from '../../support/programs.ts';
import { enterChat, type TestUser } from '../../support/service/chat/chat-test-user.ts';
import { anyDatabase, testService } from '../../support/service/test-service.ts';

const test = testWith('chromium');
const room = 'en.lounge';

/** More key presses than any element is away. */
const KEYS_MAX = 80;

const service = testService(anyDatabase);
const browser = suiteBrowser();
let anna: PageUser;
let ben: TestUser;
beforeAll(async () => {
  if (!programs.chromium) return;
  ben = await enterChat((await service.addUser()).visitor);
  await ben.ask('enter', { room });
});
afterAll(async () => {
  ben?.socket.disconnect();
});
beforeEach(async () => {
  anna = await arrive(browser(), service);
});
afterEach(() => anna.page.context().close());
failOnErrors(() => [anna]);

/** The focused element must be in sight and outlined; an element that the page itself focused needs no outline. */
const focus = (): Promise<string> =>
  anna.page.evaluate(() => {
    const at = document.activeElement!;
    if (at === document.body) return 'lost';
    const { top, bottom, left, right, width } = at.getBoundingClientRect();
    const isInSight = width > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
    const isMarked = getComputedStyle(at).outlineStyle !== 'none' || at.getAttribute('tabindex') === '-1';
    return isInSight && isMarked ? 'seen' : `not seen: ${at.outerHTML.slice(0, 200)}`;
  });
const press = async (key: string): Promise<void> => {
  await anna.page.keyboard.press(key);
  await expect.poll(focus).toBe('seen');
};
const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluateAll((found) => found.includes(document.activeElement as HTMLElement));
const expectFocus = (target: Locator) => expect.poll(() => hasFocus(target)).toBe(true);

/** Moves the focus to an element key by key. */
async function reach(target: Locator, key = 'Tab'): Promise<void> {
  await target.first().waitFor();
  for (let pressed = 0; !(await hasFocus(target)); pressed += 1) {
    if (pressed > KEYS_MAX) throw new Error(`${key} never leads to ${target}`);
    await press(key);
  }
}
const reachAndPress = async (target: Locator, key = 'Enter', way = 'Tab'): Promise<void> => {
  await reach(target, way);
  await press(key);
};
/** Moves the focus from the composer to the last message in sight, and from there into it. */
async function reachInLog(target: Locator): Promise<void> {
  await target.first().waitFor();
  await reach(anna.page.getByRole('article'), 'Shift+Tab');
  await reach(target);
}
const title = (): Locator => anna.page.locator('#chat-title');
async function enterRoom(): Promise<void> {
  await reachAndPress(anna.topic('lounge'));
  await expectFocus(anna.field);
}

test('the keyboard leads from the lobby into a room, to its composer and its people', async () => {
  await enterRoom();
  await anna.page.keyboard.type('Good evening');
  await press('Enter');
  await expectFocus(anna.field);
  await expect.poll(() => ben.heard(room).at(-1)).toBe('Good evening');
  await reachAndPress(anna.page.locator('.people summary', { hasText: ben.me.name }));
  await reach(anna.button('chat.converse'));
});

test('a message gets a reaction and a reply, is edited and deleted; a long one is opened', async () => {
  await enterRoom();
  await ben.say(room, Array.from({ length: 13 }, (_, index) => `Line ${index + 1}`).join('\n'));
  const long = anna.said('Line 13');
  const linesShown = () =>
    long
      .locator('.said')
      .evaluate((text) => Math.round(text.clientHeight / parseFloat(getComputedStyle(text).lineHeight)));
  await expect.poll(linesShown).toBe(12);
  await reachInLog(anna.button('chat.showMore'));
  await press('Enter');
  await expectFocus(long);
  expect([await linesShown(), await anna.button('chat.showMore').count()]).toEqual([13, 0]);
  await reach(anna.field);

  await ben.say(room, 'Hello Anna');
  const more = anna.said('Hello Anna').locator('.more');
  await reachInLog(more);
  await press('Enter');
  await expectFocus(anna.button('chat.react', { text: '👍' }));
  await press('Enter');
  await anna.said('Hello Anna').getByRole('button', { name: '👍 1' }).waitFor();
  await expectFocus(more);

  await press('Enter');
  await press('Escape');
  await expectFocus(more);
  await press('Enter');
  await reachAndPress(anna.button('chat.reply'));
  await expectFocus(anna.field);
  await anna.page.keyboard.type('Hello Ben');
  await press('Enter');
  const own = anna.said('Hello Ben').locator('.more');
  // An unsent message has no menu, and cannot be edited.
  await own.waitFor();

  await press('ArrowUp');
  await expectFocus(anna.page.getByRole('textbox', { name: anna.words('chat.editing') }));
  await press('Escape');
  await expectFocus(anna.field);

  await reachInLog(own);
  await press('Enter');
  await reachAndPress(anna.button('chat.edit'));
  await press('Escape');
  await expectFocus(anna.field);
  await anna.page.keyboard.type('A draft');
  await reachInLog(own);
  await press('Enter');
  await reachAndPress(anna.button('chat.delete'));
  await expectFocus(anna.page.getByRole('article').last());
  await anna.page.getByRole('article').last().getByText(anna.words('chat.deleted')).waitFor();
  // On a Russian layout.
  await anna.page
    .locator('body')
    .dispatchEvent('keydown', { key: 'я', code: 'KeyZ', ctrlKey: true, bubbles: true, cancelable: true });
  await anna.said('Hello Ben').waitFor();
  expect(await anna.field.inputValue()).toBe('A draft');
  await reachAndPress(own, 'Enter', 'Tab');
  await reachAndPress(anna.button('chat.delete'));
  await expectFocus(anna.page.getByRole('article').last());
  expect(ben.heard(room).at(-1)).toBe('Hello Ben');
  await reachAndPress(anna.button('chat.undo'));
  await anna.said('Hello Ben').waitFor();
});

test('people are mentioned, emoji inserted and messages searched by keyboard', async () => {
  await enterRoom();
  await ben.say(room, `An aubergine, @${anna.name}`);
  await anna.page.locator('[data-mention=true]').waitFor();
  await anna.page.keyboard.type(`@${ben.me.name.slice(0, 3)}`);
  await anna.page.getByRole('option', { name: ben.me.name, selected: true }).waitFor();
  await press('Enter');
  expect(await anna.field.inputValue()).toBe(`@${ben.me.name} `);
  await reachAndPress(anna.button('emoji.title'));
  await expectFocus(anna.page.getByRole('button', { name: '😀', exact: true }));
  await press('ArrowRight');
  await press('Enter');
  await press('Escape');
  await expectFocus(anna.button('emoji.title'));
  await reach(anna.field, 'Shift+Tab');
  await press('Enter');
  await expect.poll(() => ben.heard(room).at(-1)).toBe(`@${ben.me.name} 😃`);

  await reachAndPress(anna.button('chat.more', { name: anna.words('topics.lounge') }), 'Enter', 'Shift+Tab');
  await reachAndPress(anna.button('history.title'));
  const field = anna.page.getByRole('searchbox');
  await expectFocus(field);
  await anna.page.keyboard.type('AUBERGINE');
  await anna.page.getByText(anna.words('history.matches_one', { text: '1', count: '1' })).waitFor();
  const shown = anna.said('aubergine').and(anna.page.locator('[data-found=true]'));
  await shown.waitFor();
  await anna.page.getByLabel(anna.words('history.day')).fill(new Date().toLocaleDateString('sv'));
  await anna.page.getByRole('article').first().and(anna.page.locator('[data-found=true]')).waitFor();
  await field.press('Escape');
  await expectFocus(title());
});

test('Enter sends a mention that was chosen, and all text in which no name is begun', async () => {
  const twin = await enterChat((await service.addUser({ nickname: `${ben.me.name} Smith` })).visitor);
  await twin.ask('enter', { room });
  await enterRoom();
  const options = anna.page.getByRole('option');
  await anna.page.keyboard.type(`@${ben.me.name}`);
  await expect.poll(() => options.count()).toBe(2);
  await press('Enter');
  await expect.poll(() => options.count()).toBe(0);
  await press('Enter');
  await expect.poll(() => ben.heard(room).at(-1)).toBe(`@${ben.me.name}`);
  await anna.page.keyboard.type('see you @');
  await options.first().waitFor();
  expect(await anna.page.getByRole('option', { selected: true }).count()).toBe(0);
  await press('Enter');
  await expect.poll(() => ben.heard(room).at(-1)).toBe('see you @');
  await anna.page.keyboard.type('@');
  await options.first().waitFor();
  await press('ArrowDown');
  const [name] = await anna.page.getByRole('option', { selected: true }).allTextContents();
  await press('Enter');
  expect(name).toContain((await anna.field.inputValue()).slice(1, -1));
  twin.socket.disconnect();
});

test('no text grows beyond its limit, and Enter of an input method sends nothing', async () => {
  await enterRoom();
  const text = 'x'.repeat(TEXT_MAX - 1);
  await anna.field.fill(text);
  await anna.button('emoji.title').click();
  await anna.page.getByRole('button', { name: '😀', exact: true }).click();
  expect(await anna.field.inputValue()).toBe(text);
  await anna.field.fill('文');
  // As WebKit sends it after the composition has ended.
  await anna.field.dispatchEvent('keydown', { key: 'Enter', keyCode: 229 });
  expect(await anna.field.inputValue()).toBe('文');
  await anna.field.press('Enter');
  await expect.poll(() => ben.heard(room).at(-1)).toBe('文');
});

test('a dialog keeps the focus, and restores it when it closes', async () => {
  await enterRoom();
  await ben.say(room, 'Something bad');
  const more = anna.said('Something bad').locator('.more');
  await reachInLog(more);
  await press('Enter');
  await reachAndPress(anna.button('chat.report'));
  const dialog = anna.page.getByRole('dialog');
  await expectFocus(dialog.getByRole('heading'));
  for (let pressed = 0; pressed < 20; pressed += 1) {
    await anna.page.keyboard.press('Tab');
    expect(await dialog.evaluate((open) => document.hasFocus() && !open.contains(document.activeElement))).toBe(false);
  }
  await press('Escape');
  await expectFocus(more);

  await press('Enter');
  await reachAndPress(anna.button('chat.report'));
  await reach(dialog.getByLabel(anna.words('report.minor')));
  await press('ArrowDown');
  await expectFocus(dialog.getByRole('radio', { name: anna.words('report.threat'), checked: true }));
  await reachAndPress(dialog.getByRole('button', { name: anna.words('report.send') }));
  await anna.page.getByText(anna.words('report.thanks')).waitFor();
  await expectFocus(more);
  // The pointer keeps the toast.
  await anna.page.getByRole('alert').hover();
  await reachAndPress(anna.page.getByRole('alert').getByRole('button', { name: anna.words('chat.close') }));
});

test('on a narrow screen the keyboard returns to the former focus', async () => {
  await enterRoom();
  await anna.page.setViewportSize({ width: 600, height: 800 });
  await reachAndPress(anna.button('chat.back'), 'Enter', 'Shift+Tab');
  await expectFocus(anna.topic('lounge'));
  await press('Enter');
  await expectFocus(title());
  await reachAndPress(anna.button('chat.more', { name: anna.words('topics.lounge') }));
  await reachAndPress(anna.button('chat.leaveRoom'));
  await expectFocus(anna.topic('lounge'));
});

test('a user finds a partner, talks and leaves', async () => {
  await reachAndPress(anna.button('partner.title'));
  await expectFocus(anna.button('partner.title'));
  await reachAndPress(anna.page.getByRole('radio', { name: anna.words('partner.woman') }).first(), 'Space');
  await reachAndPress(anna.button('partner.start'));
  await anna.page.getByText(anna.words('partner.waitingText')).waitFor();
  await expectFocus(title());
  await ben.ask('seek', { lang: 'en', iAm: 'man', lookFor: 'anyone' });
  await expectFocus(anna.field);
  await anna.page.keyboard.type('Who are you?');
  await press('Enter');
  await reachAndPress(anna.button('chat.leave'), 'Enter', 'Shift+Tab');
  await anna.page.getByText(anna.words('partner.left')).waitFor();
  await expectFocus(title());
});

/** Messages of a person are limited, and a page of history is shorter than all of these. */
const WRITERS = 4;
const WRITTEN_EACH = 15;

test('arrows, Home and End lead through the log, which loads its history and keeps the focus', async () => {
  const music = 'en.music';
  const all = WRITERS * WRITTEN_EACH;
  const writers: TestUser[] = [];
  const sent: number[] = [];
  for (let number = 0; number < WRITERS; number += 1) writers.push(await enterChat((await service.addUser()).visitor));
  for (const writer of writers) await writer.ask('enter', { room: music });
  for (let number = 1; number <= all; number += 1)
    sent.push((await writers[number % WRITERS]!.say(music, `Line ${number}.${'\nand more'.repeat(number % 5)}`)).seq);
  await reachAndPress(anna.topic('music'));
  await expectFocus(anna.field);
  const line = (number: number): Locator => anna.said(`Line ${number}.`);
  await line(all).waitFor();
  await press('Shift+Tab');
  await expectFocus(line(all));
  for (let number = all - 1; number > 0; number -= 1) {
    await line(number).waitFor({ state: 'attached' });
    await press('ArrowUp');
    await expectFocus(line(number));
  }
  await press('ArrowUp');
  await expectFocus(line(1));

  await press('End');
  await expectFocus(line(all));
  await expect.poll(() => anna.button('chat.toEnd').count()).toBe(0);
  await press('Home');
  await expectFocus(line(1));
  await press('ArrowDown');
  await expectFocus(line(2));
  // A wheel takes the message far out of sight, where others leave the page.
  await anna.page.mouse.move(640, 400);
  await anna.page.mouse.wheel(0, 100_000);
  await line(all).waitFor();
  await line(8).waitFor({ state: 'detached' });
  await expectFocus(line(2));
  const author = (number: number): TestUser => writers[number % WRITERS]!;
  await author(2).ask('edit', { room: music, seq: sent[1]!, text: 'Line 2. New.' });
  await author(3).say(music, 'Something new');
  await anna.said('Something new').waitFor();
  await expectFocus(line(2));
  await press('ArrowDown');
  await expectFocus(line(3));
  // The only other tab stops are the buttons of the message.
  await press('Tab');
  await expectFocus(line(3).locator('.more'));
  await author(3).ask('delete', { room: music, seq: sent[2]! });
  await expectFocus(anna.page.locator(`article[data-seq="${sent[2]}"]`));
  await press('ArrowDown');
  await press('Tab');
  await press('Tab');
  await expectFocus(anna.button('chat.toEnd'));
  // The button goes.
  await press('Enter');
  await anna.button('chat.toEnd').waitFor({ state: 'detached' });
  await expectFocus(anna.page.getByRole('log'));
  await press('Tab');
  await expectFocus(anna.field);
  await anna.page.mouse.wheel(0, -100_000);
  await anna.button('chat.toEnd').waitFor();
  await press('Shift+Tab');
  await press('Shift+Tab');
  await press('Escape');
  await expectFocus(anna.field);

  // The messages of a muted person go, and a key that comes before the browser has drawn the others moves the focus.
  await press('Shift+Tab');
  await press('Shift+Tab');
  const muted = await anna.page.locator('article:focus').getAttribute('data-seq');
  await press('Enter');
  await reach(anna.button('chat.mute'));
  await anna.page.getByRole('log').evaluate((log) => {
    const pressUp = () => log.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true }));
    log.addEventListener('focus', () => queueMicrotask(pressUp), { once: true });
  });
  await press('Enter');
  await anna.page.locator(`[data-seq="${muted}"]`).waitFor({ state: 'detached' });
  await expectFocus(anna.page.getByRole('article'));
  for (const writer of writers) writer.socket.disconnect();
});

test('each key of a message does what the entry of its menu with that key does', async () => {
  const { page } = anna;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await enterRoom();
  for (const text of ['Own 1', 'Own 2']) await anna.say(text);
  for (const text of ['Other 1', 'Other 2']) await ben.say(room, text);
  /** A deleted message has no text. */
  const find = async (text: string): Promise<Locator> => {
    await anna.said(text).locator('.more').waitFor();
    return page.locator(`article[data-seq="${await anna.said(text).getAttribute('data-seq')}"]`);
  };
  for (const whose of ['Own', 'Other']) {
    const [one, other] = [await find(`${whose} 1`), await find(`${whose} 2`)];
    for (const key of Object.keys(MESSAGE_KEYS)) {
      await begin(one);
      const before = await one.evaluate(outcome);
      await press('Enter');
      const entry = page.locator(`.menu [aria-keyshortcuts="${key}"]`);
      await page.locator('.menu').waitFor();
      const isOffered = (await entry.count()) > 0;
      await (isOffered ? entry.press('Enter') : press('Escape'));
      let after = '';
      await expect
        .poll(async () => {
          const last = after;
          after = await one.evaluate(outcome);
          return after === last && (after !== before) === isOffered;
        })
        .toBe(true);
      await begin(other);
      await page.keyboard.press(key);
      await expect.poll(() => other.evaluate(outcome), { message: `${whose}: ${key}` }).toBe(after);
    }
  }
});

/** Focuses a message, without what was done before. */
async function begin(article: Locator): Promise<void> {
  if (await hasFocus(anna.page.locator('.composer textarea'))) await press('Escape');
  await article.evaluate(async (row) => {
    await navigator.clipboard.writeText('');
    for (const toast of document.querySelectorAll('.toasts > *')) toast.setAttribute('data-before', '');
    row.focus();
  });
}

/** What an action on a message has led to. Runs in the page. */
async function outcome(article: HTMLElement): Promise<string> {
  const [field, at] = [document.querySelector<HTMLTextAreaElement>('.composer textarea')!, document.activeElement!];
  const found = [
    article.querySelector('.bubble')!.textContent,
    ...[...article.querySelectorAll('.given button')].map((given) => `${given.textContent} ${given.ariaPressed}`),
    [field.ariaLabel, field.value, document.querySelector('.aimed')?.textContent],
    ...[...document.querySelectorAll('.toasts > :not([data-before])')].map((toast) => toast.textContent),
    await navigator.clipboard.readText(),
    document.querySelectorAll('.menu').length,
    at === field ? 'field' : at === article ? 'message' : at.outerHTML,
  ];
  return JSON.stringify(found).replaceAll(/(Own|Other) \d/g, 'text');
}

test('Ctrl+K leads to rooms and people, and ? lists the keys outside of text fields', async () => {
  const zoe = await enterChat((await service.addUser({ nickname: 'Zoë Élise' })).visitor);
  await zoe.ask('enter', { room });
  await enterRoom();
  await anna.page.locator('.people').getByText('Zoë Élise').waitFor();
  const dialog = anna.page.getByRole('dialog');
  const box = dialog.getByRole('combobox', { name: anna.words('keys.goTo') });
  const goTo = async (name: string, found: string): Promise<void> => {
    await anna.page.keyboard.press('Control+k');
    await expectFocus(box);
    await anna.page.keyboard.type(name);
    await dialog.getByRole('option', { name: found, selected: true }).waitFor();
  };
  await goTo('TRAV', anna.words('topics.travel'));
  await press('Escape');
  await expectFocus(anna.field);
  await goTo('TRAV', anna.words('topics.travel'));
  // Before the page has noticed that the dialog closed.
  await box.evaluate((field) => {
    field.closest('dialog')!.close();
    dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));
  });
  await expect.poll(() => box.inputValue()).toBe('');
  await expectFocus(box);
  await anna.page.keyboard.type('TRAV');
  await press('Enter');
  await anna.isIn(anna.topic('travel'));
  await expectFocus(anna.field);
  await goTo('elise', 'Zoë Élise');
  await press('Enter');
  await anna.isIn(anna.inLobby('Zoë Élise'));
  await expectFocus(anna.field);
  await goTo('zoe', 'Zoë Élise');
  await anna.page.keyboard.type(' and nobody else');
  await dialog.getByText(anna.words('keys.none')).waitFor();
  expect(await box.getAttribute('aria-activedescendant')).toBeNull();
  await press('Escape');
  await expectFocus(anna.field);

  await anna.page.keyboard.type('?');
  expect(await anna.field.inputValue()).toBe('?');
  await reach(anna.button('chat.account'), 'Shift+Tab');
  await press('?');
  await expectFocus(dialog.getByRole('heading', { level: 2, name: anna.words('keys.title') }));
  for (const key of Object.keys(MESSAGE_KEYS)) await dialog.locator('kbd').getByText(key, { exact: true }).waitFor();
  // Nothing opens above a dialog.
  await anna.page.keyboard.press('Control+k');
  expect(await box.count()).toBe(0);
  await reachAndPress(dialog.getByRole('checkbox', { name: anna.words('keys.on') }), 'Space');
  await press('Escape');
  await expectFocus(anna.button('chat.account'));
  await press('?');
  await press('Control+k');
  await expectFocus(box);
  zoe.socket.disconnect();
});

test('a single setting of the account is open at a time, and the focus goes into its form and back', async () => {
  const { page, words } = anna;
  await page.setViewportSize({ width: 390, height: 844 });
  await reachAndPress(anna.button('chat.account'));
  const setting = (key: string): Locator => page.locator('summary', { hasText: words(key) });
  const main = page.locator('.page .button:not(.quiet, .danger .button):visible');
  await setting('form.nickname').getByText(anna.name).waitFor();
  expect(await main.count()).toBe(0);
  expect(await page.locator('.page').evaluate((scrolled) => scrolled.scrollHeight)).toBeLessThan(1500);
  await reachAndPress(setting('form.password'));
  await expectFocus(page.getByLabel(words('form.currentPassword'), { exact: true }));
  await reachAndPress(setting('form.nickname'), 'Enter', 'Shift+Tab');
  await expectFocus(page.getByLabel(words('form.nickname'), { exact: true }));
  expect(await page.locator('details[open]').count()).toBe(1);
  expect(await main.count()).toBe(1);
  await page.keyboard.type('Anna of the settings');
  await press('Enter');
  await page.getByText(words('account.newNicknameDone')).waitFor();
  await expectFocus(setting('form.nickname'));
  expect(await page.locator('details[open]').count()).toBe(0);
});
