import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';

import { makeTalkers, roomAt, type Talker } from '../../scripts/bench/lib/signed-in-users.ts';
import { findPostgres, type Postgres, startPostgres } from '../../scripts/lib/programs/start-postgres.ts';
import { forms } from '../../src/contract/forms.ts';
import { hashPassword } from '../../src/service/auth/password.ts';
import { editions } from '../support/configured-site.ts';
import { enterChat, type TestUser, REQUEST_POLL } from '../support/service/chat/chat-test-user.ts';
import { type SpawnedService, spawnService } from '../support/service/spawn-service.ts';
import type { Visitor } from '../support/service/visitor.ts';

const edition = editions[0]!;
const schema = `brand_${edition.brand.id}`;
const room = roomAt(edition, 0);
const LOSSES = 20;
const MESSAGES = 200_000;

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres(findPostgres()!);
});
afterAll(() => postgres.remove());

let settings: Record<string, string>;
let talkers: Talker[];
let admin: Client;
let nodes: SpawnedService[];
beforeEach(async () => {
  settings = {
    DATA_DIR: mkdtempSync(join(tmpdir(), 'database-faults-')),
    DATABASE_URL: postgres.newDatabase(),
    AUTH_SECRET: 'only for tests, and long enough for them',
    TURN_URLS: 'turn:127.0.0.1:1',
    TURN_SECRET: 'of no server, but as long as one has to be',
  };
  talkers = await makeTalkers(edition, settings, 4, () => [room]);
  admin = new Client(settings.DATABASE_URL);
  // A test may restart PostgreSQL.
  admin.on('error', () => undefined);
  await admin.connect();
  await admin.query(`set search_path to ${schema}`);
  nodes = [];
});
afterEach(async () => {
  for (const node of nodes) await node.kill('SIGKILL');
  await admin.end();
  rmSync(settings.DATA_DIR!, { recursive: true });
});

async function startNode(parameters = ''): Promise<SpawnedService> {
  const DATABASE_URL = settings.DATABASE_URL! + parameters;
  const node = await spawnService('service', inject('site'), { ...settings, DATABASE_URL }, edition.host);
  nodes.push(node);
  return node;
}

function visitorOf(node: SpawnedService, { cookie }: Talker): Visitor {
  const visitor = node.visitor();
  const [name, value] = cookie.split('=') as [string, string];
  visitor.cookies.set(name, value);
  return visitor;
}

async function arrive(node: SpawnedService, talker: Talker): Promise<TestUser> {
  const user = await enterChat(visitorOf(node, talker));
  onTestFinished(() => void user.socket.disconnect());
  return user;
}

