import { describe, expect } from 'vitest';

import { forms } from '../../../src/contract/forms.ts';
import { keyedHash } from '../../../src/service/auth/tokens.ts';
import { testWith } from '../../support/programs.ts';
import { countWaiting, holdOutbox, holdStatements } from '../../support/service/chat/hold-statements.ts';
import { linkIn } from '../../support/service/mail-sink.ts';
import { isSignedIn, patientService } from '../../support/service/test-service.ts';

const { finish, login, newPassword, restore } = forms;

const test = testWith('postgres');

describe('while statements wait for each other', () => {
  const service = patientService();

  test('two accounts swap their addresses at once', async () => {
    const both = await Promise.all([1, 2].map(() => service.addUser()));
    const { db } = service.brand('amber');
    const keys = both.map(({ person }) => keyedHash(service.secret, 'mail', 'newAddress', person.email));
    await db
      .insertInto('attempts')
      .values(keys.map((key) => ({ key, level: 1 })))
      .execute();
    const release = await holdStatements(
      service.url,
      'before update on brand_amber.attempts',
      `old.key in (${keys.map((key) => `'${key}'`).join()})`,
    );
    const replies = both.map(({ visitor, person }, number) =>
      visitor.post(forms.newAddress.action, { email: both[1 - number]!.person.email, password: person.password }),
    );
    await expect.poll(() => countWaiting(service.brand('amber'))).toBe(2);
    await release();
    expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([200, 200]);
  });

  test('a password signs in no session while a transaction replaces it', async () => {
    const { visitor, person } = await service.addUser();
    const { email, password } = person;
    const brand = service.brand('amber');
    await visitor.post(restore.action, { email });
    await visitor.get(linkIn(await service.sink.mailTo(email)));

    async function signInDuring(change: () => Promise<{ status: number }>, replaced: string): Promise<void> {
      const release = await holdOutbox(brand);
      const changed = change();
      await expect.poll(() => countWaiting(brand)).toBe(1);
      const late = service.visitor();
      const signedIn = late.post(login.action, { email, password: replaced });
      await expect.poll(() => countWaiting(brand)).toBe(2);
      await release();
      expect([(await changed).status, (await signedIn).status, await isSignedIn(late)]).toEqual([200, 422, false]);
    }
    await signInDuring(() => visitor.post(finish.action, { password: 'granite lantern orchard' }), password);
    await visitor.post(login.action, { email, password: 'granite lantern orchard' });
    const fields = { password: 'granite lantern orchard', newPassword: password };
    await signInDuring(() => visitor.post(newPassword.action, fields), fields.password);
  });
});
