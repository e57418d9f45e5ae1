import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { beforeAll, describe, expect, test, vi } from 'vitest';

import type { RequestName } from '../../src/contract/chat/chat-protocol.ts';
import { befriend, anySearch, enterChat, type TestUser, chatEntry } from '../support/service/chat/chat-test-user.ts';
import { databases, testService } from '../support/service/test-service.ts';

describe.each(databases)('on %s', (database) => {
  const service = testService(database);
  let anna: TestUser;
  let boris: TestUser;
  let clara: TestUser;
  const enter = chatEntry();
  const arrive = async (host?: string): Promise<TestUser> => enter((await service.addUser({}, host)).visitor);
  beforeAll(async () => {
    anna = await arrive();
    boris = await arrive('ru.amber.example');
    clara = await arrive();
  });

  test('a room has the people of all hosts of its brand, and of no other brand', async () => {
    const onyx = await arrive('onyx.example');
    const room = 'en.lounge';
    for (const user of [anna, boris, onyx]) await user.ask('enter', { room });
    await anna.say(room, 'Good evening');
    await expect.poll(() => boris.heard(room)).toEqual(['Good evening']);
    const { messages } = await boris.ask('before', { room, seq: 1_000_000 });
    expect(messages.map(({ text, sender, seq }) => [text, sender.name, seq])).toEqual([
      ['Good evening', anna.me.name, 1],
    ]);
    expect(onyx.heard(room)).toEqual([]);
    expect((await onyx.ask('before', { room, seq: 1_000_000 })).messages).toEqual([]);
  });

  test('a message that is sent again is stored once, and gets the same answer', async () => {
    const room = 'en.evening';
    await anna.ask('enter', { room });
    const id = randomUUID();
    const sent = await Promise.all([1, 2, 3].map(() => anna.say(room, 'Only once', { id })));
    expect(new Set(sent.map(({ seq }) => seq))).toEqual(new Set([1]));
    expect(anna.heard(room)).toEqual(['Only once']);
  });

  test('missed messages are fetched by position', async () => {
    const room = 'de.music';
    await anna.ask('enter', { room });
    await boris.ask('enter', { room });
    for (let number = 1; number <= 5; number += 1) await anna.say(room, `Song ${number}`);
    const missed = await boris.ask('since', { room, position: 2 });
    expect([missed.from, missed.head, missed.reset]).toEqual([2, 5, false]);
    expect(missed.messages.map(({ text }) => text)).toEqual(['Song 3', 'Song 4', 'Song 5']);
  });

  test('edits, deletions and reactions are changes with positions of their own', async () => {
    const room = 'en.travel';
    for (const user of [anna, boris]) await user.ask('enter', { room });
    const { seq } = await anna.say(room, 'Lisbom');
    await boris.ask('react', { room, seq, reaction: '🔥', on: true });
    await boris.ask('react', { room, seq, reaction: '🔥', on: true });
    await anna.ask('edit', { room, seq, text: 'Lisbon' });
    await anna.ask('delete', { room, seq });
    await expect.poll(() => boris.changes.filter((one) => one.room === room).length).toBe(4);
    const seen = boris.changes.filter((one) => one.room === room);
    expect(seen.map(({ from, head }) => [from, head])).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
    ]);
    expect(seen.map(({ messages: [message] }) => [message!.text, message!.edited, message!.reactions])).toEqual([
      ['Lisbom', false, {}],
      ['Lisbom', false, { '🔥': 1 }],
      ['Lisbon', true, { '🔥': 1 }],
      [null, true, {}],
    ]);
    expect(await boris.refusal('edit', { room, seq, text: 'Mine now' })).toBe('gone');
    expect(await boris.refusal('delete', { room, seq })).toBe('gone');
  });

  test('a private conversation has two members only', async () => {
    const room = await befriend(anna, boris.me.id, service.brand('amber'));
    expect(await boris.ask('converse', { person: anna.me.id })).toEqual({ room });
    await boris.lobby();
    const { seq } = await anna.say(room, 'Between us');
    await expect.poll(() => boris.heard(room)).toEqual(['Between us']);
    const requests: [RequestName, unknown][] = [
      ['send', { room, id: randomUUID(), text: 'Me too' }],
      ['since', { room, position: 0 }],
      ['before', { room, seq: 10 }],
      ['enter', { room }],
      ['leave', { room }],
      ['typing', { room }],
      ['react', { room, seq, reaction: '👍', on: true }],
      ['edit', { room, seq, text: 'Changed' }],
      ['delete', { room, seq }],
      ['report', { room, person: anna.me.id, reason: 'spam', note: '', shown: [[seq, seq]] }],
    ];
    for (const request of requests) expect([request[0], await clara.refusal(...request)]).toEqual([request[0], 'gone']);
    const { rooms } = await boris.lobby();
    const facts = rooms.find(({ id }) => id === room)!;
    expect([facts.other!.name, facts.other!.online, facts.unread]).toEqual([anna.me.name, null, 1]);
    await boris.ask('read', { room, seq });
    expect((await boris.lobby()).rooms.find(({ id }) => id === room)!.unread).toBe(0);
  });

  test('the lobby has the first words of the last message of a conversation, unless it is deleted or its sender blocked', async () => {
    const dora = await arrive();
    const room = await befriend(anna, dora.me.id, service.brand('amber'));
    const last = async (user: TestUser) => (await user.lobby()).rooms.find(({ id }) => id === room)?.last;
    expect(await last(anna)).toBeUndefined();
    const { seq, at } = await anna.say(room, `Hello,\n${'you '.repeat(100)}`);
    expect(await last(anna)).toEqual({
      seq,
      position: seq,
      at,
      isOwn: true,
      text: `Hello, ${'you '.repeat(100)}`.slice(0, 80),
    });
    expect(await last(dora)).toMatchObject({ seq, isOwn: false });
    const answer = await dora.say(room, 'Hello, Ana');
    await dora.ask('edit', { room, seq: answer.seq, text: 'Hello, Anna' });
    expect(await last(anna)).toMatchObject({ seq: answer.seq, at: answer.at, isOwn: false, text: 'Hello, Anna' });
    await anna.ask('block', { person: dora.me.id, on: true });
    expect([await last(anna), await last(dora)]).toMatchObject([{ seq }, { seq: answer.seq, isOwn: true }]);
    await anna.ask('block', { person: dora.me.id, on: false });
    await dora.ask('delete', { room, seq: answer.seq });
    expect(await last(anna)).toMatchObject({ seq });
    await anna.ask('delete', { room, seq });
    expect(await last(dora)).toBeUndefined();
    const { rooms } = await anna.lobby();
    expect(rooms.filter(({ kind, last: one }) => kind === 'public' && one)).toEqual([]);
  });

  test('a lobby does not search all deleted messages of a conversation for its last words', async () => {
    const dora = await arrive();
    const room = await befriend(anna, dora.me.id, service.brand('amber'));
    const { seq } = await anna.say(room, 'Hello');
    const { db, schema } = service.brand('amber');
    const deleteUpTo = async (head: number): Promise<void> => {
      await sql`insert into ${sql.id(schema, 'message')} ("room", "seq", "position", "sender", "clientId")
        select ${room}, number, number, ${anna.me.id}, gen_random_uuid() from generate_series(
          (select "head" + 1 from ${sql.id(schema, 'room')} where "id" = ${room}), ${head}::bigint) as number`.execute(
        db,
      );
      await db.updateTable('room').set({ head }).where('id', '=', room).execute();
    };
    const last = async () => (await dora.lobby()).rooms.find(({ id }) => id === room)?.last;
    await deleteUpTo(200);
    expect(await last()).toMatchObject({ seq, text: 'Hello' });
    await deleteUpTo(201);
    expect(await last()).toBeUndefined();
  });

  test('a block works both ways, in every room, from its answer on', async () => {
    const room = 'fr.lounge';
    for (const user of [anna, boris, clara]) await user.ask('enter', { room });
    const conversation = await befriend(anna, clara.me.id, service.brand('amber'));
    await anna.say(conversation, 'Hello');
    await anna.ask('block', { person: clara.me.id, on: true });
    const before = clara.heard(room).length;
    await anna.say(room, 'Clara must not read this');
    await clara.say(room, 'Nor Anna this');
    await boris.say(room, 'But both this');
    await expect.poll(() => clara.heard(room)).toContain('But both this');
    await expect.poll(() => anna.heard(room)).toContain('But both this');
    expect(clara.heard(room).slice(before)).toEqual(['Nor Anna this', 'But both this']);
    expect(anna.heard(room)).toEqual(['Clara must not read this', 'But both this']);
    expect((await clara.ask('since', { room, position: 0 })).messages.map(({ text }) => text)).toEqual([
      'Nor Anna this',
      'But both this',
    ]);
    // The people of a room are read soon after they enter it.
    const seenByClara = async () => (await clara.ask('enter', { room })).people.map(({ name }) => name);
    await expect.poll(seenByClara).toEqual([boris.me.name]);
    expect(await clara.refusal('send', { room: conversation, id: randomUUID(), text: 'Why?' })).toBe('blocked');
    expect(await anna.refusal('converse', { person: clara.me.id })).toBe('blocked');
    await clara.ask('typing', { room });
    await boris.ask('typing', { room });
    await expect.poll(() => anna.typing).toEqual([boris.me.name]);
    await anna.ask('block', { person: clara.me.id, on: false });
    await anna.lobby();
    await clara.say(conversation, 'Again');
    await expect.poll(() => anna.heard(conversation)).toContain('Again');
  });

  test('partners are found in the order in which they came, never the same twice in a row, never blocked', async () => {
    const [dora, emil, fay] = await Promise.all([arrive(), arrive(), arrive()]);
    const partnerOf = async (user: TestUser): Promise<string | undefined> =>
      (await user.lobby()).rooms.find(({ kind, ended }) => kind === 'partner' && !ended)?.other?.name;
    await dora.ask('seek', anySearch);
    expect((await dora.lobby()).seeking).toBe(true);
    await emil.ask('seek', { ...anySearch, lang: 'de' });
    expect(await partnerOf(dora)).toBeUndefined();
    await emil.ask('seek', anySearch);
    expect([await partnerOf(dora), await partnerOf(emil)]).toEqual([emil.me.name, dora.me.name]);
    const room = (await dora.lobby()).rooms.find(({ kind }) => kind === 'partner')!.id;
    await emil.say(room, 'Hello there');
    await dora.ask('leave', { room });
    expect(await emil.refusal('send', { room, id: randomUUID(), text: 'Still there?' })).toBe('gone');
    await dora.ask('seek', anySearch);
    await emil.ask('seek', anySearch);
    expect(await partnerOf(dora)).toBeUndefined();
    await fay.ask('block', { person: dora.me.id, on: true });
    await fay.ask('seek', anySearch);
    expect(await partnerOf(fay)).toBe(emil.me.name);
    await dora.ask('stopSeeking', {});
    expect((await dora.lobby()).seeking).toBe(false);
  });

  test('a report keeps the text that its reporter saw, not later edits', async () => {
    const room = 'es.lounge';
    for (const user of [anna, boris]) await user.ask('enter', { room });
    const { seq } = await anna.say(room, 'Something bad');
    await boris.ask('react', { room, seq, reaction: '😢', on: true });
    await anna.ask('edit', { room, seq, text: 'Something nice' });
    await anna.ask('delete', { room, seq });
    await boris.ask('report', { room, person: anna.me.id, reason: 'threat', note: 'Look', shown: [[seq, seq]] });
    const reports = await service.brand('amber').db.selectFrom('report').selectAll().execute();
    expect(reports.map(({ reporter, reported, reason, shown }) => ({ reporter, reported, reason, shown }))).toEqual([
      {
        reporter: boris.me.id,
        reported: anna.me.id,
        reason: 'threat',
        shown: [expect.objectContaining({ seq, text: 'Something bad', name: anna.me.name })],
      },
    ]);
  });

  test('a report reads the text at the position that its reporter saw', async () => {
    const room = 'es.music';
    const { db } = service.brand('amber');
    for (const user of [anna, boris]) await user.ask('enter', { room });
    const seqs = [(await anna.say(room, 'First')).seq, (await anna.say(room, 'Second')).seq];
    // Each message was edited a hundred times.
    const positions = Array.from({ length: 100 }, (_, number) => 10 + 10 * number);
    for (const seq of seqs) {
      const revisions = positions.map((position) => ({ room, seq, position, text: `${seq} at ${position}` }));
      await db.insertInto('revision').values(revisions).execute();
      await db
        .updateTable('message')
        .set({ text: `${seq} now`, position: 2000 + seq })
        .where('room', '=', room)
        .where('seq', '=', seq)
        .execute();
    }
    const query = vi.spyOn(db.getExecutor(), 'executeQuery');
    const shown: [number, number][] = [
      [seqs[1]!, 500],
      [seqs[0]!, 1],
      [seqs[0]!, 495],
      [seqs[1]!, 1001],
      [seqs[0]!, 9999],
      [999, 1],
    ];
    await boris.ask('report', { room, person: anna.me.id, reason: 'other', note: '', shown });
    // The service also reads who is online, at times of its own.
    const ofTexts = query.mock.results.filter((_, call) => /"(message|revision)"/.test(query.mock.calls[call]![0].sql));
    const results = await Promise.all(ofTexts.map(({ value }) => value));
    query.mockRestore();
    expect(results.length).toBeGreaterThan(0);
    expect(Math.max(...results.map(({ rows }) => rows.length))).toBeLessThanOrEqual(shown.length);
    const { shown: stored } = await db
      .selectFrom('report')
      .select('shown')
      .where('room', '=', room)
      .executeTakeFirstOrThrow();
    const [one, two] = seqs;
    expect((stored as unknown as { text: string }[]).map(({ text }) => text)).toEqual([
      `${two} at 500`,
      `${one} at 10`,
      `${one} at 500`,
      `${two} now`,
      `${one} now`,
    ]);
  });

  test('a sign-out closes the socket at once, and a visitor without a session cannot enter', async () => {
    const { visitor } = await service.addUser();
    const user = await enterChat(visitor);
    const cut = new Promise((done) => user.socket.once('disconnect', done));
    await visitor.post('/api/auth/logout', {});
    expect(await cut).toBe('io server disconnect');
    await expect(enterChat(visitor)).rejects.toThrow('signedOut');
  });
});
