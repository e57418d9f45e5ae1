import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';

import { formElementId } from '../../../src/contract/element-ids.ts';
import { faultsOf, tooWideIn } from '../../support/browser/axe.ts';
import { addReport, alert, openModeration, queueOf, titled, words } from '../../support/browser/moderation-page.ts';
import { addressOf, openWithPasskey } from '../../support/browser/passkey-page.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { testWith } from '../../support/programs.ts';
import { idOf } from '../../support/service/moderation/moderator.ts';
import { anyDatabase, type Person, testService } from '../../support/service/test-service.ts';

const test = testWith('chromium');

const STEP_MS = 30_000;

const service = testService(anyDatabase);
const browser = suiteBrowser();
const brand = () => service.brand('amber');

/** Gives a person the role, without a second factor. */
const appoint = async (person: Person) =>
  brand()
    .db.insertInto('moderator')
    .values({ userId: await idOf(brand(), person), role: 'moderator' })
    .execute();

const button = (page: Page | Locator, key: string): Locator =>
  page.getByRole('button', { name: words(key), exact: true });
const workplace = (page: Page): Locator => page.getByRole('navigation', { name: words('moderation.lists') });
const passwordField = (page: Page): Locator => page.getByLabel(words('moderation.password'));

async function examine(page: Page, state: string): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect([...(await faultsOf(page)), ...(await tooWideIn(page))], `${state}, ${width}`).toEqual([]);
  }
}

/** Enters a code and sends it. */
async function giveCode(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: words('moderation.code') }).fill(code);
  await button(page, 'moderation.verify').click();
}

test('an authenticator app is set up with the password, and its codes open the page after each sign-in', async () => {
  const { visitor, person } = await service.addUser();
  await appoint(person);
  const page = await openModeration(browser(), service, visitor);
  await titled(page, 'moderation.secondFactor').waitFor();
  expect(await button(page, 'moderation.passkey').count()).toBe(0);
  await passwordField(page).fill('not this one at all');
  await button(page, 'moderation.enrol').click();
  await alert(page, 'code').waitFor();
  await examine(page, 'password');
  await passwordField(page).fill(person.password);
  await button(page, 'moderation.enrol').click();
  await page.getByRole('img', { name: words('moderation.qr') }).waitFor();
  const secret = new TextDecoder().decode(base32.decode((await page.locator('code').innerText()).replaceAll(' ', '')));
  /** The code of this moment, or of a later one. The service accepts the codes beside that of its moment. */
  const codeAt = (steps: number): Promise<string> => createOTP(secret).hotp(Math.floor(Date.now() / STEP_MS) + steps);
  const used = await codeAt(0);
  await giveCode(page, `${(Number(used) + 1) % 1_000_000}`.padStart(6, '0'));
  await alert(page, 'code').waitFor();
  await examine(page, 'secret');
  await giveCode(page, used);
  await workplace(page).waitFor();
  await page.reload();
  await workplace(page).waitFor();

  await page.context().clearCookies();
  await page.reload();
  await page
    .locator('#moderation')
    .getByRole('link', { name: words('moderation.signIn') })
    .click();
  await page.locator(`#${formElementId('login', 'email')}`).fill(person.email);
  await page.locator(`#${formElementId('login', 'password')}`).fill(person.password);
  await page.locator(`#${formElementId('login', 'password')}`).press('Enter');
  await page.waitForURL('**/chat');
  await page.goto(addressOf('/moderation', service));
  await titled(page, 'moderation.secondFactor').waitFor();
  expect(await passwordField(page).count()).toBe(0);
  await examine(page, 'code');
  // A code works once.
  await giveCode(page, used);
  await alert(page, 'code').waitFor();
  await giveCode(page, await codeAt(1));
  await workplace(page).waitFor();
  await page.context().close();
});

test('a passkey that was added in the account opens the page, and goes on with the work once it became too old', async () => {
  const { person, page, context } = await openWithPasskey(browser(), service);
  await appoint(person);
  await addReport(service, 'Hello');
  await page.goto(addressOf('/moderation', service));
  await button(page, 'moderation.passkey').waitFor();
  await examine(page, 'passkey');
  await button(page, 'moderation.passkey').click();
  await workplace(page).waitFor();

  await queueOf(page).first().waitFor();
  await brand().db.updateTable('session').set({ secondFactorAt: null }).execute();
  await queueOf(page).first().click();
  const dialog = page.getByRole('dialog', { name: words('moderation.secondFactor') });
  await dialog.waitFor();
  await examine(page, 'dialog');
  await button(dialog, 'moderation.passkey').click();
  await dialog.waitFor({ state: 'detached' });
  await titled(page, 'moderation.case').waitFor();
  await context.close();
});
