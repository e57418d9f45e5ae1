import type { Locator } from 'playwright';
import { afterAll, beforeAll, describe, expect } from 'vitest';

import { faultsOf, tooWideIn } from '../../support/browser/axe.ts';
import { arrive, type PageUser } from '../../support/browser/chat-page.ts';
import { type Network, startNetwork } from '../../support/browser/network-proxy.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { programs, testWith } from '../../support/programs.ts';
import { befriend, enterChat, type TestUser } from '../../support/service/chat/chat-test-user.ts';
import { anyDatabase, testService } from '../../support/service/test-service.ts';

const test = testWith('chromium');
const WIDTHS = [1280, 320];

/** Texts that would do harm if they were interpreted. */
const hostile = [
  '<img src=x onerror="window.harmed = 1"><script>window.harmed = 1</script>',
  '<b>bold</b> &lt;i&gt; <a href="https://elsewhere.example">here</a>',
  'javascript:window.harmed=1',
  'https://elsewhere.example/page?one=1&two=2',
  '{{count}} {{name}} $t(chat.exit) ${window.harmed = 1}',
  'W'.repeat(400),
  '👩‍👩‍👧‍👦🏳️‍🌈❤️‍🔥'.repeat(12),
  'שלום עולם, abc (12)!',
  'constructor __proto__ toString',
];

const service = testService(anyDatabase);
const browser = suiteBrowser();

