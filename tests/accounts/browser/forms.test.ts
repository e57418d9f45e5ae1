// Forms of an account, with and without JavaScript: each step from registration to deletion, with axe at each.
import type { Page } from 'playwright';
import { beforeAll, describe, expect } from 'vitest';

import { resources } from '../../../src/contract/api-paths.ts';
import { formElementId } from '../../../src/contract/element-ids.ts';
import { type FormId, forms } from '../../../src/contract/forms.ts';
import { type OutcomeId, outcomes } from '../../../src/contract/outcomes.ts';
import { routes } from '../../../src/site/editions/routes.ts';
import { faultsOf } from '../../support/browser/axe.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { wordsOf } from '../../support/dist.ts';
import { programs, testWith } from '../../support/programs.ts';
import { linkIn } from '../../support/service/mail-sink.ts';
import { anyDatabase, newPerson, type Person, testService } from '../../support/service/test-service.ts';
import { shapeOf } from '../../support/site/shape-of.ts';

const test = testWith('chromium');

const browser = suiteBrowser();
/** A copy of a page without scripts, for axe. */
let copy: Page;
beforeAll(async () => {
  if (programs.chromium) copy = await browser().newPage();
});

const service = testService(anyDatabase);

// Each visit has a brand, a language, and JavaScript or none. `flows.test.ts` proves the same forms on each database.
describe.each([
  ['amber.example', 'en', 'Amber', true],
  ['ru.onyx.example', 'ru', 'Onyx', false],
] as const)('%s in %s (%s), with JavaScript: %s', (host, lang, brand, hasScript) => {
  const words = wordsOf(lang);
  const error = (code: string): string => words(`errors.${code}`, { brand });

  /** Axe examines every step. */
  test('an account is made, used, restored and deleted', async () => {
    const { page, wrong } = await open(host);
    const person = newPerson();

    await visit(page, routes.registration.path);
    await submit(page, 'registration', { ...person, password: 'password123456' });
    await says(page, 'registration', 'password', error('passwordGuessable'));
    for (const field of ['email', 'nickname', 'dateOfBirth'] as const)
      expect(await page.inputValue(input('registration', field))).toBe(person[field]);
    expect(await page.isChecked(input('registration', 'agreement'))).toBe(true);

    const year = new Date().getUTCFullYear();
    await submit(page, 'registration', { ...person, dateOfBirth: `${year - 17}-01-01` });
    await says(page, 'registration', 'error', error('underage'));
    await submit(page, 'registration', { ...person });
    await says(page, 'registration', 'error', error('underage'));
    await page.context().clearCookies({ name: 'local-age' });

    const links = page.locator(`${input('registration', 'agreement')}-field a`);
    const targets = await links.evaluateAll((all: HTMLAnchorElement[]) =>
      all.map(({ pathname, target }) => [pathname, target]),
    );
    // In another tab, so that the form keeps its values.
    expect(targets).toEqual([routes.rules.path, routes.privacy_policy.path].map((path) => [path, '_blank']));
    const mistyped = `x${person.email}`;
    await submit(page, 'registration', { ...person, email: mistyped });
    await page.waitForURL(`**${routes.confirm.path}`);
    await page.getByText(words('form.checkMail', { text: 'x…@mail.example' })).waitFor();
    expect(await page.isVisible(input('confirm', 'password'))).toBe(false);
    await passesAxe(page);
    await service.sink.mailTo(mistyped);
    await submit(page, 'resend', {});
    await page.getByText(words('form.sentAgain')).waitFor();
    await service.sink.mailTo(mistyped);
    await page.click(`#${formElementId('confirm', 'address')} > summary`);
    await submit(page, 'correctAddress', { email: 'nobody@mailinator.com' });
    await says(page, 'correctAddress', 'email', error('emailDisposable'));
    await submit(page, 'correctAddress', { email: person.email });
    await page.getByText(words('form.checkMail', { text: 'p…@mail.example' })).waitFor();
    await visit(page, `${forms.confirm.action}?token=unknown`);
    await page.getByText(error('link')).waitFor();

    await follow(page, person);
    expect(new URL(page.url()).search).toBe('');
    await submit(page, 'confirm', { password: 'not the right one' });
    await says(page, 'confirm', 'password', error('passwordWrong'));
    await submit(page, 'confirm', { password: person.password });
    await page.waitForURL(`**${routes.chat.path}`);
    if (hasScript) await toAccount(page);
    if (hasScript) await page.getByText(person.email).waitFor();
    await passesAxe(page);

    await page.getByRole('button', { name: words('account.logout') }).click();
    await tells(page, 'signed-out');
    await page.goBack();
    if (hasScript) await page.getByText(words('account.signedOut')).waitFor();
    expect(await page.getByText(person.email).count()).toBe(0);
    await visit(page, routes.login.path);
    await submit(page, 'login', { email: person.email, password: 'not the right one' });
    await says(page, 'login', 'error', error('credentials'));
    expect(await page.inputValue(input('login', 'email'))).toBe(person.email);

    await page.getByRole('link', { name: words('form.toRestore') }).click();
    await submit(page, 'restore', { email: person.email });
    await tells(page, 'link-sent');
    await follow(page, person);
    await submit(page, 'finish', { password: 'password123456' });
    await says(page, 'finish', 'password', error('passwordGuessable'));
    const password = 'granite lantern orchard';
    await submit(page, 'finish', { password });
    await tells(page, 'restored');
    await service.sink.mailTo(person.email);
    await submit(page, 'login', { email: person.email, password });
    await page.waitForURL(`**${routes.chat.path}`);

    if (hasScript) {
      await page.goto(routes.login.path);
      await page.waitForURL(`**${routes.chat.path}`);
    }

    const elsewhere = service.visitor(host);
    await elsewhere.post(forms.login.action, { email: person.email, password });
    if (hasScript) await toAccount(page);
    else {
      await page.getByRole('button', { name: words('account.show') }).click();
      await page.waitForURL(({ pathname }) => pathname === resources.account);
    }
    await page.reload();
    if (hasScript) await page.getByRole('heading', { name: words('account.sessions') }).click();
    await page.getByRole('button', { name: words('account.endSession', { device: 'Firefox, Linux' }) }).click();
    if (hasScript) await page.locator('output', { hasText: words('account.sessionEnded') }).waitFor();
    else await tells(page, 'session-ended');
    await expect.poll(async () => (await elsewhere.get(resources.account)).status).toBe(401);
    await passesAxe(page);

    if (hasScript) await page.getByRole('heading', { name: words('account.deletion') }).click();
    await submit(page, 'deletion', { password: 'not the right one' });
    await says(page, 'deletion', 'password', error('passwordWrong'));
    await submit(page, 'deletion', { password });
    await tells(page, 'deleted');
    await submit(page, 'login', { email: person.email, password });
    await says(page, 'login', 'error', error('credentials'));

    expect(wrong).toEqual([]);
    await page.context().close();
  });

  test('pages with forms log no error for a visitor whose session has ended, and show the form', async () => {
    const { page, wrong } = await open(host);
    await page.addInitScript(() => localStorage.setItem('signedIn', '1'));
    for (const path of new Set(Object.values(forms).map(({ route }) => routes[route].path))) {
      await page.goto(path);
      if (hasScript && path === routes.chat.path) await page.getByText(words('account.signedOut')).waitFor();
      if (path === routes.login.path) await page.locator('main form').first().waitFor();
    }
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  test('a nickname that is taken can be changed where the address is confirmed', async () => {
    const { person } = await service.join({}, host);
    const { page } = await open(host);
    const twin = newPerson({ nickname: person.nickname.toUpperCase() });
    await visit(page, routes.registration.path);
    await submit(page, 'registration', { ...twin });
    await page.waitForURL(`**${routes.confirm.path}`);
    await follow(page, twin);
    expect(await page.isVisible(input('confirm', 'nickname'))).toBe(false);
    await submit(page, 'confirm', { password: twin.password });
    await says(page, 'confirm', 'nickname', error('nicknameTaken'));
    await submit(page, 'confirm', { password: twin.password, nickname: person.nickname.replace('Person', 'Other') });
    await page.waitForURL(`**${routes.chat.path}`);
    await page.context().close();
  });

  /** With JavaScript, it is a part of the chat. */
  const toAccount = (page: Page): Promise<void> =>
    page.getByRole('button', { name: words('chat.account'), exact: true }).click();

  async function open(name: string): Promise<{ page: Page; wrong: string[] }> {
    const context = await browser().newContext({
      locale: 'en',
      javaScriptEnabled: hasScript,
      reducedMotion: 'reduce',
      baseURL: `http://${name}.localhost:${service.port}`,
      extraHTTPHeaders: { 'X-Forwarded-For': service.visitor().address },
    });
    const page = await context.newPage();
    const wrong: string[] = [];
    // These visits send forms that are refused.
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 422/.test(message.text())) wrong.push(message.text());
    });
    page.on('pageerror', ({ message }) => wrong.push(message));
    return { page, wrong };
  }

  async function visit(page: Page, path: string): Promise<void> {
    await page.goto(path);
    await passesAxe(page);
  }

  /** Opens the link of the last mail to a person on this service, in place of the public host. */
  async function follow(page: Page, { email }: Person): Promise<void> {
    await visit(page, linkIn(await service.sink.mailTo(email)));
  }

  /** The page shows the outcome of the form before, which axe examines. */
  async function tells(page: Page, id: OutcomeId): Promise<void> {
    await page.waitForURL(({ hash }) => hash === `#${id}`);
    const told = page.locator('.outcome:visible');
    await told.waitFor();
    expect(await told.allInnerTexts()).toEqual([words(outcomes[id].text)]);
    await passesAxe(page);
  }

  async function submit(page: Page, form: FormId, values: Partial<Record<string, string>>): Promise<void> {
    for (const [name, field] of Object.entries(forms[form].fields)) {
      const value = values[name];
      if (value === undefined) continue;
      if (field.type === 'checkbox') await page.check(input(form, name));
      else await page.fill(input(form, name), value);
    }
    await page.click(`form[action="${forms[form].action}"] button[type=submit]`);
  }
});

