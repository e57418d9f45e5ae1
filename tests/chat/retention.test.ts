import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';

import { resources } from '../../src/contract/api-paths.ts';
import { purgeBrand } from '../../src/service/retention/retention.ts';
import { type TestUser, chatEntry } from '../support/service/chat/chat-test-user.ts';
import { databases, testService } from '../support/service/test-service.ts';
import type { Visitor } from '../support/service/visitor.ts';

const room = 'en.lounge';
const DAYS = 7;
const ago = (interval: string) => sql<Date>`now() - ${sql.lit(interval)}::interval`;

describe.each(databases)('on %s', (database) => {
  const service = testService(database);
  const enter = chatEntry();
  const arrive = async (visitor?: Visitor): Promise<TestUser> =>
    enter(visitor ?? (await service.addUser()).visitor, room);
  const db = () => service.brand('amber').db;
  const purge = () => purgeBrand(service.brand('amber'), DAYS);
  let anna: TestUser;
  let boris: TestUser;
  beforeAll(async () => {
    anna = await arrive();
    boris = await arrive();
  });

  test('messages are deleted after HISTORY_DAYS, with their former texts and reactions', async () => {
    const { seq: old } = await anna.say(room, 'Old');
    const { seq } = await anna.say(room, 'Young');
    for (const one of [old, seq]) {
      await anna.ask('edit', { room, seq: one, text: `Changed ${one}` });
      await boris.ask('react', { room, seq: one, reaction: '👍', on: true });
    }
    const set = (which: number, interval: string) =>
      db()
        .updateTable('message')
        .set({ sentAt: ago(interval) })
        .where('room', '=', room)
        .where('seq', '=', which)
        .execute();
    await set(old, `${DAYS} days 1 minute`);
    await set(seq, `${DAYS} days -1 minute`);
    await purge();
    const seqs = async (table: 'message' | 'revision' | 'reaction'): Promise<number[]> =>
      (await db().selectFrom(table).select('seq').where('room', '=', room).execute()).map((row) => row.seq);
    for (const table of ['message', 'revision', 'reaction'] as const) expect(await seqs(table), table).toEqual([seq]);
    expect((await boris.ask('since', { room, position: 0 })).messages.map((message) => message.seq)).toEqual([seq]);
    expect((await boris.say(room, 'Next', { replyTo: old })).seq).toBeGreaterThan(seq);
  });

  test('conversations are deleted after as many days without messages, except those that ended recently', async () => {
    const [one, two] = [anna.me.id, boris.me.id].toSorted() as [string, string];
    const long = ago(`${DAYS} days 1 minute`);
    const of = { one, two, kind: 'partner' as const };
    const kept = [
      { ...of, id: 'young', activeAt: ago('1 day') },
      { ...of, id: 'ended of late', activeAt: long, endedAt: ago('1 day') },
    ];
    const gone = [
      { ...of, id: 'ended', activeAt: long, endedAt: long },
      { ...of, id: 'left open', activeAt: long },
      { ...of, kind: 'private' as const, id: 'silent', activeAt: long },
    ];
    await db()
      .insertInto('room')
      .values([...kept, ...gone])
      .execute();
    await db().insertInto('member').values({ room: 'silent', userId: one }).execute();
    await db().updateTable('room').set({ activeAt: long }).where('kind', '=', 'public').execute();
    await purge();
    const left = await db().selectFrom('room').select(['id', 'kind']).execute();
    const conversations = left.filter(({ kind }) => kind !== 'public').map(({ id }) => id);
    expect(conversations.toSorted()).toEqual(['ended of late', 'young']);
    expect(left.map(({ id }) => id)).toContain(room);
  });

  test('reports without a case are deleted after six months, bans at their end, and partner searches of absent users', async () => {
    const report = { reporter: anna.me.id, reported: boris.me.id, room, reason: 'spam' as const, shown: '[]' };
    await db()
      .insertInto('report')
      .values([
        { ...report, note: 'old', createdAt: ago('6 months 1 minute') },
        { ...report, note: 'young', createdAt: ago('6 months -1 day') },
      ])
      .execute();
    const [over, banned] = await Promise.all([service.addUser(), service.addUser()]);
    const idOf = async (email: string): Promise<string> =>
      (await db().selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
    const [overId, bannedId] = [await idOf(over.person.email), await idOf(banned.person.email)];
    await db()
      .insertInto('ban')
      .values([
        { userId: overId, until: ago('1 second'), reason: 'flood' },
        { userId: bannedId, until: ago('-1 hour'), reason: 'flood' },
      ])
      .execute();
    const wish = { lang: 'en', iAm: 'other' as const, lookFor: 'anyone' as const, since: ago('2 hours') };
    await db()
      .insertInto('seeker')
      .values([overId, anna.me.id].map((userId) => ({ ...wish, userId })))
      .execute();
    await purge();
    expect(await db().selectFrom('report').select('note').execute()).toEqual([{ note: 'young' }]);
    expect(await db().selectFrom('ban').select('userId').execute()).toEqual([{ userId: bannedId }]);
    expect(await db().selectFrom('seeker').select('userId').execute()).toEqual([{ userId: anna.me.id }]);
  });

  test('the download holds the own part of the chat, and the names of others', async () => {
    const { visitor } = await service.addUser();
    const [clara, dora] = [await arrive(visitor), await arrive()];
    const { room: conversation } = await clara.ask('converse', { person: dora.me.id });
    const { seq } = await clara.say(room, 'In pubic');
    await clara.ask('edit', { room, seq, text: 'In public' });
    await clara.say(conversation, 'Between us');
    const { seq: secret } = await dora.say(conversation, 'A secret of Dora');
    await clara.ask('read', { room: conversation, seq: 1 });
    await clara.ask('react', { room: conversation, seq: secret, reaction: '😮', on: true });
    await clara.ask('mute', { person: boris.me.id, on: true });
    await clara.ask('report', {
      room: conversation,
      person: dora.me.id,
      reason: 'threat',
      note: 'Look at this',
      shown: [[secret, secret]],
    });
    await clara.ask('block', { person: dora.me.id, on: true });
    await dora.ask('report', { room, person: clara.me.id, reason: 'spam', note: 'Against Clara', shown: [] });
    const reply = await visitor.get(resources.data);
    const aTime = expect.stringMatching(/^\d{4}-.*Z$/) as string;
    const inPublic = { kind: 'public', name: room };
    const withDora = { kind: 'private', with: dora.me.name };
    const { account, chat } = reply.json() as { account: object; chat: { rooms: object[] } };
    expect(account).toMatchObject({ seenMarks: true });
    expect(chat).toMatchObject({
      messages: [
        { room: inPublic, text: 'In public', earlier: ['In pubic'] },
        { room: withDora, text: 'Between us', editedAt: null, earlier: null },
      ],
      reactions: [{ room: withDora, seq: secret, messageAt: aTime, reaction: '😮', at: aTime }],
      blocked: [dora.me.name],
      muted: [boris.me.name],
      reports: [{ room: withDora, about: dora.me.name, reason: 'threat', note: 'Look at this' }],
      relationships: [{ kind: 'wrote', with: dora.me.name }],
      lastPartner: null,
      seeking: null,
      ban: null,
    });
    for (const place of [inPublic, { ...withDora, read: 1, delivered: 0, seen: 1 }])
      expect(chat.rooms).toContainEqual(expect.objectContaining(place));
    expect(chat.rooms).toHaveLength(2);
    for (const other of ['A secret of Dora', 'Against Clara', dora.me.id, boris.me.id, anna.me.name])
      expect(reply.text).not.toContain(other);
  });
});
