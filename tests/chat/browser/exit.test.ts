import type { Page } from 'playwright';
import { expect } from 'vitest';

import { actions } from '../../../src/contract/api-paths.ts';
import { arrive, PHONE, PageUser } from '../../support/browser/chat-page.ts';
import { localCookies } from '../../support/browser/local-cookies.ts';
import { startNetwork } from '../../support/browser/network-proxy.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { testWith } from '../../support/programs.ts';
import { anyDatabase, isSignedIn, testService } from '../../support/service/test-service.ts';

const test = testWith('chromium');

const service = testService(anyDatabase);
const browser = suiteBrowser();

/** The link in the header of the page. */
const exitLink = (page: Page) => page.locator('a.exit');

const ways: [name: string, leave: (who: PageUser) => Promise<void>][] = [
  [
    'by the button of a dialog',
    async ({ page, words }) => {
      await page.setViewportSize({ width: 700, height: 800 });
      await page.getByRole('button', { name: words('chat.people') }).click();
      const way = page.getByRole('dialog').getByRole('button', { name: words('chat.exit') });
      const left = await way.evaluate((pressed: HTMLElement) => {
        pressed.click();
        return document.documentElement.innerHTML;
      });
      expect(left).toBe('');
    },
  ],
  [
    'by pressing Shift three times',
    async ({ page, field }) => {
      await field.focus();
      for (let press = 0; press < 3; press += 1) await page.keyboard.press('Shift');
    },
  ],
];

test.for(ways)('a user who exits %s leaves no tab, no message and no session behind', async ([, leave]) => {
  const anna = await arrive(browser(), service);
  const { page, words } = anna;
  const second = await page.context().newPage();
  await second.goto(anna.address);
  await second.getByText(anna.name).first().waitFor();
  await page.bringToFront();
  await anna.enter(anna.topic('music'));
  // The browser keeps a refused message until its author retries or discards it.
  for (let time = 1; time <= 3; time += 1) await anna.say('The same again');
  await page.getByText(words('chatErrors.repeated')).waitFor();
  expect(await anna.kept()).toBe(1);
  await leave(anna);
  await page.waitForURL('about:blank');
  await second.waitForURL('about:blank');
  await expect.poll(() => isSignedIn(anna.visitor)).toBe(false);
  await page.goto(anna.address);
  await page.getByText(words('account.signedOut')).waitFor();
  expect(await page.getByText('The same again').count()).toBe(0);
  expect(await page.evaluate(() => indexedDB.databases())).toEqual([]);
  await page.context().close();
});

/** What a user did before the quick exit: each leaves other entries in the history of the tab. */
const visits: [name: string, visit: (who: PageUser) => Promise<void>][] = [
  ['the lobby alone', async () => {}],
  [
    'two rooms and a reload',
    async (who) => {
      await who.topic('music').tap();
      await who.button('chat.back').tap();
      await who.topic('lounge').tap();
      await who.page.reload();
      await who.field.waitFor();
    },
  ],
  [
    'a room and the lobby again',
    async (who) => {
      await who.topic('music').tap();
      await who.field.waitFor();
      await who.page.goBack();
      await who.topic('lounge').waitFor();
    },
  ],
];

test.for(visits)('neither Back nor Forward shows the chat to the next person after %s', async ([, visit]) => {
  const anna = await arrive(browser(), service, { device: PHONE });
  const { name, visitor, lang, address } = anna;
  const page = await anna.page.context().newPage();
  await anna.page.close();
  await page.goto(new URL('/contacts', address).href);
  await page.goto(address);
  const again = new PageUser(page, name, visitor, lang, address);
  await again.topic('lounge').waitFor();
  await visit(again);
  await exitLink(page).tap();
  await page.waitForURL('about:blank');
  const devTools = await page.context().newCDPSession(page);
  const { entries, currentIndex } = await devTools.send('Page.getNavigationHistory');
  const paths = entries.map(({ url }) => (url === 'about:blank' ? url : new URL(url).pathname));
  expect(paths).toEqual(['about:blank', '/contacts', 'about:blank', '/']);
  expect(currentIndex).toBe(2);
  await page.goBack();
  expect(new URL(page.url()).pathname).toBe('/contacts');
  await page.context().close();
});

test('a quick exit without a network ends the session with the next request', async () => {
  // Chromium emulates a lost network for a page, and on a busy machine the beacon, which outlives its page, has reached the service.
  const network = await startNetwork(service.port);
  const anna = await arrive(browser(), service, { port: network.port });
  const { page, visitor, words, address } = anna;
  const cookieNames = async () => (await page.context().cookies()).map(({ name }) => name);
  network.cut();
  await exitLink(page).click();
  await page.waitForURL('about:blank');
  expect(await isSignedIn(visitor)).toBe(true);
  expect(await cookieNames()).toContain('local-left');
  network.mend();
  await page.goto(address);
  await page.getByText(words('account.signedOut')).waitFor();
  expect(await isSignedIn(visitor)).toBe(false);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  expect(await cookieNames()).not.toContain('local-left');
  await page.context().close();
  network.close();
});

test('an open page changes to the user who signs in in its browser', async () => {
  const anna = await arrive(browser(), service);
  const { page } = anna;
  await anna.enter(anna.topic('music'));
  await anna.say('What Anna said');
  await anna.said('What Anna said').waitFor();
  const boris = await service.addUser();
  await page.context().addCookies(localCookies(boris.visitor));
  const reloaded = page.waitForEvent('load');
  await anna.visitor.post(actions.logout, {});
  await reloaded;
  await anna.button('chat.account').click();
  await page.getByText(boris.person.nickname).first().waitFor();
  expect(await page.getByText(anna.name).count()).toBe(0);
  await page.context().close();
});