describe.each([
  ['amber', 'amber.example', 'de'],
  ['onyx', 'onyx.example', 'en'],
])('%s', (brand, host, lang) => {
  const room = `${lang}.lounge`;
  let network: Network;
  let anna: PageUser;
  let ben: TestUser;

  beforeAll(async () => {
    if (!programs.chromium) return;
    network = await startNetwork(service.port);
    anna = await arrive(browser(), service, { host, lang, port: network.port });
    ben = await enterChat((await service.addUser({}, host)).visitor);
    await ben.ask('enter', { room });
  });
  afterAll(async () => {
    ben?.socket.disconnect();
    network?.close();
    await anna?.page.context().close();
  });

  /** The page is accessible and does not scroll sideways, at any width. */
  async function examine(state: string): Promise<void> {
    for (const width of WIDTHS) {
      await anna.page.setViewportSize({ width, height: 800 });
      expect([...(await tooWideIn(anna.page)), ...(await faultsOf(anna.page))], `${state}, ${width}`).toEqual([]);
    }
    await anna.page.setViewportSize({ width: WIDTHS[0]!, height: 800 });
  }
  /** With text of twice the size on a phone, the page does not scroll sideways, and a title has room for ten letters. */
  async function examineLargeText(): Promise<void> {
    const { page } = anna;
    const session = await page.context().newCDPSession(page);
    await page.setViewportSize({ width: 320, height: 800 });
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
    expect(await tooWideIn(page)).toEqual([]);
    const ems = await page
      .locator('.title')
      .evaluate((title) => title.clientWidth / parseFloat(getComputedStyle(title.firstElementChild!).fontSize));
    expect(ems).toBeGreaterThan(5);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
    await session.detach();
    await page.setViewportSize({ width: WIDTHS[0]!, height: 800 });
  }
  const idOf = async (name: string): Promise<string> =>
    (await service.brand(brand).db.selectFrom('user').select('id').where('name', '=', name).executeTakeFirstOrThrow())
      .id;

  test('the lobby, the account and rooms are accessible, with hostile texts too', async () => {
    await examine('lobby');
    await anna.button('chat.account').click();
    await examine('account');
    await anna.enter(anna.topic('travel'));
    await anna.page.getByText(anna.words('chat.empty')).waitFor();
    await examine('empty room');
    await examineLargeText();

    await anna.enter(anna.topic('lounge'));
    for (const text of hostile) await ben.say(room, text);
    // The direction of the text does not depend on the text around it.
    await ben.say(room, 'abc\u202Edef\u2066ghi');
    await anna.said('abcdefghi').waitFor();
    expect(await anna.texts()).toEqual([...hostile, 'abcdefghi']);
    expect(await anna.page.getByRole('log').locator('a, img, script, b').count()).toBe(0);
    expect(await anna.page.evaluate(() => 'harmed' in globalThis)).toBe(false);
    await anna.more('bold');
    await anna.button('chat.reply').click();
    await anna.say('{{name}} <i>wrote</i> that');
    await anna.said('wrote').waitFor();
    await anna.more('abcdefghi');
    await anna.button('chat.react', { text: '❤️' }).click();
    await examine('full room');
  });

  test('on a page that is written from right to left, the panes, icons, menus and the placeholder are mirrored', async () => {
    const { page } = anna;
    const setDirection = (direction: string): Promise<void> =>
      page.evaluate((now) => void (document.documentElement.dir = now), direction);
    const middleOf = async (target: Locator): Promise<number> => {
      const { x, width } = (await target.boundingBox())!;
      return x + width / 2;
    };
    const styleOf = (target: Locator, name: 'scale' | 'direction'): Promise<string> =>
      target.evaluate((element, property) => getComputedStyle(element)[property], name);
    await anna.enter(anna.topic('lounge'));
    const send = page.locator('.send');
    expect(await styleOf(send.locator('.icon'), 'scale')).toBe('none');
    await setDirection('rtl');
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      expect(await tooWideIn(page), `${width}`).toEqual([]);
      expect(await middleOf(send), `${width}`).toBeLessThan(await middleOf(anna.field));
    }
    const back = page.locator('.back');
    expect(await middleOf(back)).toBeGreaterThan(WIDTHS[1]! / 2);
    for (const button of [back, send]) expect(await styleOf(button.locator('.icon'), 'scale')).toBe('-1 1');
    // An empty field has the direction of the page; a text has its own.
    expect(await styleOf(anna.field, 'direction')).toBe('rtl');
    await anna.field.fill('Hello');
    expect(await styleOf(anna.field, 'direction')).toBe('ltr');
    await anna.field.fill('');

    await page.setViewportSize({ width: WIDTHS[0]!, height: 800 });
    expect(await middleOf(page.locator('.lobby'))).toBeGreaterThan(await middleOf(page.locator('.main')));
    const nameSide = await anna
      .topic('lounge')
      .locator('bdi')
      .evaluate((name) => {
        const text = document.createRange();
        text.selectNodeContents(name);
        return name.getBoundingClientRect().right - text.getBoundingClientRect().right;
      });
    expect(nameSide).toBeLessThan(1);
    await anna.moreOfRoom(anna.words('topics.lounge'));
    const opener = (await page.locator('.main .head [aria-expanded=true]').boundingBox())!;
    expect((await page.locator('.menu').boundingBox())!.x).toBeCloseTo(opener.x, 0);
    await page.keyboard.press('Escape');
    await setDirection('ltr');
  });

  test('menus and dialogs are accessible', async () => {
    await anna.enter(anna.topic('lounge'));
    await ben.say(room, 'Look at me');
    await anna.more('Look at me');
    await examine('menu of a message');
    await anna.page.keyboard.press('Escape');
    await anna.moreOfRoom(anna.words('topics.lounge'));
    await examine('menu of a room');
    await anna.page.keyboard.press('Escape');
    await anna.field.focus();
    await anna.page.keyboard.press('Shift+Tab');
    await anna.page.locator('article:focus').waitFor();
    await examine('message with the focus');
    for (const [key, what] of [
      ['?', 'keys.title'],
      ['Control+k', 'keys.goTo'],
    ] as const) {
      await anna.page.keyboard.press(key);
      await anna.page.getByRole('dialog', { name: anna.words(what) }).waitFor();
      await examine(what);
      if (what === 'keys.goTo') {
        await anna.page.keyboard.type('zz');
        await anna.page.getByText(anna.words('keys.none')).waitFor();
        await examine('nothing found');
      }
      await anna.page.keyboard.press('Escape');
    }
    for (const what of ['report', 'block']) {
      await anna.more('Look at me');
      await anna.button(`chat.${what}`).click();
      await anna.page.getByRole('dialog').waitFor();
      await examine(what);
      await anna.page.keyboard.press('Escape');
    }
    await anna.page.setViewportSize({ width: 320, height: 800 });
    await anna.button('chat.people').click();
    const title = anna.page.getByRole('dialog').getByRole('heading');
    expect((await title.boundingBox())!.width).toBeGreaterThan(140);
    await anna.page.getByRole('dialog').getByText(ben.me.name).click();
    await examine('people');
    await anna.page.keyboard.press('Escape');
  });

  test('conversations are accessible, from their beginning to their end', async () => {
    const conversation = await befriend(ben, await idOf(anna.name), service.brand(brand));
    await ben.say(conversation, 'Hello');
    await anna.enter(anna.inLobby(ben.me.name));
    await anna.say('Hello Ben');
    await examine('conversation');
    await anna.moreOfRoom(ben.me.name);
    await anna.button('chat.block').click();
    await anna.page
      .getByRole('dialog')
      .getByRole('button', { name: anna.words('chat.block'), exact: true })
      .click();
    await anna.button('chat.unblock').waitFor();
    await examine('blocked');
    await anna.button('chat.unblock').click();
    await anna.field.waitFor();
    // People who talk are not matched.
    await ben.ask('leave', { room: conversation });

    await anna.button('partner.title').click();
    await examine('partner');
    await anna.page.getByText(anna.words('partner.other'), { exact: true }).first().click();
    await anna.button('partner.start').click();
    await anna.page.getByText(anna.words('partner.waitingText')).waitFor();
    await examine('partner waiting');
    await ben.ask('seek', { lang, iAm: 'man', lookFor: 'other', tags: ['music'] });
    await anna.button('chat.leave').waitFor();
    await examine('partner found');
    const { rooms } = await ben.lobby();
    await ben.ask('leave', { room: rooms.find(({ kind }) => kind === 'partner')!.id });
    await anna.button('partner.again').waitFor();
    await examine('ended');
  });

  test('states without a connection or session are accessible, without other errors', async () => {
    await anna.enter(anna.topic('lounge'));
    network.cut();
    await anna.page.getByText(anna.words('chat.reconnecting')).waitFor();
    await anna.say('Do you hear me?');
    await examine('reconnecting');
    await anna.page.context().setOffline(true);
    await anna.page.getByText(anna.words('chat.noNetwork')).waitFor();
    await examine('offline');
    // So far no other error was logged.
    expect(
      anna.wrong.filter((text) => !/WebSocket connection|ERR_(CONNECTION|EMPTY|INTERNET|SOCKET)/.test(text)),
    ).toEqual([]);
    network.mend();
    await anna.page.context().setOffline(false);
    await expect.poll(() => ben.heard(room)).toContain('Do you hear me?');

    const { db, events } = service.brand(brand);
    const userId = await idOf(anna.name);
    const until = new Date(Date.now() + 60_000);
    await db.insertInto('ban').values({ userId, until, reason: 'flood' }).execute();
    events.emit('sessionsEnded', userId);
    await anna.page.getByText(anna.words('chat.bannedText')).waitFor();
    await examine('banned');
    await db.deleteFrom('ban').execute();
    await anna.page.reload();
    await anna.topic('lounge').waitFor();
    await anna.visitor.post('/api/auth/logout', {});
    await anna.page.getByText(anna.words('chat.signedOutText')).waitFor();
    await examine('session ended');
    await anna.page.reload();
    await anna.page.getByText(anna.words('account.signedOut')).waitFor();
    await examine('signed out');
    expect(anna.wrong.filter((text) => /Content.Security.Policy/i.test(text))).toEqual([]);
  });
});
