import { describe, expect } from 'vitest';

import { passkeyActions } from '../../../src/contract/api-paths.ts';
import { forms } from '../../../src/contract/forms.ts';
import { addPasskey, openAccountPanel, openWithPasskey, toLogin } from '../../support/browser/passkey-page.ts';
import { suiteBrowser } from '../../support/browser/suite-browser.ts';
import { wordsOf } from '../../support/dist.ts';
import { testWith } from '../../support/programs.ts';
import { countWaiting, holdOutbox, holdStatements } from '../../support/service/chat/hold-statements.ts';
import { linkIn } from '../../support/service/mail-sink.ts';
import { patientService } from '../../support/service/test-service.ts';

const test = testWith('chromium');
const words = wordsOf('en');

const browser = suiteBrowser();

describe('while another statement holds a lock', () => {
  const service = patientService();

  test('a passkey is not added by a session that a new password ends', async () => {
    const { visitor, person, context, page } = await openAccountPanel(browser(), service);
    const { email, password } = person;
    await visitor.post(forms.restore.action, { email });
    await visitor.get(linkIn(await service.sink.mailTo(email)));
    const release = await holdStatements(service.url, 'before insert on brand_amber.passkey');
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname === passkeyActions.add);
    await addPasskey(page, password);
    await expect.poll(() => countWaiting(service.brand('amber'))).toBe(1);
    expect((await visitor.post(forms.finish.action, { password: 'granite lantern orchard' })).status).toBe(200);
    await release();
    expect((await answered).status()).toBe(401);
    expect(await service.brand('amber').db.selectFrom('passkey').select('id').execute()).toEqual([]);
    await toLogin(page, service);
    await page.getByRole('button', { name: words('form.passkey') }).click();
    await page.getByText(words('errors.passkey')).waitFor();
    expect((await service.sink.mailTo(email)).subject).toBe(words('mail.changed.subject'));
    await context.close();
  });

  test('a passkey signs in no session while a new password that was set by mail removes it', async () => {
    const { visitor, person, context, page } = await openWithPasskey(browser(), service);
    const brand = service.brand('amber');
    await service.sink.mailTo(person.email);
    await visitor.post(forms.restore.action, { email: person.email });
    await visitor.get(linkIn(await service.sink.mailTo(person.email)));
    await toLogin(page, service);
    // The passkey is checked, and the session not stored yet, while another transaction removes both.
    const storeSession = await holdStatements(service.url, 'before insert on brand_amber.session');
    await page.getByRole('button', { name: words('form.passkey') }).click();
    await expect.poll(() => countWaiting(brand)).toBe(1);
    const commit = await holdOutbox(brand);
    const changed = visitor.post(forms.finish.action, { password: 'granite lantern orchard' });
    await expect.poll(() => countWaiting(brand)).toBe(2);
    await storeSession();
    const sessions = () =>
      brand.db
        .selectFrom('session')
        .innerJoin('user', 'user.id', 'userId')
        .select('session.id')
        .where('email', '=', person.email)
        .execute();
    // The session of the registration is there until its deletion is committed.
    await expect.poll(sessions).toHaveLength(2);
    await expect.poll(() => countWaiting(brand)).toBe(2);
    await commit();
    expect((await changed).status).toBe(200);
    await page.getByText(words('errors.passkey')).waitFor();
    expect(await sessions()).toEqual([]);
    await context.close();
  });
});
