import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { secondsUntil } from '../support/seconds-until.ts';
import { type TestUser, chatEntry, REQUEST_POLL } from '../support/service/chat/chat-test-user.ts';
import { databases, startTestService, type TestService } from '../support/service/test-service.ts';

const room = 'en.lounge';

describe.each(databases)('on %s', (database) => {
  let service: TestService;
  let anna: TestUser;
  const enter = chatEntry();
  const arrive = async (): Promise<TestUser> => enter((await service.addUser()).visitor, room);
  beforeAll(async () => {
    service = await startTestService(database);
    anna = await arrive();
  });
  afterAll(() => service.close());

  const namesSeenByAnna = async (): Promise<string[]> =>
    (await anna.ask('people', { room })).people.map(({ name }) => name);

  test('arrivals and departures during a failure of the database are known after it', async () => {
    const { db, schema } = service.brand('amber');
    const run = (statement: string) => sql.raw(statement.replaceAll('SCHEMA', schema)).execute(db);
    const refused = async (what: 'insert' | 'delete'): Promise<boolean> => {
      const { rows } = await sql<{ is_called: boolean }>`
        select is_called from ${sql.id(schema, `refused_${what}`)}`.execute(db);
      return rows[0]!.is_called;
    };
    const boris = await arrive();
    await expect.poll(namesSeenByAnna, REQUEST_POLL).toEqual([boris.me.name]);
    // A sequence advances even if the statement fails.
    for (const what of ['insert', 'delete']) await run(`create sequence SCHEMA.refused_${what}`);
    await run(`
      create function SCHEMA.refuse() returns trigger language plpgsql as $$ begin
        perform nextval('SCHEMA.refused_' || lower(tg_op));
        raise exception 'refused';
      end $$`);
    await run(
      `create trigger refuse before insert or delete on SCHEMA.connection for each row execute function SCHEMA.refuse()`,
    );
    const clara = await arrive();
    await expect.poll(() => refused('insert')).toBe(true);
    boris.socket.disconnect();
    await expect.poll(() => refused('delete')).toBe(true);
    await run('drop trigger refuse on SCHEMA.connection');
    await expect.poll(namesSeenByAnna, REQUEST_POLL).toEqual([clara.me.name]);
    await expect.poll(() => anna.presence).toContainEqual({ id: boris.me.id, online: false });
    expect(anna.presence).toContainEqual({ id: clara.me.id, online: true });
    clara.socket.disconnect();
    await expect.poll(namesSeenByAnna, REQUEST_POLL).toEqual([]);
    expect(service.errors.splice(0)).toMatchObject([{ message: 'P0001' }]);
  });

  test('arrivals are announced in a single event a second, and counted in the lobby', async () => {
    const visitors = await Promise.all(Array.from({ length: 8 }, () => service.addUser()));
    const events: string[][] = [];
    anna.socket.on('presence', ({ people }) => events.push(people?.[room]?.joined.map(({ id }) => id) ?? []));
    const begin = performance.now();
    const ids: string[] = [];
    for (const { visitor } of visitors) ids.push((await enter(visitor, room)).me.id);
    await expect.poll(() => new Set(events.flat())).toEqual(new Set(ids));
    expect(events.length).toBeLessThanOrEqual(1 + (performance.now() - begin) / 1000);
    const online = async () => (await anna.lobby()).rooms.find(({ id }) => id === room)!.online;
    await expect.poll(online, REQUEST_POLL).toBe(9);
    await anna.ask('block', { person: ids[0]!, on: true });
    await expect.poll(online, REQUEST_POLL).toBe(8);
    expect((await anna.ask('people', { room })).online).toBe(8);
  });

  test('counts of rooms that a user has not entered change within 2 s, in one event a second', async () => {
    const [clara, dora] = await Promise.all([arrive(), arrive()]);
    // The count includes users once the service has read them.
    await expect.poll(namesSeenByAnna, REQUEST_POLL).toEqual(expect.arrayContaining([clara.me.name, dora.me.name]));
    const watcher = await enter((await service.addUser()).visitor);
    const counts = new Map((await watcher.lobby()).rooms.map(({ id, online }) => [id, online]));
    let events = 0;
    watcher.socket.on('presence', ({ online }) => {
      events += 1;
      for (const [id, count] of Object.entries(online)) counts.set(id, count);
    });
    const before = counts.get(room)!;
    const begin = performance.now();
    const rooms = [...counts.keys()].filter((id) => id !== room).slice(0, 8);
    for (const id of rooms) for (const user of [clara, dora]) await user.ask('enter', { room: id });
    for (const user of [clara, dora]) await user.ask('leave', { room });
    const isShown = (): boolean => counts.get(room) === before - 2 && rooms.every((id) => counts.get(id) === 2);
    expect(await secondsUntil(isShown, () => watcher.lobby())).toBeLessThanOrEqual(2);
    expect(events).toBeLessThanOrEqual(1 + (performance.now() - begin) / 1000);
  });

  test('counts show a user neither the presence nor the moves of a blocked user', async () => {
    const [clara, dora, emil] = await Promise.all([arrive(), arrive(), arrive()]);
    const other = (await emil.lobby()).rooms.find(({ kind, online }) => kind === 'public' && !online)!.id;
    const announced = (user: TestUser): number[] => {
      const all: number[] = [];
      user.socket.on('presence', ({ online }) => void (other in online && all.push(online[other]!)));
      return all;
    };
    await clara.ask('block', { person: dora.me.id, on: true });
    const [doras, emils] = [announced(dora), announced(emil)];
    await clara.ask('enter', { room: other });
    await expect.poll(() => emils).toEqual([1]);
    await emil.ask('enter', { room: other });
    await expect.poll(() => [doras, emils]).toEqual([[1], [1, 2]]);
    expect([await countFor(dora, other), await countFor(emil, other)]).toEqual([1, 2]);
  });
  const countFor = async (user: TestUser, id: string) =>
    (await user.lobby()).rooms.find((one) => one.id === id)!.online;
});
