import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';

import { forms } from '../../src/contract/forms.ts';
import type { ServiceBrand } from '../../src/service/brands/open-brands.ts';
import { purgeDeletedUsers } from '../../src/service/retention/purge-data-of-deleted-users.ts';
import { befriend, type TestUser, chatEntry } from '../support/service/chat/chat-test-user.ts';
import { databases, testService } from '../support/service/test-service.ts';

const room = 'en.lounge';
const MESSAGES = 3500;

/** Adds messages of a user to a room, with former texts and reactions. */
async function makeMessages({ db, schema }: ServiceBrand, user: string, where: string): Promise<void> {
  const table = (name: string) => sql.id(schema, name);
  await sql`with added as (
      insert into ${table('message')} ("room", "seq", "position", "sender", "clientId", "text")
      select "id", "head" + number, "head" + number, ${user}, gen_random_uuid(), 'Message ' || number
      from ${table('room')}, generate_series(1, ${sql.lit(MESSAGES)}) as number where "id" = ${where}
      returning "room", "seq", "position", "text"
    ), revised as (
      insert into ${table('revision')} select "room", "seq", "position" - 1, "text" from added where "seq" % 10 = 0
    ), reacted as (
      insert into ${table('reaction')} select "room", "seq", ${user}, '👍' from added
    )
    update ${table('room')} set "head" = "head" + ${sql.lit(MESSAGES)} where "id" = ${where}`.execute(db);
}

/** Counts the rows that remain of a user in each table. */
async function leftOf({ db, schema }: ServiceBrand, user: string): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*)::int from ${sql.id(schema, 'message')} where "sender" = ${user}) as messages,
    (select count(*)::int from ${sql.id(schema, 'reaction')} where "userId" = ${user}) as reactions,
    (select count(*)::int from ${sql.id(schema, 'revision')} where "text" like 'Message %') as revisions,
    (select count(*)::int from ${sql.id(schema, 'room')} where "kind" <> 'public' and "one" is null) as conversations,
    (select count(*)::int from ${sql.id(schema, 'deletedUser')} where "until" <= now()) as noted`.execute(db);
  return rows[0]!;
}
const NOTHING = { messages: 0, reactions: 0, revisions: 0, conversations: 0, noted: 0 };

describe.each(databases)('on %s', (database) => {
  const service = testService(database);
  const brand = () => service.brand('amber');
  const enter = chatEntry();
  let anna: TestUser;
  beforeAll(async () => {
    anna = await enter((await service.addUser()).visitor, room);
  });

  test('a deleted account is hidden from the answer on, and its rows are deleted soon', async () => {
    const { visitor, person } = await service.addUser();
    const dora = await enter(visitor, room);
    const conversation = await befriend(anna, dora.me.id, brand());
    await anna.say(conversation, 'Just us');
    await makeMessages(brand(), dora.me.id, room);
    await visitor.post(forms.deletion.action, { password: person.password });
    const seen = await Promise.all([
      anna.ask('before', { room, seq: 1_000_000 }).then(({ messages }) => messages),
      anna.ask('since', { room, position: MESSAGES - 10 }).then(({ messages }) => messages),
    ]);
    expect(seen.flat()).toEqual([]);
    expect(await anna.refusal('enter', { room: conversation })).toBe('gone');
    expect(await anna.refusal('before', { room: conversation, seq: 10 })).toBe('gone');
    expect((await anna.lobby()).rooms.map(({ id }) => id)).not.toContain(conversation);
    await expect.poll(() => leftOf(brand(), dora.me.id)).toEqual(NOTHING);
  });

  test('rows left of a deleted account when the process ends are deleted at the next start', async () => {
    const { visitor } = await service.addUser();
    const dora = await enter(visitor, room);
    await makeMessages(brand(), dora.me.id, room);
    // A moderator may delete a user in SQL: without an event the service deletes no rows yet.
    await brand().db.deleteFrom('user').where('id', '=', dora.me.id).execute();
    const ending = new AbortController();
    const purging = purgeDeletedUsers(brand(), ending.signal);
    ending.abort();
    await purging;
    const left = await leftOf(brand(), dora.me.id);
    expect([left.messages! > 0, left.messages! < MESSAGES, left.noted]).toEqual([true, true, 1]);
    await purgeDeletedUsers(brand());
    expect(await leftOf(brand(), dora.me.id)).toEqual(NOTHING);
  });
});
