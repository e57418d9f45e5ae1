import type { Page } from 'playwright';
import { describe, expect } from 'vitest';

import { formElementId } from '../../../../src/contract/element-ids.ts';
import { type Field, type FormId, forms } from '../../../../src/contract/forms.ts';
import type { Confirmation } from '../../../../src/service/accounts/confirm-registration.ts';
import { fillConfirmation } from '../../../../src/service/http/fill-confirmation.ts';
import { routes } from '../../../../src/site/editions/routes.ts';
import { faultsOf } from '../../../support/browser/axe.ts';
import { startNetwork } from '../../../support/browser/network-proxy.ts';
import { suiteBrowser } from '../../../support/browser/suite-browser.ts';
import { editions, readFile, wordsOf } from '../../../support/dist.ts';
import { testWith } from '../../../support/programs.ts';
import { suiteServer } from '../../../support/serving/serve-host.ts';

const test = testWith('chromium');

const server = suiteServer();
const browser = suiteBrowser();

/** States of the confirmation in which the service shows these forms; the built page hides them. */
const shownIn: Partial<Record<FormId, Confirmation>> = {
  confirm: { isLinkValid: true },
  resend: { sentTo: 'lena@mail.example' },
};
/** The form of a report without an account has no island. */
const formIds = (Object.keys(forms) as FormId[]).filter((id) => forms[id].route !== 'report');

const pageOf = (id: FormId): string => `${forms[id].route} ${JSON.stringify(shownIn[id])}`;
/** One form of each page, and of each state of a page. */
const onePerPage = formIds.filter((id, index) => formIds.findIndex((other) => pageOf(other) === pageOf(id)) === index);

interface Visit {
  page: Page;
  /** Requested paths of scripts and translations. */
  asked: string[];
  wrong: string[];
}

/** Opens the page of a form as the service sends it, and waits for React. */
function openForm(host: string, id: FormId, options: Parameters<typeof open>[2] = {}): Promise<Visit> {
  return open(host, routes[forms[id].route].path, { ...options, confirmation: shownIn[id] });
}

/**
 * Opens a page, and waits for React.
 * @param confirmation state with which the service fills the page
 * @param isBusy the page is never idle, so that islands wait for an interaction
 * @param port port of a proxy before the server
 */
async function open(
  host: string,
  path: string,
  options: { isBusy?: boolean; noScript?: boolean; confirmation?: Confirmation | undefined; port?: number } = {},
): Promise<Visit> {
  const { isBusy = false, noScript = false, confirmation, port = server.port } = options;
  const context = await browser().newContext({ locale: 'en', javaScriptEnabled: !noScript, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const [asked, wrong]: string[][] = [[], []];
  page.on('console', (message) => {
    // Chromium also warns if a busy machine takes seconds to run the script that uses the preloaded file.
    const isLate = message.text().includes('preloaded using link preload but not used');
    if (['error', 'warning'].includes(message.type()) && !isLate) wrong!.push(message.text());
  });
  page.on('pageerror', (error) => wrong!.push(error.message));
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/_astro\/.*\.js$|^\/assets\//.test(pathname)) asked!.push(pathname);
  });
  if (isBusy) await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  const url = `http://${host}.localhost:${port}${path}`;
  if (confirmation) {
    const edition = editions.find((other) => other.host === host)!;
    const body = fillConfirmation(readFile(edition, `${path.slice(1)}.html`), confirmation, edition);
    await page.route(url, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }));
  }
  await page.goto(url);
  if (!isBusy && !noScript) await isHydrated(page);
  return { page, asked: asked!, wrong: wrong! };
}

/**
 * From here on the page validates forms instead of the browser. The chat does not hydrate the forms of the account;
 * it shows a notice that there is no service.
 */
const isHydrated = (page: Page): Promise<void> => page.locator('form[novalidate]:visible, .toast').first().waitFor();

const scriptsIn = (asked: string[]): string[] => asked.filter((path) => path.endsWith('.js'));
const showPassword = (page: Page, words: ReturnType<typeof wordsOf>) =>
  page.getByRole('button', { name: words('form.showPassword') });

