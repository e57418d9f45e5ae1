import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { makeTalkers, roomAt, type Talker } from '../../scripts/bench/lib/signed-in-users.ts';
import { findPostgres, type Postgres, startPostgres } from '../../scripts/lib/programs/start-postgres.ts';
import { PEOPLE_MAX } from '../../src/contract/chat/chat-protocol.ts';
import { editions } from '../support/configured-site.ts';
import { secondsUntil } from '../support/seconds-until.ts';
import { TestUser, openSocket, opening } from '../support/service/chat/chat-test-user.ts';
import { type SpawnedService, spawnService } from '../support/service/spawn-service.ts';

const edition = editions[0]!;
const schema = `brand_${edition.brand.id}`;
const room = roomAt(edition, 0);
const CROWD = 600;

/** Events that a browser may have got since a time: one a second, and one at the start. */
const maxEventsSince = (startMs: number): number => Math.ceil((performance.now() - startMs) / 1000) + 1;
/** Longest time that a browser waits for an answer. */
const PATIENCE_MS = 8000;
const MOVING = 200;
const ROOMS = 40;
const ROUNDS = 5;
const ACCOUNTS = 100_000;
const ONLINE = 2000;
const MESSAGES = 1_000_000;
const TIMES = 8;
/** The big tables. */
const rowsOf = { user: ACCOUNTS, member: ACCOUNTS, message: MESSAGES };

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres(findPostgres()!);
});
afterAll(() => postgres.remove());

/** Starts a service with signed-in users. */
function startCrowd(amount: number) {
  const crowd = {} as { settings: Record<string, string>; talkers: Talker[]; service: SpawnedService };
  const users: TestUser[] = [];
  beforeAll(async () => {
    const settings = {
      DATA_DIR: mkdtempSync(join(tmpdir(), 'crowds-')),
      AUTH_SECRET: 'only for tests, and long enough for them',
      DATABASE_URL: postgres.newDatabase(),
    };
    const talkers = await makeTalkers(edition, settings, amount, () => []);
    const service = await spawnService('service', inject('site'), settings, edition.host);
    Object.assign(crowd, { settings, talkers, service });
  });
  afterAll(async () => {
    for (const { socket } of users) socket.disconnect();
    await crowd.service.kill('SIGTERM');
    rmSync(crowd.settings.DATA_DIR!, { recursive: true });
  });
  /** Opens the chat and reads its lobby. */
  const arrive = async ({ cookie }: Talker, node = crowd.service): Promise<TestUser> => {
    const socket = openSocket(node.visitor(), { Cookie: cookie });
    const user = new TestUser(socket);
    users.push(user);
    expect(await opening(socket)).toBe('open');
    user.me = (await user.lobby()).me;
    return user;
  };
  return { crowd, arrive };
}

describe(`with ${CROWD} people who arrive at once`, () => {
  const { crowd, arrive } = startCrowd(CROWD);

  test('all enter the same room, and few events announce that they come and leave', async () => {
    const enteringMs = performance.now();
    const events = new Map<string, number>();
    const onlineOf = new Map<string, number>();
    const users = await Promise.all(
      crowd.talkers.map(async (talker) => {
        const user = await arrive(talker);
        const { id } = talker;
        user.socket.on('presence', ({ online }) => {
          events.set(id, (events.get(id) ?? 0) + 1);
          onlineOf.set(id, online[room]!);
        });
        const { people, online } = await user.ask('enter', { room });
        expect(people.length).toBeLessThanOrEqual(PEOPLE_MAX);
        onlineOf.set(id, online);
        return user;
      }),
    );
    await expect.poll(() => [...new Set(onlineOf.values())]).toEqual([CROWD]);
    expect(Math.max(...events.values())).toBeLessThanOrEqual(maxEventsSince(enteringMs));
    expect(events.size).toBe(CROWD);

    const [first, ...others] = users;
    const names = new Set<string>();
    let after: string | undefined;
    for (;;) {
      const { people } = await first!.ask('people', { room, after });
      for (const { name } of people) names.add(name);
      if (people.length < PEOPLE_MAX) break;
      after = people.at(-1)!.name;
    }
    expect(names.size).toBe(CROWD - 1);

    events.clear();
    const leavingMs = performance.now();
    for (const { socket } of others.slice(0, CROWD / 2)) socket.disconnect();
    await expect.poll(() => onlineOf.get(first!.me.id)).toBe(CROWD / 2);
    expect(events.get(first!.me.id)).toBeLessThanOrEqual(maxEventsSince(leavingMs));
  });
});

