import { expect } from 'vitest';

import { actions } from '../../../src/contract/forms.ts';
import { arrive, type Somebody } from '../../support/browser/chat-page.ts';
import { localCookies } from '../../support/browser/local-cookies.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { testWith } from '../../support/programs.ts';
import { isSignedIn, testService } from '../../support/service/test-service.ts';

const test = testWith('chromium');

const service = testService('PGlite');
const browser = suiteBrowser();

const ways: [name: string, leave: (who: Somebody) => Promise<void>][] = [
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

test.for(ways)(
  'a user who exits %s leaves no page, no message, no session and no history entry behind',
  async ([, leave]) => {
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
    await expect.poll(() => isSignedIn(anna.visitor)).toBe(false);
    await second.getByText(words('chat.signedOut')).waitFor();
    await page.goBack();
    await page.getByText(words('account.signedOut')).waitFor();
    expect(await page.getByText('The same again').count()).toBe(0);
    expect(await page.evaluate(() => indexedDB.databases())).toEqual([]);
    await page.context().close();
  },
);

test('a quick exit without a network signs out before a page is shown again', async () => {
  const anna = await arrive(browser(), service);
  const { page, visitor, words, address } = anna;
  await page.context().setOffline(true);
  await anna.button('chat.exit').click();
  await page.waitForURL('about:blank');
  expect(await isSignedIn(visitor)).toBe(true);
  await page.context().setOffline(false);
  await page.goto(address);
  await page.getByText(words('account.signedOut')).waitFor();
  expect(await isSignedIn(visitor)).toBe(false);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await page.context().close();
});

test('an open page changes to the user who signs in in its browser', async () => {
  const anna = await arrive(browser(), service);
  const { page } = anna;
  await anna.enter(anna.topic('music'));
  await anna.say('What Anna said');
  await anna.said('What Anna said').waitFor();
  const boris = await service.join();
  await page.context().addCookies(localCookies(boris.visitor));
  const reloaded = page.waitForEvent('load');
  await anna.visitor.post(actions.logout, {});
  await reloaded;
  await anna.button('chat.account').click();
  await page.getByText(boris.person.nickname).first().waitFor();
  expect(await page.getByText(anna.name).count()).toBe(0);
  await page.context().close();
});
