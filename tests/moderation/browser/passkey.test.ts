import type { Page } from 'playwright';
import { expect } from 'vitest';

import { forms } from '../../../src/contract/forms.ts';
import { MODERATION_API } from '../../../src/contract/moderation/protocol.ts';
import { addPasskey, openAccountPanel, openWithPasskey, removeButton } from '../../support/browser/passkey-page.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { testWith } from '../../support/programs.ts';
import { linkIn } from '../../support/service/mail-sink.ts';
import { idOf, sendModerationRequest } from '../../support/service/moderation/moderator.ts';
import { anyDatabase, type Person, testService } from '../../support/service/test-service.ts';
import type { Visitor } from '../../support/service/visitor.ts';

const test = testWith('chromium');
const browser = suiteBrowser();
const service = testService(anyDatabase);

const becomeModerator = async (person: Person): Promise<string> => {
  const { db } = service.brand('amber');
  const id = await idOf({ db }, person);
  await db.insertInto('moderator').values({ userId: id, role: 'lead' }).execute();
  return id;
};

const ask = async (visitor: Visitor, name: string, body: object = {}) =>
  (await sendModerationRequest(visitor, name, body)).json();

/** Gives the passkey of the page's authenticator, twice. @returns both responses */
const giveTwice = (page: Page): Promise<unknown[]> =>
  page.evaluate(async (api) => {
    const post = async (name: string, body: object) =>
      (await (
        await fetch(`${api}/${name}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).json()) as { ok: { options: PublicKeyCredentialRequestOptionsJSON } };
    const { ok } = await post('passkeyOptions', {});
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(ok.options);
    const credential = JSON.stringify(await navigator.credentials.get({ publicKey }));
    return [await post('verifyPasskey', { credential }), await post('verifyPasskey', { credential })];
  }, MODERATION_API);

test('a passkey is the second factor of the session in which it is given, once', async () => {
  const { visitor, person, context, page } = await openWithPasskey(browser(), service);
  const id = await becomeModerator(person);
  expect(await ask(visitor, 'me')).toMatchObject({ ok: { secondFactor: 'verify', hasPasskey: true } });
  expect(await ask(visitor, 'log')).toEqual({ error: 'secondFactor' });
  const { db } = service.brand('amber');
  const sessions = () => db.selectFrom('session').select('id').where('userId', '=', id).execute();
  const before = await sessions();
  expect(await giveTwice(page)).toEqual([{ ok: {} }, { error: 'code' }]);
  expect(await sessions()).toEqual(before);
  expect(await ask(visitor, 'me')).toMatchObject({ ok: { secondFactor: 'done', hasPasskey: true } });
  expect(await ask(visitor, 'log')).toHaveProperty('ok');

  // A new password that was set by mail removes passkeys. It does not open the way for another factor.
  await visitor.post(forms.restore.action, { email: person.email });
  await service.sink.mailTo(person.email);
  await visitor.get(linkIn(await service.sink.mailTo(person.email)));
  const password = 'granite lantern orchard';
  await visitor.post(forms.finish.action, { password });
  const thief = service.visitor();
  expect((await thief.post(forms.login.action, { email: person.email, password })).status).toBe(200);
  expect(await ask(thief, 'me')).toMatchObject({ ok: { secondFactor: 'verify', hasPasskey: false } });
  expect(await ask(thief, 'enrol', { password })).toEqual({ error: 'secondFactor' });
  await context.close();
});

test('a passkey of another user is no second factor', async () => {
  const stranger = await openWithPasskey(browser(), service);
  const { credentials } = await stranger.cdp.send('WebAuthn.getCredentials', {
    authenticatorId: stranger.authenticatorId,
  });
  const { visitor, person, context, page, cdp, authenticatorId } = await openAccountPanel(browser(), service);
  await becomeModerator(person);
  await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: credentials[0]! });
  expect(await giveTwice(page)).toEqual([{ error: 'code' }, { error: 'code' }]);
  expect(await ask(visitor, 'me')).toMatchObject({ ok: { secondFactor: 'enrol', hasPasskey: false } });
  await context.close();
  await stranger.context.close();
});

test('a passkey that the password alone has added is no second factor beside another', async () => {
  const panel = await openWithPasskey(browser(), service);
  const { person } = panel;
  await becomeModerator(person);
  expect(await giveTwice(panel.page)).toEqual([{ ok: {} }, { error: 'code' }]);
  const { db } = service.brand('amber');
  await db.updateTable('session').set({ secondFactorAt: null }).execute();
  // A thief of the password and the session adds a passkey of another device.
  await panel.cdp.send('WebAuthn.clearCredentials', { authenticatorId: panel.authenticatorId });
  await addPasskey(panel.page, person.password);
  await expect.poll(() => removeButton(panel.page).count()).toBe(2);
  expect(await giveTwice(panel.page)).toEqual([{ error: 'secondFactor' }, { error: 'code' }]);
  expect(await ask(panel.visitor, 'log')).toEqual({ error: 'secondFactor' });
  // The moderator adds the same passkey in a session with the second factor.
  await db.updateTable('session').set({ secondFactorAt: new Date() }).execute();
  expect(await giveTwice(panel.page)).toEqual([{ ok: {} }, { error: 'code' }]);
  await db.updateTable('session').set({ secondFactorAt: null }).execute();
  expect(await giveTwice(panel.page)).toEqual([{ ok: {} }, { error: 'code' }]);
  await panel.context.close();
});
