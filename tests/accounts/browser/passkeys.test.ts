import type { BrowserContext } from 'playwright';
import { describe, expect } from 'vitest';

import { passkeyActions, resources } from '../../../src/contract/api-paths.ts';
import { formElementId } from '../../../src/contract/element-ids.ts';
import { AFTER_SIGN_IN, forms } from '../../../src/contract/forms.ts';
import type { Account } from '../../../src/contract/response-schemas.ts';
import { faultsOf } from '../../support/browser/axe.ts';
import {
  addPasskey,
  addressOf,
  HOST,
  openAccountPanel,
  openWithPasskey,
  removeButton,
  toAccount,
  toLogin,
} from '../../support/browser/passkey-page.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { wordsOf } from '../../support/dist.ts';
import { testWith } from '../../support/programs.ts';
import { linkIn } from '../../support/service/mail-sink.ts';
import { sessionDaysLeft } from '../../support/service/session-days-left.ts';
import { databases, testService } from '../../support/service/test-service.ts';

const test = testWith('chromium');
const words = wordsOf('en');

const browser = suiteBrowser();

describe.each(databases)('on %s', (database) => {
  const service = testService(database);

  const cookieOf = async (context: BrowserContext, name: string) =>
    (await context.cookies(addressOf('/', service))).find((cookie) => cookie.name === name);

  test('a passkey is made, signs in, is listed and removed', async () => {
    const { visitor, person, context, page } = await openAccountPanel(browser(), service);
    await addPasskey(page, 'not this one at all');
    await page.getByText(words('errors.passwordWrong')).waitFor();
    await addPasskey(page, person.password);
    await removeButton(page).waitFor();
    expect((await service.sink.mailTo(person.email)).subject).toBe(words('mail.newPasskey.subject'));
    expect(await faultsOf(page)).toEqual([]);
    const { passkeys } = (await visitor.get(resources.account)).json() as Account;
    expect(passkeys).toMatchObject([{ host: HOST, device: 'Chrome, Linux' }]);
    const fields = { passkey: passkeys[0]!.id };
    for (const [password, errors] of [
      ['', { password: 'required' }],
      ['not this one at all', { password: 'passwordWrong' }],
    ] as const)
      expect((await visitor.post(passkeyActions.remove, { ...fields, password })).json()).toEqual({ errors });
    const data = await visitor.get(resources.data);
    expect(data.json()).toMatchObject({ passkeys: [{ host: HOST, device: 'Chrome, Linux' }] });
    expect(data.text).not.toContain('publicKey');

    await page.getByRole('button', { name: words('account.logout') }).click();
    await page.waitForURL('**/login#signed-out');
    const button = page.getByRole('button', { name: words('form.passkey') });
    await button.click();
    await page.waitForURL('**/chat');
    expect((await cookieOf(context, 'local-session'))!.expires).toBe(-1);
    expect(await sessionDaysLeft(service, person.email)).toBe(1);

    await context.clearCookies({ name: 'local-device' });
    await toLogin(page, service);
    await page.locator(`#${formElementId('login', 'remember')}`).check();
    await button.click();
    await page.waitForURL('**/chat');
    expect((await cookieOf(context, 'local-session'))!.expires).toBeGreaterThan(Date.now() / 1000 + 6 * 86_400);
    expect(await cookieOf(context, 'local-short')).toBeUndefined();
    expect(await sessionDaysLeft(service, person.email)).toBe(7);
    // A sign-in with a passkey sends a mail about a new browser once, too.
    expect((await service.sink.mailTo(person.email)).subject).toBe(words('mail.newDevice.subject'));

    // Removal requires the password, too.
    await toAccount(page, service);
    const remove = removeButton(page);
    const password = page.locator(`#${formElementId('newPasskey', 'password')}`);
    await remove.click();
    expect(await password.evaluate((input) => input === document.activeElement)).toBe(true);
    await password.fill('not this one at all');
    await remove.click();
    await page.getByText(words('errors.passwordWrong')).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await password.fill(person.password);
    await remove.click();
    await expect.poll(() => remove.count()).toBe(0);
    expect(await password.inputValue()).toBe('');
    await toLogin(page, service);
    await button.click();
    await page.getByText(words('errors.passkey')).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await context.close();
  });

  test('a new password that was set by mail removes all passkeys', async () => {
    const { visitor, person, context, page } = await openWithPasskey(browser(), service);
    await service.sink.mailTo(person.email);
    await visitor.post(forms.restore.action, { email: person.email });
    await visitor.get(linkIn(await service.sink.mailTo(person.email)));
    await visitor.post(forms.finish.action, { password: 'granite lantern orchard' });
    await toLogin(page, service);
    await page.getByRole('button', { name: words('form.passkey') }).click();
    await page.getByText(words('errors.passkey')).waitFor();
    await context.close();
  });

  test('a passkey without user verification does not sign in, and a passkey works on its own host only', async () => {
    const { context, page, cdp, authenticatorId } = await openWithPasskey(browser(), service);
    // Requests that a page in another browser, or a script, would send.
    const sent = await page.evaluate(async (paths) => {
      const post = async (path: string, fields: Record<string, string>) =>
        (await (
          await fetch(path, {
            method: 'POST',
            headers: { Accept: 'application/json' },
            body: new URLSearchParams(fields),
          })
        ).json()) as { options: PublicKeyCredentialRequestOptionsJSON; errors?: object };
      const answers = [];
      for (const userVerification of ['discouraged', 'required'] as const) {
        const { options } = await post(paths.signInOptions, {});
        const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({ ...options, userVerification });
        const credential = JSON.stringify(await navigator.credentials.get({ publicKey }));
        answers.push(await post(paths.signIn, { credential }), await post(paths.signIn, { credential }));
      }
      return answers;
    }, passkeyActions);
    const refused = { errors: { form: 'passkey' } };
    // A verified answer signs in once.
    expect(sent).toEqual([expect.anything(), refused, { next: AFTER_SIGN_IN }, refused]);

    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await toLogin(page, service);
    await page.getByRole('button', { name: words('form.passkey') }).click();
    await expect.poll(() => page.locator('main [aria-disabled]').count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/login');
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    // A passkey that is still being added signs in no session.
    const { db } = service.brand('amber');
    await db.updateTable('passkey').set({ host: '' }).execute();
    await toLogin(page, service);
    await page.getByRole('button', { name: words('form.passkey') }).click();
    await page.getByText(words('errors.passkey')).waitFor();
    await db.updateTable('passkey').set({ host: HOST }).execute();
    await toLogin(page, service, 'de.amber.example');
    await page.getByRole('button', { name: wordsOf('de')('form.passkey') }).click();
    await expect.poll(() => page.locator('main [aria-disabled]').count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/login');
    await context.close();
  });

  test('a forged authenticator response is refused, and options require a session and its password', async () => {
    const { visitor, person } = await service.join();
    const stranger = service.visitor();
    for (const path of [passkeyActions.newOptions, passkeyActions.add, passkeyActions.remove]) {
      const fields = { password: person.password, credential: '{"id":"x","response":{}}', passkey: 'x' };
      expect((await stranger.post(path, fields)).status, path).toBe(401);
      expect((await visitor.post(path, fields, { Origin: 'https://evil.example' })).status).toBe(403);
    }
    for (const credential of [
      '',
      '{',
      '[]',
      'null',
      '{}',
      '{"id":"x"}',
      '{"id":{},"response":[]}',
      String.raw`{"id":"x\u0000","response":{}}`,
      '{"id":"","response":{}}',
      'x'.repeat(13_000),
    ]) {
      await stranger.post(passkeyActions.signInOptions, {});
      const replies = [
        await stranger.post(passkeyActions.signIn, { credential }),
        await visitor.post(passkeyActions.add, { credential }),
      ];
      expect([credential.slice(0, 30), ...replies.map(({ status }) => status)]).toEqual([
        credential.slice(0, 30),
        422,
        422,
      ]);
    }
  });
});
