import { describe, expect, test } from 'vitest';

import { forms } from '../../src/contract/forms.ts';
import { purgeBrand } from '../../src/service/purge.ts';
import { databases, newPerson, type Person, testService } from '../support/accounts.ts';
import { opening, openSocket } from '../support/chat.ts';
import type { Visitor } from '../support/visitor.ts';

const { deletion, registration, confirm } = forms;
const HOUR_MS = 3_600_000;

describe.each(databases)('on %s', (database) => {
  const service = testService(database);

  /** Somebody who was banned for an hour and then deleted the account. */
  async function leaveBanned(): Promise<{ person: Person; until: Date }> {
    const { person, visitor } = await service.join();
    const { db } = service.brand('velvet');
    const until = new Date(Date.now() + HOUR_MS);
    const { id } = await db.selectFrom('user').select('id').where('email', '=', person.email).executeTakeFirstOrThrow();
    await db.insertInto('ban').values({ userId: id, until, reason: 'flood' }).execute();
    expect((await visitor.post(deletion.action, { password: person.password })).status).toBe(200);
    await service.sink.mailTo(person.email);
    return { person, until };
  }

  /** How the chat receives an account. */
  async function entering(visitor: Visitor): ReturnType<typeof opening> {
    const socket = openSocket(visitor);
    const result = await opening(socket);
    socket.close();
    return result;
  }

  async function joinAgain(email: string): Promise<Visitor> {
    const person = newPerson({ email });
    const visitor = await service.register(person);
    expect((await visitor.post(confirm.action, { password: person.password })).status).toBe(200);
    return visitor;
  }

  test('a ban holds for a new account with the address of a deleted one, until it ends', async () => {
    const { person, until } = await leaveBanned();
    expect(await entering(await joinAgain(person.email))).toMatchObject({ error: 'banned', until: until.getTime() });
    expect(await entering((await service.join()).visitor)).toBe('open');
  });

  test('other spellings of the mailbox are the same address', async () => {
    const { person } = await leaveBanned();
    const spelled = person.email.replace('@', '+2@').toUpperCase();
    const again = newPerson({ email: spelled });
    const visitor = service.visitor();
    await visitor.post(registration.action, { ...again });
    const { db } = service.brand('velvet');
    expect(
      await db.selectFrom('registration').select('email').where('email', '=', spelled.toLowerCase()).execute(),
    ).toHaveLength(1);
    expect(await entering(await joinAgain(spelled.toLowerCase()))).toMatchObject({ error: 'banned' });
  });

  test('what stays of a ban has no address in it, leads to nobody, and goes when the ban ends', async () => {
    const { person } = await leaveBanned();
    const brand = service.brand('velvet');
    const rows = await brand.db.selectFrom('bannedAddress').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(Object.keys(row).toSorted()).toEqual(['key', 'reason', 'until']);
    expect(JSON.stringify(rows)).not.toContain(person.email.split('@')[0]);
    await brand.db
      .updateTable('bannedAddress')
      .set({ until: new Date(0) })
      .execute();
    await purgeBrand(brand, 7);
    expect(await brand.db.selectFrom('bannedAddress').selectAll().execute()).toEqual([]);
    expect(await entering(await joinAgain(person.email))).toBe('open');
  });

  test('a registration does not tell that an address is banned', async () => {
    const { person } = await leaveBanned();
    const banned = await service.visitor().post(registration.action, { ...newPerson({ email: person.email }) });
    const free = await service.visitor().post(registration.action, { ...newPerson() });
    expect([banned.status, banned.text, banned.cookies]).toEqual([free.status, free.text, free.cookies]);
  });
});
