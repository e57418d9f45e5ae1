import { expect } from 'vitest';

import { ACCOUNT_WITH_LOBBY } from '../../../src/contract/api-paths.ts';
import { faultsOf } from '../../support/browser/axe.ts';
import { arrive, PHONE, type PageUser } from '../../support/browser/chat-page.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { testWith } from '../../support/programs.ts';
import { anyDatabase, testService } from '../../support/service/test-service.ts';

const test = testWith('chromium');

const service = testService(anyDatabase);
const browser = suiteBrowser();

/** Reloads the page of a user in the lounge; its scripts wait. @returns a function that lets them arrive */
async function reloadWithoutScripts(user: PageUser): Promise<() => void> {
  const { page } = user;
  await user.enter(user.topic('lounge'));
  await user.field.waitFor();
  let arriveNow!: () => void;
  const mayArrive = new Promise<void>((done) => (arriveNow = done));
  await page.route(/\/hydrate-react\./, async (route) => {
    await mayArrive;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await page.locator('.frame').waitFor();
  return arriveNow;
}

test('a reloaded room takes text before any script: what was sent goes out, the rest stays with its cursor', async () => {
  const anna = await arrive(browser(), service);
  const { page } = anna;
  const arriveNow = await reloadWithoutScripts(anna);
  expect(await page.getByText(anna.words('account.signedOut')).isVisible()).toBe(false);
  expect(await page.evaluate(() => document.activeElement!.matches('.frame textarea'))).toBe(true);
  await page.keyboard.type('Sent early');
  await page.keyboard.press('Enter');
  await page.locator('.frame p', { hasText: 'Sent early' }).waitFor();
  await page.keyboard.type('Good eening');
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowLeft');
  arriveNow();
  await anna.said('Sent early').waitFor();
  expect(await page.locator('.frame').count()).toBe(0);
  await page.keyboard.type('v');
  expect(await anna.field.inputValue()).toBe('Good evening');
  // It is a draft like any other.
  const again = await reloadWithoutScripts(anna);
  expect(await page.locator('.frame textarea').inputValue()).toBe('Good evening');
  again();
  await page.locator('.frame').waitFor({ state: 'detached' });
  expect(await anna.field.inputValue()).toBe('Good evening');
  expect(anna.wrong).toEqual([]);
  await page.context().close();
});

test('the early composer stays until an input method has ended its composition', async () => {
  const anna = await arrive(browser(), service);
  const { page } = anna;
  const arriveNow = await reloadWithoutScripts(anna);
  const session = await page.context().newCDPSession(page);
  await session.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
  arriveNow();
  await page.locator('astro-island .composer').waitFor({ state: 'attached' });
  await page.locator('astro-island .log').waitFor({ state: 'attached' });
  expect(await page.locator('.frame').count()).toBe(1);
  await session.send('Input.insertText', { text: '日本' });
  await page.locator('.frame').waitFor({ state: 'detached' });
  await page.keyboard.type('!');
  expect(await anna.field.inputValue()).toBe('日本!');
  expect(anna.wrong).toEqual([]);
  await page.context().close();
});

test('without a room the frame is the lobby, and it goes with a session that has ended', async () => {
  const anna = await arrive(browser(), service, { device: PHONE });
  const { page } = anna;
  let end!: () => void;
  const hasEnded = new Promise<void>((done) => (end = done));
  await page.route(
    ({ pathname, search }) => pathname + search === ACCOUNT_WITH_LOBBY,
    async (route) => {
      await hasEnded;
      await route.fulfill({ status: 204 });
    },
  );
  await page.reload({ waitUntil: 'commit' });
  await page.locator('.frame .lobby').waitFor();
  expect(await page.locator('.frame .main').isVisible()).toBe(false);
  expect(await page.locator('.frame form').count()).toBe(0);
  expect(await faultsOf(page)).toEqual([]);
  end();
  await page.getByText(anna.words('account.signedOut')).waitFor();
  expect(await page.locator('.frame').count()).toBe(0);
  expect(anna.wrong).toEqual([]);
  await page.context().close();
});