describe(`with ${MOVING} people who move between rooms, on two nodes`, () => {
  const { crowd, arrive } = startCrowd(MOVING);
  let second: SpawnedService;
  const dataDir = mkdtempSync(join(tmpdir(), 'crowds-'));
  beforeAll(async () => {
    second = await spawnService('service', inject('site'), { ...crowd.settings, DATA_DIR: dataDir }, edition.host);
  });
  afterAll(async () => {
    await second.kill('SIGTERM');
    rmSync(dataDir, { recursive: true });
  });

  test('each person sees the counts of all rooms within 2 s, with at most one event a second', async () => {
    const walkers = await Promise.all(
      crowd.talkers.map(async (talker, number) => {
        const user = await arrive(talker, number % 2 ? second : crowd.service);
        const counts = new Map<string, number>();
        const arrivals: number[] = [];
        user.socket.on('presence', ({ online }) => {
          arrivals.push(performance.now());
          for (const [id, count] of Object.entries(online)) counts.set(id, count);
        });
        for (const { id, kind, online } of (await user.lobby()).rooms) if (kind === 'public') counts.set(id, online);
        return {
          user,
          counts,
          arrivals,
          rooms: [...counts.keys()].slice(0, ROOMS),
          at: undefined as string | undefined,
        };
      }),
    );
    const { rooms } = walkers[0]!;
    for (let round = 0; round < ROUNDS; round += 1) {
      await Promise.all(
        walkers.map(async (walker, number) => {
          const next = rooms[(number * (round + 1)) % rooms.length]!;
          if (walker.at === next) return;
          if (walker.at) await walker.user.ask('leave', { room: walker.at });
          await walker.user.ask('enter', { room: next });
          walker.at = next;
        }),
      );
      const truth = rooms.map((id) => walkers.filter(({ at }) => at === id).length);
      const isTrue = (): boolean =>
        walkers.every(({ counts }) => rooms.every((id, index) => counts.get(id) === truth[index]));
      expect(await secondsUntil(isTrue, () => walkers[0]!.user.lobby())).toBeLessThanOrEqual(2);
    }
    for (const { arrivals } of walkers) {
      const seconds = (arrivals.at(-1)! - arrivals[0]!) / 1000;
      expect(arrivals.length).toBeLessThanOrEqual(1 + Math.ceil(seconds));
    }
  });
});

describe(`with ${ACCOUNTS} accounts, ${ONLINE} of them online, and ${MESSAGES} messages in a room`, () => {
  const { crowd, arrive } = startCrowd(2);
  let database: Client;
  beforeAll(async () => {
    database = new Client(crowd.settings.DATABASE_URL);
    await database.connect();
    await fill();
  });
  afterAll(() => database.end());

  test('the lobby, the people of a room and entering it scan no table sequentially', async () => {
    const user = await arrive(crowd.talkers[0]!);
    const enter = () => user.ask('enter', { room });
    // Each heartbeat of a node reads the connections of the other nodes.
    const online = () => enter().then((entered) => entered.online, String);
    await expect.poll(online, { timeout: 60_000, interval: 1000 }).toBe(ONLINE + 1);
    const before = await rowsReadFromEndToEnd();
    for (let time = 0; time < TIMES; time += 1) {
      const begin = performance.now();
      const { rooms } = await user.lobby();
      expect(rooms.find(({ id }) => id === room)).toMatchObject({ unread: 100, online: ONLINE + 1, head: MESSAGES });
      expect((await user.ask('people', { room })).people).toHaveLength(PEOPLE_MAX);
      expect((await enter()).messages).toHaveLength(50);
      expect(performance.now() - begin).toBeLessThan(PATIENCE_MS);
    }
    const after = await rowsReadFromEndToEnd();
    // From time to time a node reads all people online, which may take a scan of its own.
    const scans = Object.entries(rowsOf).map(([table, rows]) => Math.floor((after[table]! - before[table]!) / rows));
    expect(Math.max(...scans)).toBeLessThan(TIMES / 2);
  });

  /** Rows of the big tables that were read by sequential scans. */
  async function rowsReadFromEndToEnd(): Promise<Record<string, number>> {
    // A connection of PostgreSQL reports the rows that it has read when it has been idle for ten seconds.
    await new Promise((done) => setTimeout(done, 10_500));
    const { rows } = await database.query<{ relname: string; read: number }>(
      `select relname, seq_tup_read::float8 as read from pg_stat_user_tables where schemaname = '${schema}'`,
    );
    return Object.fromEntries(rows.map(({ relname, read }) => [relname, read]));
  }

  async function fill(): Promise<void> {
    await database.query(`
      set search_path to ${schema};
      -- Nothing is to be checked, which would take minutes.
      set session_replication_role to replica;
      insert into "user" select 'person' || n, 'Person ' || n, 'person' || n, 'p' || n || '@mail.example', true, null,
        now(), now(), now(), now() from generate_series(1, ${ACCOUNTS}) n;
      insert into member select '${room}', 'person' || n, 0 from generate_series(1, ${ACCOUNTS}) n;
      insert into member values ('${room}', '${crowd.talkers[0]!.id}', 0);
      -- A node that lives as long as the test.
      insert into node values (gen_random_uuid(), now() + interval '1 hour');
      insert into connection select 'socket' || n, (select id from node order by "seenAt" desc limit 1), 'person' || n
        from generate_series(1, ${ONLINE}) n;
      insert into message (room, seq, position, sender, "clientId", text)
        select '${room}', n, n, 'person' || (n % 1000 + 1), gen_random_uuid(), 'Message ' || n
        from generate_series(1, ${MESSAGES}) n;
      update room set head = ${MESSAGES} where id = '${room}';
      analyze`);
  }
});
