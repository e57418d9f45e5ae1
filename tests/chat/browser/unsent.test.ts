import { expect } from 'vitest';

import { actions } from '../../../src/contract/api-paths.ts';
import { forms } from '../../../src/contract/forms.ts';
import { arrive, type PageUser } from '../../support/browser/chat-page.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { testWith } from '../../support/programs.ts';
import { anyDatabase, testService } from '../../support/service/test-service.ts';

const test = testWith('chromium');

const service = testService(anyDatabase);
const browser = suiteBrowser();

/** A user with a refused message: it stays in the browser until its author retries or discards it. */
async function withUnsent(): Promise<PageUser> {
  const anna = await arrive(browser(), service);
  await anna.enter(anna.topic('music'));
  for (let time = 1; time <= 3; time += 1) await anna.say('The same again');
  await anna.page.getByText(anna.words('chatErrors.repeated')).waitFor();
  expect(await anna.kept()).toBe(1);
  return anna;
}

/** Whether the next page of the chat would load its scripts at once. */
const isMarked = ({ page }: PageUser) => page.evaluate(() => 'signedIn' in localStorage);

const databasesOf = ({ page }: PageUser) => page.evaluate(() => indexedDB.databases());

test('the end of a session from another device deletes unsent texts and the mark of a signed-in browser, whether the chat is open or not', async () => {
  const anna = await withUnsent();
  expect(await isMarked(anna)).toBe(true);
  await anna.visitor.post(actions.logout, {});
  await anna.page.getByText(anna.words('chat.signedOut')).waitFor();
  await expect.poll(() => databasesOf(anna)).toEqual([]);
  expect(await isMarked(anna)).toBe(false);
  await anna.page.context().close();

  const boris = await withUnsent();
  await boris.page.goto(boris.address.replace('/chat', '/rules'));
  await boris.visitor.post(actions.logout, {});
  await boris.page.goto(boris.address);
  await boris.page.getByText(boris.words('account.signedOut')).waitFor();
  await expect.poll(() => databasesOf(boris)).toEqual([]);
  expect(await isMarked(boris)).toBe(false);
  await boris.page.context().close();
});

test('an account that signs in after another finds no unsent text of it, neither on the page nor in IndexedDB', async () => {
  const anna = await withUnsent();
  const { page } = anna;
  await page.context().clearCookies({ name: 'local-session' });
  await page.goto(anna.address.replace('/chat', '/login'));
  const { person } = await service.addUser();
  await page.locator('form[novalidate]').waitFor();
  await page.getByLabel(anna.words('form.email')).fill(person.email);
  await page.getByLabel(anna.words('form.password'), { exact: true }).fill(person.password);
  await page.locator(`form[action="${forms.login.action}"] [type=submit]`).click();
  await anna.topic('music').waitFor();
  await expect.poll(() => anna.kept()).toBe(0);
  await page.context().close();
});

test('signing out leaves nothing in the storage of the browser', async () => {
  const anna = await withUnsent();
  await anna.page.evaluate(() => localStorage.setItem('anything', 'kept'));
  await anna.button('chat.account').click();
  await anna.button('account.logout').click();
  await anna.page.waitForURL('**/login#signed-out');
  await expect.poll(() => databasesOf(anna)).toEqual([]);
  // Chromium tells the process of the page after it has deleted the storage: a copy may be read for a moment.
  await expect.poll(() => anna.page.evaluate(() => localStorage.length)).toBe(0);
  await anna.page.context().close();
});