/** The error stands beside its field, which has the focus and refers to it; passwords are empty without JavaScript. */
async function says(page: Page, form: FormId, part: string, text: string): Promise<void> {
  const isField = part !== 'error';
  const message = page.locator(`#${formElementId(form, isField ? `${part}-error` : part)}`);
  await message.filter({ hasText: text }).waitFor();
  expect(await message.textContent()).toBe(text);
  if (isField) {
    const field = page.locator(input(form, part));
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.getAttribute('aria-describedby')).toContain(formElementId(form, `${part}-error`));
    // Without JavaScript, the browser gives it the focus by this attribute: a busy browser may not.
    if ((await field.getAttribute('autofocus')) === null)
      await page.waitForFunction((id) => document.activeElement?.id === id, formElementId(form, part));
  }
  await passesAxe(page);
}

/** Shapes of pages that axe has examined. */
const examined = new Set<string>();

/** Axe needs scripts: for a page without JavaScript it examines a copy. Words alone, such as those of another error, change nothing for it. */
async function passesAxe(page: Page): Promise<void> {
  const adopted = await page.evaluate(() =>
    document.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText)).join('\n'),
  );
  const html = (await page.content()).replaceAll(/<script[^]*?<\/script>|<noscript>|<\/noscript>/g, '');
  const shape = shapeOf(html);
  if (examined.has(shape)) return;
  examined.add(shape);
  await copy.setContent(`${html}<style>${adopted}</style>`);
  expect(await faultsOf(copy)).toEqual([]);
}

const input = (form: FormId, name: string): string => `#${formElementId(form, name)}`;
