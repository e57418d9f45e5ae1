import type { BrowserContext, Page } from 'playwright';
import { expect } from 'vitest';

import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { wordsOf } from '../../support/dist.ts';
import { testWith } from '../../support/programs.ts';
import { anyDatabase, testService } from '../../support/service/test-service.ts';

const test = testWith('chromium');
const words = wordsOf('en');

const service = testService(anyDatabase);
const browser = suiteBrowser();

const open = async (path: string, context: BrowserContext): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(`http://amber.example.localhost:${service.port}${path}`);
  return page;
};

const isHydrated = (page: Page): Promise<void> => page.locator('form[novalidate]').waitFor();

const submit = (page: Page, form: string): Promise<void> =>
  page.getByRole('button', { name: words(`form.submit.${form}`), exact: true }).click();

test('a form that was submitted without JavaScript stays the same when React hydrates it', async () => {
  const page = await open('/login', await browser().newContext({ locale: 'en' }));
  await isHydrated(page);
  // From now on islands hydrate on an interaction only.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  await page.getByLabel(words('form.email')).fill('"nobody" <b>@mail.example');
  // Submits the form without React.
  await page.locator('form').evaluate((form: HTMLFormElement) => form.submit());
  await page.waitForURL('**/api/auth/login');
  const facts = () =>
    page.locator('form').evaluate((form: HTMLFormElement) => ({
      typed: [...new FormData(form)],
      errors: [...form.querySelectorAll('.error:not([hidden])')].map(({ id, textContent }) => `${id}: ${textContent}`),
      invalid: [...form.querySelectorAll('[aria-invalid=true]')].map(({ id }) => id),
      focused: document.activeElement!.id,
    }));
  const before = await facts();
  expect(before).toEqual({
    typed: [
      ['lang', 'en'],
      ['email', '"nobody" <b>@mail.example'],
      ['password', ''],
    ],
    errors: [`login-email-error: ${words('errors.email')}`, `login-password-error: ${words('errors.required')}`],
    invalid: ['login-email', 'login-password'],
    focused: 'login-email',
  });
  const email = await page.locator('#login-email').elementHandle();
  await page.keyboard.press('Shift');
  await isHydrated(page);
  expect(await facts()).toEqual(before);
  // React hydrated the element and did not replace it.
  expect(await email!.evaluate((element) => element.isConnected)).toBe(true);
  await page.context().close();
});

test('a room of the page for visitors leads over the login to that room', async () => {
  const { person } = await service.join();
  const page = await (await browser().newContext({ locale: 'en' })).newPage();
  await page.route('**/api/online', (route) => route.fulfill({ json: { moreThan: 1200 } }));
  await page.goto(`http://amber.example.localhost:${service.port}/chat`);
  await page.getByText(words('chat.moreThan', { text: '1,200' })).waitFor();
  await page.locator('.topics a[href*="#"]', { hasText: words('topics.music') }).click();
  await page.waitForURL('**/login#en.music');
  await isHydrated(page);
  await page.getByLabel(words('form.email')).fill(person.email);
  await page.getByLabel(words('form.password'), { exact: true }).fill(person.password);
  await submit(page, 'login');
  await page.getByRole('heading', { name: words('topics.music') }).waitFor();
  expect(page.url()).toMatch(/\/chat$/);
  // Back leads to the lobby.
  await page.goBack();
  await page.getByText(words('chat.welcome')).waitFor();
  // A signed-in person does not see the login.
  await page.goto(`http://amber.example.localhost:${service.port}/login#en.travel`);
  await page.getByRole('heading', { name: words('topics.travel') }).waitFor();
  await page.context().close();
});

test('with JavaScript a form stays on its page until it is valid, and sessions end in place', async () => {
  const { visitor, person } = await service.join();
  const page = await open('/login', await browser().newContext({ locale: 'en' }));
  await isHydrated(page);
  await page.getByLabel(words('form.email')).fill(person.email);
  await page.getByLabel(words('form.password'), { exact: true }).fill('not this one at all');
  await submit(page, 'login');
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('alert').textContent()).toBe(words('errors.credentials'));
  expect(await page.evaluate(() => document.activeElement!.id)).toBe('login-error');
  await page.getByLabel(words('form.password'), { exact: true }).fill(person.password);
  await submit(page, 'login');
  await page.waitForURL('**/chat');

  await page.getByRole('button', { name: words('chat.account'), exact: true }).click();
  await page.getByRole('heading', { name: words('account.sessions') }).click();
  await page.locator('.sessions li').nth(1).waitFor();
  await page.getByText(person.nickname, { exact: true }).first().waitFor();
  await page.getByRole('button', { name: words('account.endSession', { device: 'Firefox, Linux' }) }).click();
  await expect.poll(() => page.locator('.sessions li').count()).toBe(1);
  expect((await visitor.get('/api/account')).status).toBe(401);

  await page.getByRole('button', { name: words('account.logout') }).click();
  await page.waitForURL((url) => url.pathname !== '/chat');
  await page.goto(`http://amber.example.localhost:${service.port}/chat`);
  await page.getByText(words('account.signedOut')).waitFor();
  await page.context().close();
});
