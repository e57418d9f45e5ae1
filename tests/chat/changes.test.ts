import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';

import { REACTIONS } from '../../src/contract/chat/reaction-emoji.ts';
import { logOf, type RoomLog, withChanges, withReaction } from '../../src/islands/chat/client/rooms/room-log.ts';
import { acceptConversations, chatEntry, receiveAll, type TestUser } from '../support/service/chat/chat-test-user.ts';
import { databases, testService } from '../support/service/test-service.ts';

const room = 'en.lounge';
const PEOPLE = 20;

describe.each(databases)('on %s', (database) => {
  const service = testService(database);
  const enter = chatEntry();
  let people: TestUser[];
  let [anna, boris]: TestUser[] = [];
  beforeAll(async () => {
    people = await Promise.all(
      Array.from({ length: PEOPLE }, async () => enter((await service.addUser()).visitor, room)),
    );
    [anna, boris] = people;
  });

  test('reactions of many people at once are stored, numbered without a gap, and read by all alike', async () => {
    const { seq } = await anna!.say(room, 'The first');
    const before = logOf(await boris!.ask('enter', { room }));
    boris!.changes.length = 0;
    const react = (user: TestUser, index: number, on: boolean) =>
      user.ask('react', { room, seq, reaction: REACTIONS[index]!, on });
    await Promise.all(
      people.flatMap((user) => [
        ...REACTIONS.map((_, index) => react(user, index, true)),
        react(user, 0, false),
        react(user, 0, true),
        react(user, 1, false),
      ]),
    );
    await receiveAll(boris!);
    let log: RoomLog = before;
    for (const changes of boris!.changesOf(room)) {
      const next = withChanges(log, changes);
      if (next === 'gap') throw new Error(`a gap before ${changes.from}`);
      log = next;
    }
    for (const [index, reaction] of REACTIONS.entries()) log = withReaction(log, seq, reaction, index !== 1);
    const after = logOf(await boris!.ask('enter', { room }));
    expect(log.position - before.position).toBe(PEOPLE * (REACTIONS.length + 3));
    expect(log.position).toBe(after.position);
    const [shown, stored] = [log, after].map(({ messages }) => messages.find((message) => message.seq === seq)!);
    expect({ ...shown, mine: shown!.mine!.toSorted() }).toEqual({ ...stored, mine: stored!.mine!.toSorted() });
    expect(stored!.reactions).toEqual(
      Object.fromEntries(REACTIONS.filter((_, index) => index !== 1).map((reaction) => [reaction, PEOPLE])),
    );
    // A batch sends a message once, however many changes it had.
    expect(boris!.changesOf(room).length).toBeLessThan(log.position - before.position);
  });

  test('each person of a batch gets their own answer', async () => {
    const { seq } = await anna!.say(room, 'The second');
    const answers = await Promise.all([
      anna!.refusal('edit', { room, seq, text: 'The second, edited' }),
      boris!.refusal('edit', { room, seq, text: 'Not by Boris' }),
      boris!.refusal('delete', { room, seq }),
      people[2]!.refusal('react', { room, seq, reaction: '👍', on: true }),
      people[3]!.refusal('react', { room, seq: 9999, reaction: '👍', on: true }),
      people[4]!.refusal('react', { room: 'de.lounge', seq, reaction: '👍', on: true }),
    ]);
    expect(answers).toEqual([undefined, 'gone', 'gone', undefined, 'gone', 'gone']);
  });

  test('changes above the limit are refused one by one', async () => {
    const { seq } = await anna!.say(room, 'The third');
    const flooder = await enter((await service.addUser()).visitor, room);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        flooder.refusal('react', { room, seq, reaction: '👍', on: index % 2 === 0 }),
      ),
    );
    const stored = answers.findIndex((answer) => answer === 'tooMany');
    expect(stored).toBeGreaterThanOrEqual(30);
    expect(answers.slice(0, stored).every((answer) => answer === undefined)).toBe(true);
  });

  test('nodes of the release before change messages by the same rules', async () => {
    const { db, schema } = service.brand('amber');
    const { room: conversation } = await anna!.ask('converse', { person: boris!.me.id });
    await acceptConversations(service.brand('amber'));
    const { seq } = await anna!.say(conversation, 'In private');
    const change = async (person: TestUser, kind: string, text: string | null) =>
      (
        await sql<{ refusal: string; position: number; text: string }>`
          select * from ${sql.id(schema, 'change_message')}(
            ${conversation}, ${seq}, ${person.me.id}, ${kind}, ${text}, ${kind === 'react' ? '👍' : null}, 20, null, 1, 1
          )`.execute(db)
      ).rows.map(({ refusal, position, text: now }) => refusal ?? [position, now]);
    expect(await change(boris!, 'edit', 'Not by Boris')).toEqual(['gone']);
    expect(await change(anna!, 'edit', 'Edited')).toEqual([[seq + 1, 'Edited']]);
    expect(await change(anna!, 'edit', 'Edited')).toEqual([]);
    expect(await change(boris!, 'react', null)).toEqual([[seq + 2, 'Edited']]);
    expect(await change(anna!, 'delete', null)).toEqual([[seq + 3, null]]);
  });

  test('a change is told from the statement that stores it: no later failure turns it into an error, or shows what a block hides', async () => {
    const { db, schema } = service.brand('amber');
    const [clara, dora] = people.slice(5);
    const { seq } = await anna!.say(room, 'The fourth');
    await dora!.ask('react', { room, seq, reaction: '👍', on: true });
    await clara!.ask('block', { person: dora!.me.id, on: true });
    const run = (statements: string[]) =>
      db.transaction().execute(async (transaction) => {
        await sql`set local search_path to ${sql.id(schema)}`.execute(transaction);
        for (const statement of statements) await sql.raw(statement).execute(transaction);
      });
    // Presence is read once a second for itself.
    await run([
      `create function "fail"() returns boolean language plpgsql as $$ begin
        if current_query() not like all (array['%change_messages%', '%isOnline%']) then raise 'The table cannot be read.'; end if;
        return true;
      end $$`,
      'alter table "block" rename to "block_rows"',
      'create view "block" as select * from "block_rows" where "fail"()',
    ]);
    for (const user of [boris!, clara!]) user.changes.length = 0;
    const answer = await anna!.refusal('react', { room, seq, reaction: '👍', on: true });
    const shown = () => [boris!, clara!].map((user) => user.changesOf(room).at(-1)?.messages.at(-1)?.reactions['👍']);
    await expect.poll(shown).toEqual([2, 1]);
    await run(['drop view "block"', 'alter table "block_rows" rename to "block"', 'drop function "fail"']);
    expect(answer).toBeUndefined();
  });
});