describe.each([
  ['de.amber.example', 'de', 'Amber'],
  ['ru.onyx.example', 'ru', 'Onyx'],
])('%s', (host, lang, brand) => {
  const words = wordsOf(lang);

  test('the note about JavaScript on the page of the chat stands within the margin of the page', async () => {
    const { page } = await open(host, routes.chat.path, { noScript: true });
    await page.setViewportSize({ width: 390, height: 800 });
    const box = (selector: string) => page.locator(selector).boundingBox();
    expect((await box('noscript .notice'))!.x).toBe((await box('h1'))!.x);
    await page.context().close();
  });

  test.each(formIds)('shows the complete form %s, without JavaScript and with it', async (id) => {
    const form = forms[id];
    for (const noScript of [true, false]) {
      const { page, wrong } = await openForm(host, id, { noScript });
      const element = page.locator(`form[action="${form.action}"]`);
      expect(await element.getAttribute('method')).toBe('post');
      expect(await element.locator('input[name=lang]').getAttribute('value')).toBe(lang);
      expect(await element.getByRole('button', { name: words(`form.submit.${id}`), exact: true }).count()).toBe(1);
      for (const [name, field] of Object.entries<Field>(form.fields)) {
        const input = element.locator(`#${formElementId(id, name)}`);
        const label = words(`form.${field.label ?? name}`);
        expect(await element.getByLabel(label, { exact: true }).getAttribute('name')).toBe(name);
        const facts = ['name', 'type', 'autocomplete', 'minlength', 'maxlength', 'required'] as const;
        const found = await input.evaluate((node, of) => of.map((fact) => node.getAttribute(fact)), facts);
        const { type, autocomplete, minLength = null, maxLength = null, onDemand, optional } = field;
        const limits = [minLength, maxLength].map((limit) => limit && String(limit));
        const completed = type === 'checkbox' ? null : autocomplete;
        expect(found).toEqual([name, type, completed, ...limits, onDemand || optional ? null : '']);
        expect(await input.isVisible()).toBe(!onDemand);
        const said = await input.evaluate((node) =>
          node
            .getAttribute('aria-describedby')!
            .split(' ')
            .map((part) => document.getElementById(part)!.textContent)
            .join(''),
        );
        expect(said).toBe(field.hint ? words(`form.${field.hint}`, { brand }) : '');
      }
      expect(await element.locator('[role=alert]').isVisible()).toBe(false);
      expect(wrong).toEqual([]);
      await page.context().close();
    }
  });

  test('fetches its scripts and translations once, when the page is idle', async () => {
    const { page, asked, wrong } = await open(host, '/login');
    await page.waitForLoadState('networkidle');
    expect(scriptsIn(asked).length).toBeGreaterThan(1);
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.filter((path) => path.endsWith('.json'))).toEqual([`/assets/i18n/${lang}.json`]);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  test('fetches no script before the first interaction, and keeps typed text and focus', async () => {
    const { page, asked, wrong } = await open(host, '/auth/registration', { isBusy: true });
    await page.waitForLoadState('networkidle');
    expect(scriptsIn(asked)).toEqual([]);
    const nickname = page.getByLabel(words('form.nickname'), { exact: true });
    await nickname.focus();
    await page.keyboard.type('Somebody');
    await page.getByLabel(words('form.agreement')).check();
    await nickname.focus();
    await isHydrated(page);
    expect(await nickname.inputValue()).toBe('Somebody');
    expect(await page.getByLabel(words('form.agreement')).isChecked()).toBe(true);
    expect(await page.evaluate(() => document.activeElement!.id)).toBe('registration-nickname');
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  test('requests nothing of the chat early for a visitor who was not signed in', async () => {
    const { page, asked, wrong } = await open(host, '/chat', { isBusy: true });
    await page.waitForLoadState('networkidle');
    expect(scriptsIn(asked)).toEqual([]);
    const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    expect(names.filter((name) => name.includes('/api/'))).toEqual([]);
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  test('shows a password and hides it again', async () => {
    const { page } = await open(host, '/login');
    const password = page.getByLabel(words('form.password'), { exact: true });
    await password.fill('correct horse');
    const button = showPassword(page, words);
    for (const [type, pressed] of [
      ['password', 'false'],
      ['text', 'true'],
      ['password', 'false'],
    ]) {
      expect([await password.getAttribute('type'), await button.getAttribute('aria-pressed')]).toEqual([type, pressed]);
      await button.click();
    }
    expect(await password.inputValue()).toBe('correct horse');
    await page.context().close();
  });

  test('shows errors beside their fields, in the language of the page, and focuses the first', async () => {
    const { page } = await open(host, '/auth/registration');
    await page.getByLabel(words('form.email')).fill('nobody');
    await page.getByLabel(words('form.password'), { exact: true }).pressSequentially('short');
    await page.getByRole('button', { name: words('form.submit.registration') }).click();
    const said = await page.locator('.error:visible').allTextContents();
    const codes = ['email', 'required', 'passwordShort', 'required', 'agreement'];
    expect(said).toEqual(codes.map((code) => words(`errors.${code}`)));
    expect(await page.evaluate(() => document.activeElement!.id)).toBe('registration-email');
    await page.context().close();
  });

  test('says that the service cannot be reached, and keeps typed text', async () => {
    const network = await startNetwork(server.port);
    const { page } = await open(host, '/login', { port: network.port });
    await page.getByLabel(words('form.email')).fill('somebody@example.org');
    await page.getByLabel(words('form.password'), { exact: true }).fill('correct horse');
    network.cut();
    await page.getByRole('button', { name: words('form.submit.login'), exact: true }).click();
    expect(await page.getByRole('alert').textContent()).toBe(words('service.unreachable'));
    expect(await page.evaluate(() => document.activeElement!.id)).toBe('login-error');
    expect(await page.getByLabel(words('form.password'), { exact: true }).inputValue()).toBe('correct horse');
    await page.context().close();
    network.close();
  });
});

describe.each(['ru.onyx.example'])('%s', (host) => {
  test('passes axe before hydration, after it and with errors shown', async () => {
    for (const id of onePerPage) {
      const { route } = forms[id];
      const { page } = await openForm(host, id, { isBusy: true });
      const check = async (): Promise<void> => expect(await faultsOf(page), id).toEqual([]);
      await check();
      if (route === 'chat') await page.locator('main h2').first().click();
      else await page.locator('main :is(input, button):visible').first().focus();
      await isHydrated(page);
      await check();
      // A form without fields is validated by the service. The chat sends none without the service.
      if (route !== 'chat') {
        await page.locator('form[novalidate]:visible button[type=submit]').click();
        await page.locator('.error:visible').first().waitFor();
        await check();
      }
      await page.context().close();
    }
  });

  test('shows forms of the account once the service turns out to be unreachable, and not before', async () => {
    const { page } = await open(host, routes.chat.path, { isBusy: true });
    expect(await page.locator('main form:visible').count()).toBe(0);
    await page.locator('main h2').first().click();
    await isHydrated(page);
    expect(await page.locator('main form:visible').count()).toBeGreaterThan(1);
    await page.context().close();
  });

  test.each(onePerPage)('fits, and can be touched, around the form %s from 200 to 1280 pixels', async (id) => {
    const { page } = await openForm(host, id);
    for (const width of [200, 320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBeLessThanOrEqual(width);
      const small = await page.locator('main').evaluate((main) =>
        [...main.querySelectorAll('button, summary, .links a, input:not([type=hidden], [type=checkbox]), .check label')]
          .filter((node) => node.checkVisibility())
          .filter((node) => node.getBoundingClientRect().height < 44 || node.getBoundingClientRect().width < 44)
          .map((node) => node.outerHTML),
      );
      expect(small, `${width}`).toEqual([]);
    }
    await page.context().close();
  });
});