/** Counts the connections of nodes that are in a state. */
async function countActivity(where: string): Promise<number> {
  // A transaction would see the activity of its first look.
  await admin.query('select pg_stat_clear_snapshot()');
  const { rows } = await admin.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and ${where}`,
  );
  return rows[0]!.count;
}

/** Freezes a node whose transaction waits for a table, and lets the table go. */
async function freezeInside(table: string, node: SpawnedService, work: () => void): Promise<void> {
  await admin.query('begin');
  await admin.query(`lock table "${table}" in access exclusive mode`);
  work();
  await expect.poll(() => countActivity(`wait_event_type = 'Lock'`), { interval: 20 }).toBeGreaterThan(0);
  process.kill(node.pid, 'SIGSTOP');
  await admin.query('commit');
}

describe('a node that is frozen', () => {
  let anna: TestUser;
  let boris: TestUser;
  let clara: TestUser;
  let frozen: SpawnedService;
  let other: SpawnedService;
  let conversation: string;
  beforeEach(async () => {
    frozen = await startNode();
    other = await startNode();
    anna = await arrive(frozen, talkers[0]!);
    boris = await arrive(other, talkers[1]!);
    clara = await arrive(other, talkers[2]!);
    conversation = (await boris.ask('converse', { person: anna.me.id })).room;
    await admin.query(`update "room" set "acceptedAt" = now() where "id" = $1`, [conversation]);
    await boris.say(conversation, 'Call me');
  });

  test('inside a reaction locks no room', async () => {
    const { seq } = await boris.say(room, 'Who likes this?');
    await freezeInside('reaction', frozen, () =>
      anna.socket.emit('react', { room, seq, reaction: '👍', on: true }, () => undefined),
    );
    await clara.say(room, 'I do');
    await boris.say(conversation, 'Are you there?');
    expect(await countActivity(`state = 'idle in transaction'`)).toBe(0);
  });

  test('inside a change of a password locks no room, and the account can still write', async () => {
    frozen = await startNode('?idle_in_transaction_session_timeout=60000');
    const [password, newPassword] = ['walnut bicycle thunder', 'granite lantern orchard'];
    await admin.query(
      `insert into account (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
       values ($1, $1, 'credential', $1, $2, now(), now())`,
      [anna.me.id, await hashPassword(password)],
    );
    const { room: fresh } = await clara.ask('converse', { person: anna.me.id });
    await freezeInside('passwordReset', frozen, () => {
      const visitor = visitorOf(frozen, talkers[0]!);
      // Gets no answer: its node is frozen.
      void visitor.post(forms.newPassword.action, { password, newPassword }).catch(() => undefined);
    });
    const elsewhere = await arrive(other, talkers[0]!);
    await clara.say(fresh, 'Are you there?');
    await elsewhere.say(room, 'I am');
    await boris.say(room, 'So am I');
    expect(await countActivity(`state = 'idle in transaction'`)).toBe(1);
  });

  test('inside a call request blocks no public room, and its conversation for 5 s', async () => {
    await freezeInside('call', frozen, () =>
      anna.socket.emit(
        'call',
        { room: conversation, call: crypto.randomUUID(), device: crypto.randomUUID(), video: false },
        () => undefined,
      ),
    );
    await expect.poll(() => countActivity(`state = 'idle in transaction'`), { interval: 20 }).toBe(1);
    const late = boris.say(conversation, 'Are you there?');
    for (const text of ['One', 'Two', 'Three']) await clara.say(room, text);
    expect(await countActivity(`state = 'idle in transaction'`)).toBe(1);
    expect((await late).seq).toBe(2);
  });
});

test('people who leave during a restart of PostgreSQL are absent afterwards', async () => {
  const [one, two] = [await startNode(), await startNode()];
  const [anna, boris, clara, dora] = [
    await arrive(one, talkers[0]!),
    await arrive(one, talkers[1]!),
    await arrive(two, talkers[2]!),
    await arrive(two, talkers[3]!),
  ];
  const peopleSeenBy = async (user: TestUser): Promise<string[]> =>
    (await user.ask('people', { room })).people.map(({ id }) => id);
  await expect.poll(() => peopleSeenBy(anna), REQUEST_POLL).toEqual([boris.me.id, clara.me.id, dora.me.id]);
  postgres.stop('immediate');
  for (const { socket } of [boris, clara]) socket.disconnect();
  // A node deletes a connection 3 s after its socket closes, to allow for a reload: PostgreSQL is away then.
  await sleep(4000);
  await postgres.start();
  const seen = async () => Promise.all([anna, dora].map(peopleSeenBy)).catch(String);
  await expect.poll(seen, { timeout: 120_000, ...REQUEST_POLL }).toEqual([[dora.me.id], [anna.me.id]]);
}, 300_000);

test('nodes reach each other after they lost their LISTEN clients twenty times, and stay ready', async () => {
  const [one, two] = [await startNode(), await startNode()];
  const [anna, boris] = [await arrive(one, talkers[0]!), await arrive(two, talkers[1]!)];
  const listening = `query like 'LISTEN%'`;
  for (let loss = 1; loss <= LOSSES; loss += 1) {
    await expect.poll(() => countActivity(listening), { message: `before loss ${loss}`, interval: 100 }).toBe(2);
    await countActivity(`${listening} and pg_terminate_backend(pid, 1000)`);
    for (const node of [one, two]) expect((await node.visitor().get('/api/health/ready')).status).toBe(200);
  }
  await expect.poll(() => countActivity(listening), { interval: 100 }).toBe(2);
  await anna.say(room, 'Can you hear me?');
  await expect.poll(() => boris.heard(room)).toEqual(['Can you hear me?']);
  await boris.say(room, 'I can');
  await expect.poll(() => anna.heard(room)).toEqual(['Can you hear me?', 'I can']);
}, 300_000);

test('200,000 messages of a deleted account are deleted even if the process is killed midway, and others go on writing', async () => {
  const left = async (): Promise<number> => {
    const { rows } = await admin.query<{ count: number }>('select count(*)::int from message where sender = $1', [
      talkers[3]!.id,
    ]);
    return rows[0]!.count;
  };
  await admin.query(
    `insert into message (room, seq, position, sender, "clientId", text)
     select $1, number, number, $2, gen_random_uuid(), 'Message ' || number from generate_series(1, $3::int) as number`,
    [room, talkers[3]!.id, MESSAGES],
  );
  await admin.query('update room set head = $2 where id = $1', [room, MESSAGES]);
  await admin.query('delete from "user" where id = $1', [talkers[3]!.id]);
  const first = await startNode();
  await expect.poll(left, { interval: 20 }).toBeLessThan(MESSAGES);
  await first.kill('SIGKILL');
  expect(await left()).toBeGreaterThan(0);
  const anna = await arrive(await startNode(), talkers[0]!);
  let slowestMs = 0;
  for (let number = 0; (await left()) > 0; number += 1) {
    const from = performance.now();
    await anna.ask('edit', { room, seq: (await anna.say(room, `Hello ${number}`)).seq, text: `Hello again ${number}` });
    slowestMs = Math.max(slowestMs, performance.now() - from);
    // The rate at which an account may write.
    await sleep(1000);
  }
  console.log(`slowest message and edit during the deletion: ${Math.round(slowestMs)} ms`);
  await expect.poll(async () => (await admin.query('select id from "deletedUser"')).rows).toEqual([]);
}, 300_000);
