import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';

import { forms } from '../../src/contract/forms.ts';
import { purgeBrand } from '../../src/service/retention/retention.ts';
import { opening, openSocket } from '../support/service/chat/chat-test-user.ts';
import { linkIn } from '../support/service/mail-sink.ts';
import { databases, newPerson, type Person, testService } from '../support/service/test-service.ts';
import type { Reply, Visitor } from '../support/service/visitor.ts';

const { address, deletion, newAddress, registration, confirm } = forms;
const HOUR_MS = 3_600_000;

/** SQL statements for operators in docs/accounts.md, by the comment above each, for the first brand of the tests. */
const statements = Object.fromEntries(
  [...readFileSync('docs/accounts.md', 'utf8').matchAll(/^-- (Ban|Lift).*\n([^;]+);$/gm)].map(([, what, statement]) => [
    what!,
    statement!.replaceAll(/brand_\w+\./g, 'brand_amber.'),
  ]),
) as Record<'Ban' | 'Lift', string>;

/** Another address of the same mailbox. */
const tagged = (email: string, tag: number): string => email.replace('@', `+${tag}@`);

describe.each(databases)('on %s', (database) => {
  const service = testService(database);

  /** A person who was banned for an hour and then deleted the account. */
  async function leaveBanned(): Promise<{ person: Person; until: Date }> {
    const { person, visitor } = await service.join();
    const { db } = service.brand('amber');
    const until = new Date(Date.now() + HOUR_MS);
    const { id } = await db.selectFrom('user').select('id').where('email', '=', person.email).executeTakeFirstOrThrow();
    await db.insertInto('ban').values({ userId: id, until, reason: 'flood' }).execute();
    expect((await visitor.post(deletion.action, { password: person.password })).status).toBe(200);
    await service.sink.mailTo(person.email);
    return { person, until };
  }

  /** Opens a chat socket. @returns `open`, or the refusal */
  async function entering(visitor: Visitor): ReturnType<typeof opening> {
    const socket = openSocket(visitor);
    const result = await opening(socket);
    socket.close();
    return result;
  }

  const operate = (what: 'Ban' | 'Lift', email: string) =>
    sql.raw(statements[what].replaceAll('lena@mail.example', email)).execute(service.brand('amber').db);

  const leave = async (visitor: Visitor, { password, email }: Person): Promise<void> => {
    expect((await visitor.post(deletion.action, { password })).status).toBe(200);
    await service.sink.mailTo(email);
  };

  /** Moves an account to another address, with the links from both mails. */
  async function moveTo(email: string, visitor: Visitor, person: Person): Promise<void> {
    expect((await visitor.post(newAddress.action, { email, password: person.password })).status).toBe(200);
    for (const box of [person.email, email]) {
      const reader = service.visitor();
      await reader.get(linkIn(await service.sink.mailTo(box)));
      expect((await reader.post(address.action, {})).status).toBe(200);
    }
  }

  async function joinAgain(email: string): Promise<Visitor> {
    const person = newPerson({ email });
    const visitor = await service.register(person);
    expect((await visitor.post(confirm.action, { password: person.password })).status).toBe(200);
    return visitor;
  }

  test('a ban holds for a new account with the address of a deleted account, until it ends', async () => {
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
    const { db } = service.brand('amber');
    expect(
      await db.selectFrom('registration').select('email').where('email', '=', spelled.toLowerCase()).execute(),
    ).toHaveLength(1);
    expect(await entering(await joinAgain(spelled.toLowerCase()))).toMatchObject({ error: 'banned' });
  });

  test('a ban of a deleted account stores no address and is deleted when it ends', async () => {
    const { person } = await leaveBanned();
    const brand = service.brand('amber');
    const rows = await brand.db.selectFrom('bannedAddress').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows)
      expect(Object.keys(row).toSorted()).toEqual(['decision', 'decisions', 'key', 'origin', 'reason', 'until']);
    expect(JSON.stringify(rows)).not.toContain(person.email.split('@')[0]);
    await brand.db
      .updateTable('bannedAddress')
      .set({ until: new Date(0) })
      .execute();
    await purgeBrand(brand, 7);
    expect(await brand.db.selectFrom('bannedAddress').selectAll().execute()).toEqual([]);
    expect(await entering(await joinAgain(person.email))).toBe('open');
  });

  test('a ban holds for other addresses of the mailbox while the banned account is there', async () => {
    const { person, visitor } = await service.join({ email: tagged(newPerson().email, 1) });
    await operate('Ban', person.email);
    const banned = await entering(visitor);
    expect(banned).toMatchObject({ error: 'banned' });
    const mailbox = person.email.replace('+1@', '@');
    for (const email of [tagged(mailbox, 2), mailbox]) expect(await entering(await joinAgain(email))).toEqual(banned);
    expect(await entering(await joinAgain(mailbox.replace('@', '.1@')))).toBe('open');
  });

  test('a ban holds for the spellings of a mailbox that its provider takes for the same', async () => {
    const name = randomUUID().replaceAll('-', '');
    const { person, visitor } = await service.join({ email: `le.na${name}@gmail.com` });
    await operate('Ban', person.email);
    const banned = await entering(visitor);
    const spelled = [`lena${name}@gmail.com`, `l.e.n.a${name}+2@googlemail.com`];
    expect(await entering(await joinAgain(spelled[0]!))).toEqual(banned);
    await leave(visitor, person);
    expect(await entering(await joinAgain(spelled[1]!))).toEqual(banned);
    expect(await entering(await joinAgain(`lena${name}@mail.example`))).toBe('open');
  });

  test('a change of a ban or of any of its copies changes them all', async () => {
    const { person, visitor } = await service.join();
    await operate('Ban', person.email);
    const copy = await joinAgain(tagged(person.email, 2));
    const { db } = service.brand('amber');
    const untils = [1, 2].map((hours) => new Date(Date.now() + hours * HOUR_MS));
    const userWith = (email: string) => db.selectFrom('user').select('id').where('email', '=', email);
    for (const [number, email] of [person.email, tagged(person.email, 2)].entries()) {
      await db.updateTable('ban').set({ until: untils[number]! }).where('userId', '=', userWith(email)).execute();
      for (const banned of [visitor, copy])
        expect(await entering(banned)).toMatchObject({ until: untils[number]!.getTime() });
    }
    await leave(visitor, person);
    await db.updateTable('ban').set({ until: untils[0]! }).execute();
    const hashes = await db.selectFrom('bannedAddress').select('until').where('until', '=', untils[0]!).execute();
    expect(hashes.length).toBeGreaterThan(0);
  });

  test('of several bans of deleted accounts of a mailbox, the longest counts', async () => {
    const { email } = newPerson();
    const { db } = service.brand('amber');
    const untils = [3, 2].map((hours) => new Date(Date.now() + hours * HOUR_MS));
    const accounts = [];
    for (const tag of [1, 2]) accounts.push(await service.join({ email: tagged(email, tag) }));
    for (const [number, { person, visitor }] of accounts.entries()) {
      await operate('Ban', person.email);
      await db
        .updateTable('ban')
        .set({ until: untils[number]! })
        .where('userId', '=', (query) => query.selectFrom('user').select('id').where('email', '=', person.email))
        .execute();
      await leave(visitor, person);
    }
    expect(await entering(await joinAgain(email))).toMatchObject({ until: untils[0]!.getTime() });
  });

  test('a ban holds if the account that took it over is deleted by hand', async () => {
    const { person, until } = await leaveBanned();
    await joinAgain(tagged(person.email, 2));
    await service.brand('amber').db.deleteFrom('user').where('email', '=', tagged(person.email, 2)).execute();
    expect(await entering(await joinAgain(person.email))).toMatchObject({ until: until.getTime() });
  });

  const lifts: [how: string, lift: (email: string) => Promise<unknown>][] = [
    ['as documented', (email) => operate('Lift', email)],
    [
      'by ending it now',
      (email) =>
        service
          .brand('amber')
          .db.updateTable('ban')
          .set({ until: sql`now()` })
          .where('userId', '=', (query) => query.selectFrom('user').select('id').where('email', '=', email))
          .execute(),
    ],
  ];
  describe.each(lifts)('a ban that is lifted %s stays lifted', (_, lift) => {
    test('for all accounts of the mailbox', async () => {
      const { person, visitor } = await service.join();
      await operate('Ban', person.email);
      const other = await joinAgain(tagged(person.email, 2));
      expect(await entering(other)).toMatchObject({ error: 'banned' });
      await lift(tagged(person.email, 2));
      expect([await entering(visitor), await entering(other)]).toEqual(['open', 'open']);
      expect(await entering(await joinAgain(tagged(person.email, 3)))).toBe('open');
    });

    test('after the account was deleted and made again', async () => {
      const { person } = await leaveBanned();
      const again = newPerson({ email: person.email });
      const visitor = await service.register(again);
      await visitor.post(confirm.action, { password: again.password });
      expect(await entering(visitor)).toMatchObject({ error: 'banned' });
      await lift(person.email);
      expect(await entering(visitor)).toBe('open');
      await leave(visitor, again);
      expect(await entering(await joinAgain(person.email))).toBe('open');
    });

    test('after the account has moved to another address', async () => {
      const { person, visitor } = await service.join();
      await operate('Ban', person.email);
      const { email } = newPerson();
      await moveTo(email, visitor, person);
      expect(await entering(visitor)).toMatchObject({ error: 'banned' });
      await lift(email);
      expect(await entering(visitor)).toBe('open');
      expect(await entering(await joinAgain(person.email))).toBe('open');
    });
  });

  test('an expired ban does not shorten a longer ban', async () => {
    const { person, until } = await leaveBanned();
    const { person: other } = await service.join();
    const { db } = service.brand('amber');
    const { id } = await db.selectFrom('user').select('id').where('email', '=', other.email).executeTakeFirstOrThrow();
    const { origin } = await db
      .selectFrom('bannedAddress')
      .select('origin')
      .where('until', '=', until)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('ban')
      .values({ userId: id, until: new Date(0), reason: 'flood', origin })
      .execute();
    await purgeBrand(service.brand('amber'), 7);
    expect(await entering(await joinAgain(person.email))).toMatchObject({ until: until.getTime() });
  });

  test('a registration does not tell that an address is banned', async () => {
    const { person } = await leaveBanned();
    const again = newPerson({ email: person.email });
    const [banned, free] = await Promise.all(
      // Addresses of the same length: the cookie is as long as what the visitor typed.
      [again.email, again.email.replace('person', 'nobody')].map((email) =>
        service.visitor().post(registration.action, { ...again, email }),
      ),
    );
    expect(factsOf(banned!)).toEqual(factsOf(free!));
  });
});

/** Parts of a reply that may not depend on a ban. The cookie is encrypted, with other bytes each time. */
const factsOf = ({ status, text, cookies }: Reply) => [
  status,
  text,
  cookies.map((cookie) => cookie.replace(/(?<=^__Host-registration=)[\w-]+/, (value) => '…'.repeat(value.length))),
];
