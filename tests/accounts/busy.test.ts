import { describe, expect, test } from 'vitest';

import { forms } from '../../src/contract/forms.ts';
import { hashPassword } from '../../src/service/auth/password.ts';
import { wordsOf } from '../support/dist.ts';
import { databases, newPerson, testService } from '../support/service/test-service.ts';

const { registration, login, finish } = forms;

describe.each(databases)('on %s', (database) => {
  const service = testService(database);

  test('while the queue of new passwords is full, registrations get 503 with Retry-After, and people sign in', async () => {
    const { person } = await service.join();
    const stop = new AbortController();
    const flood = Array.from({ length: 60 }, () => hashUntil(stop.signal));
    const refused = await service.visitor().post(registration.action, { ...newPerson() });
    expect([refused.status, refused.json()]).toEqual([503, { errors: { form: 'busy' } }]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const page = await service.visitor().post(registration.action, { ...newPerson() }, { Accept: 'text/html' });
    expect([page.status, page.headers['content-type']]).toEqual([503, 'text/plain; charset=UTF-8']);
    expect(page.text).toContain(wordsOf('en')('errors.busy'));
    expect((await service.visitor().post(login.action, { ...person })).status).toBe(200);
    const unknown = { email: newPerson().email, password: person.password };
    expect((await service.visitor().post(login.action, unknown)).status).toBe(422);
    stop.abort();
    await Promise.all(flood);
    expect((await service.visitor().post(registration.action, { ...newPerson() })).status).toBe(200);
  });

  test('a new password without a valid link is not validated', async () => {
    const reply = await service.visitor().post(finish.action, { password: 'password123456' });
    expect(reply.json()).toEqual({ errors: { form: 'link' } });
  });
});

/** Hashes a password after another, as a flood of registrations does. */
async function hashUntil(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await hashPassword('walnut bicycle thunder').catch(() => new Promise(setImmediate));
  }
}
