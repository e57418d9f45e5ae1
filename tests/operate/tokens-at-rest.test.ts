import { createHmac } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { resources } from '../../src/contract/api-paths.ts';
import { forms } from '../../src/contract/forms.ts';
import { tokenHash } from '../../src/service/auth/tokens.ts';
import { hashedSessions } from '../../src/service/database/migrations/version-1/007-hashed-sessions.ts';
import { dump } from '../support/service/dump-database.ts';
import { linkIn } from '../support/service/mail-sink.ts';
import { databases, isSignedIn, newPerson, testService } from '../support/service/test-service.ts';

const AUTH_SECRET = 'only for tests and long enough for them';

const HOUR_MS = 3_600_000;

const tokenIn = (link: string): string => new URL(link, 'https://x').searchParams.get('token')!;

describe.each(databases)('on %s', (database) => {
  const service = testService(database, { AUTH_SECRET });

  test('nothing in the database is a token that was given to a browser or sent in a mail', async () => {
    const brand = service.brand('amber');
    const { visitor, person } = await service.join();
    service.sink.mood = 'busy';
    const waiting = newPerson();
    await service.visitor().post(forms.registration.action, { ...waiting });
    await visitor.post(forms.restore.action, { email: person.email });
    const whole = await dump(brand);
    for (const table of ['brand_amber.session', 'brand_amber.outbox', 'brand_amber.passwordReset'])
      expect(whole).toContain(table);
    service.sink.mood = 'well';
    const sent = [waiting.email, person.email].map(async (email) => tokenIn(linkIn(await service.sink.mailTo(email))));
    const cookies = [...visitor.cookies.values()].flatMap((value) => [value, ...decodeURIComponent(value).split('.')]);
    const tokens = [...cookies, ...(await Promise.all(sent))].filter((token) => token.length >= 20);
    expect(tokens.length).toBeGreaterThanOrEqual(4);
    for (const token of tokens)
      expect(
        whole.split('\n').filter((row) => row.includes(token)),
        token,
      ).toEqual([]);
    expect(whole).not.toContain('token=');
  });

  test('no text of the database, signed with the secret, is a session', async () => {
    const { visitor } = await service.join();
    const texts = (await dump(service.brand('amber')))
      .split('\n')
      .filter((line) => line.startsWith('brand_amber.session'))
      .flatMap((line) => line.match(/"[^"]{20,}"/g)!)
      .map((text) => text.slice(1, -1));
    expect(texts.length).toBeGreaterThan(1);
    for (const text of texts) {
      const stranger = service.visitor();
      const signature = createHmac('sha256', AUTH_SECRET).update(text).digest('base64');
      stranger.cookies.set('__Host-session', encodeURIComponent(`${text}.${signature}`));
      expect(await isSignedIn(stranger), text).toBe(false);
    }
    expect(await isSignedIn(visitor)).toBe(true);
  });

  test('a session that was stored before tokens were hashed goes on, and is renewed', async () => {
    const { db } = service.brand('amber');
    const { visitor, person } = await service.join();
    await visitor.post(forms.login.action, { ...person, remember: 'on' });
    const token = visitor.cookies.get('__Host-session')!.split('.')[0]!;
    const hash = tokenHash(token);

    await db.deleteFrom('session').where('token', '!=', hash).execute();
    // A session is renewed after half of its seven days.
    const expiresAt = new Date(Date.now() + 84 * HOUR_MS);
    await db.updateTable('session').set({ token, expiresAt }).execute();
    await hashedSessions('brand_amber').up(db);
    const renewed = await visitor.get(resources.account);
    expect([renewed.status, renewed.cookies.some((cookie) => cookie.includes(token))]).toEqual([200, true]);
    const row = await db.selectFrom('session').select(['token', 'expiresAt']).executeTakeFirstOrThrow();
    expect(row.token).toBe(hash);
    expect(row.expiresAt.getTime()).toBeGreaterThan(expiresAt.getTime());
    expect(await isSignedIn(visitor)).toBe(true);
  });
});
