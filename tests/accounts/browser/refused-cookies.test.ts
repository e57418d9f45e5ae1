import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { chromium, type BrowserContext } from 'playwright';
import { expect } from 'vitest';

import { CHROMIUM_FLAGS } from '../../../scripts/lib/programs/chromium.ts';
import { temporaryFolder } from '../../../scripts/lib/temporary-folder.ts';
import { resources } from '../../../src/contract/api-paths.ts';
import { AFTER_SIGN_IN, forms } from '../../../src/contract/forms.ts';
import { pathOfOutcome } from '../../../src/contract/outcomes.ts';
import { wordsOf } from '../../support/dist.ts';
import { programs, testWith } from '../../support/programs.ts';
import { anyDatabase, testService } from '../../support/service/test-service.ts';

const test = testWith('wholeChromium');
const words = wordsOf('en');
const service = testService(anyDatabase);

/** Chromium that blocks all cookies, and with them the storage of sites. */
function launchWithoutCookies(javaScriptEnabled: boolean): Promise<BrowserContext> {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'Default'));
  const settings = { profile: { default_content_setting_values: { cookies: 2 } } };
  writeFileSync(join(folder, 'Default/Preferences'), JSON.stringify(settings));
  const executablePath = programs.wholeChromium!;
  return chromium.launchPersistentContext(folder, {
    executablePath,
    args: CHROMIUM_FLAGS,
    javaScriptEnabled,
    locale: 'en',
  });
}

test.each([true, false])(
  'a sign-in says that the browser refuses its cookie, with JavaScript: %s',
  async (hasScript) => {
    const { person } = await service.join();
    const context = await launchWithoutCookies(hasScript);
    const page = await context.newPage();
    const wrong: string[] = [];
    page.on('pageerror', ({ message }) => wrong.push(message));
    await page.goto(`http://amber.example.localhost:${service.port}/login`);
    if (hasScript) await page.locator('form[novalidate]').waitFor();
    const reason = page.getByText(words('outcomes.cookiesRefused'));
    expect(await reason.isVisible()).toBe(false);
    await page.getByLabel(words('form.email')).fill(person.email);
    await page.getByLabel(words('form.password'), { exact: true }).fill(person.password);
    await page.getByRole('button', { name: words('form.submit.login'), exact: true }).click();
    await page.waitForURL(`**${pathOfOutcome('cookies-refused')}`);
    await reason.waitFor();
    await page.getByRole('heading', { name: words('page.login.title') }).waitFor();
    expect(wrong).toEqual([]);
    await context.close();
  },
);

test('the way after a sign-in leads visitors to the login, without a reproach where they did not sign in', async () => {
  const { visitor } = await service.join();
  const whereTo = async (path: string, from = service.visitor()) => (await from.get(path)).headers.location;
  expect(await whereTo(AFTER_SIGN_IN)).toBe(pathOfOutcome('cookies-refused'));
  expect(await whereTo(forms.login.action)).toBe('/login');
  expect(await whereTo(AFTER_SIGN_IN, visitor)).toBe('/chat');
  expect((await service.visitor().get(resources.online)).json()).toEqual({ moreThan: 0 });
});
