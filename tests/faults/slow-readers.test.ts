import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';

import { makeTalkers, roomAt, type Talker } from '../../scripts/bench/lib/signed-in-users.ts';
import { findPostgres, type Postgres, startPostgres } from '../../scripts/lib/programs/start-postgres.ts';
import { TEXT_MAX } from '../../src/contract/chat/chat-protocol.ts';
import type { ChatSocket } from '../../src/islands/chat/client/socket-connection.ts';
import { editions } from '../support/configured-site.ts';
import { TestUser, openSocket, opening, stopReading } from '../support/service/chat/chat-test-user.ts';
import { type SpawnedService, spawnService } from '../support/service/spawn-service.ts';

const edition = editions[0]!;
const room = roomAt(edition, 0);
/** Each may send 64 kB of long texts at once: together more than the kernel buffers for a stalled reader. */
const SPEAKERS = 150;
const MESSAGES_EACH = 7;
/** A text of the maximum length, with four bytes a character. */
const longText = (number: number): string => `${number} ${'😀'.repeat(TEXT_MAX - 10)}`;
const REQUESTS_A_SECOND = 20;
/** A packet of Engine.IO. */
const PONG = '3';
const ATTACK_SECONDS = 15;
/** Memory that four stalled readers may cost: far less than the 375 MB that they cost without a limit. */
const GROWTH_MAX_BYTES = 100e6;

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres(findPostgres()!);
});
afterAll(() => postgres.remove());

describe('with a single node', () => {
  let settings: Record<string, string>;
  let talkers: Talker[];
  let service: SpawnedService;
  const users: TestUser[] = [];

  beforeEach(async () => {
    settings = {
      DATA_DIR: mkdtempSync(join(tmpdir(), 'slow-readers-')),
      AUTH_SECRET: 'only for tests, and long enough for them',
      DATABASE_URL: postgres.newDatabase(),
    };
    talkers = await makeTalkers(edition, settings, SPEAKERS + 2, () => [room]);
    service = await spawnService('service', inject('site'), settings, edition.host);
  });
  afterEach(async () => {
    for (const { socket } of users.splice(0)) socket.disconnect();
    await service.kill('SIGTERM');
    rmSync(settings.DATA_DIR!, { recursive: true });
  });

  async function openAs({ cookie }: Talker): Promise<ChatSocket> {
    const socket = openSocket(service.visitor(), { Cookie: cookie });
    expect(await opening(socket)).toBe('open');
    return socket;
  }

  /** Users who write and receive no messages: they enter no room. */
  const speakersOf = (people: Talker[]): Promise<TestUser[]> =>
    Promise.all(people.map(async (talker) => keep(new TestUser(await openAs(talker)))));

  const keep = (user: TestUser): TestUser => {
    users.push(user);
    return user;
  };

  async function enterAs(talker: Talker): Promise<TestUser> {
    const user = keep(new TestUser(await openAs(talker)));
    await user.lobby();
    await user.ask('enter', { room });
    return user;
  }

  /** Resident memory of the service. */
  const memory = (): number =>
    Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))![1]) * 1024;

  /** Every speaker sends long messages. @returns how many */
  async function speak(speakers: TestUser[]): Promise<number> {
    for (let number = 0; number < MESSAGES_EACH; number += 1)
      await Promise.all(speakers.map((speaker, index) => speaker.say(room, longText(1000 * index + number))));
    return speakers.length * MESSAGES_EACH;
  }

  test('a stalled reader is disconnected and absent, even if it answers pings, and the others receive every message', async () => {
    const stalled = talkers[0]!;
    const listener = await enterAs(talkers[1]!);
    const socket = await enterAs(stalled);
    await expect.poll(() => listener.presence.at(-1)).toMatchObject({ id: stalled.id, online: true });
    const send = stopReading(socket.socket);
    const living = setInterval(() => send(PONG), 2000);
    onTestFinished(() => clearInterval(living));
    const speakers = await speakersOf(talkers.slice(2));
    const said = await speak(speakers);
    await expect.poll(() => listener.heard(room)).toHaveLength(said);
    await expect
      .poll(() => listener.presence.findLast(({ id }) => id === stalled.id), { timeout: 30_000 })
      .toMatchObject({ online: false });
    expect((await listener.ask('people', { room })).people.map(({ id }) => id)).not.toContain(stalled.id);
  });

  test('a client that requests history on four sockets and reads none costs little, and others do not wait', async () => {
    const speakers = await speakersOf(talkers.slice(2));
    await speak(speakers);
    const sockets = await Promise.all(Array.from({ length: 4 }, () => openAs(talkers[0]!)));
    const frames = sockets.map(stopReading);
    const before = memory();
    let most = before;
    const until = Date.now() + ATTACK_SECONDS * 1000;
    while (Date.now() < until) {
      for (const send of frames) {
        send(PONG);
        send(`421["before",{"room":"${room}","seq":1000000}]`);
      }
      await new Promise((done) => setTimeout(done, 1000 / REQUESTS_A_SECOND));
      most = Math.max(most, memory());
    }
    expect(most - before).toBeLessThan(GROWTH_MAX_BYTES);
    expect(await speakers[0]!.refusal('send', { room, id: randomUUID(), text: 'Good evening' })).toBeUndefined();
    for (const socket of sockets) socket.disconnect();
  });
});
