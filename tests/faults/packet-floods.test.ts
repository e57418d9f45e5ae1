import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';

import {
  closing,
  frame,
  opcodes,
  openUnread,
  requestUpgrade,
  signIn,
} from '../../scripts/bench/hostile/raw-web-socket.ts';
import { makeTalkers, roomAt, type Talker } from '../../scripts/bench/lib/signed-in-users.ts';
import { findPostgres, type Postgres, startPostgres } from '../../scripts/lib/programs/start-postgres.ts';
import { health } from '../../src/contract/api-paths.ts';
import { editions } from '../support/configured-site.ts';
import { type SpawnedService, spawnService } from '../support/service/spawn-service.ts';

const edition = editions[0]!;
const room = roomAt(edition, 0);
const { text, ping } = opcodes;
const MEMORY_MAX_BYTES = 512e6;
const CONNECTIONS = 200;
const ACCOUNTS = 20;
const FLOOD_SECONDS = 10;
const many = (count: number, one: Buffer): Buffer => Buffer.concat(Array.from({ length: count }, () => one));

/** What connections without a session send, again and again. */
const beforeSignIn: [what: string, bytes: Buffer][] = [
  ['CONNECT packets of 16 kB', many(64, frame(text, `40/${'x'.repeat(16_000)},`))],
  ['CONNECT packets of 5 bytes', many(60_000, frame(text, '40/x,'))],
  ['packets of the main namespace', many(60_000, frame(text, '40'))],
  ['pings', many(60_000, frame(ping))],
  ['parts of a byte', Buffer.concat([frame(text, '4', false), many(16_000, frame(opcodes.continuation, '0', false))])],
];

/** What signed-in connections send ten times a second. */
const signedIn: [what: string, bytes: Buffer][] = [
  ['requests for history', many(10, frame(text, `421["before",{"room":"${room}","seq":1000000}]`))],
  ['requests for people', many(10, frame(text, `421["people",{"room":"${room}"}]`))],
  ['packets', many(500, frame(text, '3'))],
  ['pings', many(500, frame(ping))],
];

describe('200 connections that never read', () => {
  let postgres: Postgres;
  let settings: Record<string, string>;
  let talkers: Talker[];
  let service: SpawnedService;
  let open: Socket[] = [];

  beforeEach(async () => {
    postgres = await startPostgres(findPostgres()!);
    settings = {
      DATA_DIR: mkdtempSync(join(tmpdir(), 'packet-floods-')),
      AUTH_SECRET: 'only for tests, and long enough for them',
      DATABASE_URL: postgres.newDatabase(),
    };
    talkers = await makeTalkers(edition, settings, ACCOUNTS, () => [room]);
    service = await spawnService('service', inject('site'), settings, edition.host);
  });
  afterEach(async () => {
    for (const socket of open) socket.destroy();
    open = [];
    await service.kill('SIGTERM');
    postgres.remove();
    rmSync(settings.DATA_DIR!, { recursive: true });
  });

  /** Resident memory of the service. */
  const memory = (): number =>
    Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))![1]) * 1024;

  /** Opens a connection. Each is of another network. */
  async function openOne(number: number, cookie?: string): Promise<Socket> {
    const { port, host, origin } = service.visitor();
    const socket = await openUnread({
      port,
      host,
      origin,
      address: `10.1.${number >> 8}.${number & 255}`,
      ...(cookie && { cookie }),
    });
    if (!socket) throw new Error('A connection was refused.');
    open.push(socket);
    return socket;
  }

  /** Calls an action ten times a second. The service has to answer and to stay small. Times: `npm run bench:hostile`. */
  async function flood(seconds: number, act: () => void): Promise<void> {
    const until = performance.now() + seconds * 1000;
    while (performance.now() < until) {
      act();
      expect((await service.visitor().get(health.live)).status).toBe(200);
      expect(memory()).toBeLessThan(MEMORY_MAX_BYTES);
      await new Promise((done) => setTimeout(done, 100));
    }
  }

  test('and flood the service before sign-in are closed, and cost little memory', async () => {
    let number = 0;
    for (const [, bytes] of beforeSignIn) {
      const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => openOne((number += 1))));
      await flood(1, () => {
        for (const socket of sockets) if (socket.writable) socket.write(bytes);
      });
      await Promise.all(sockets.map(closing));
    }
  });

  test.each(signedIn)(
    'and flood the service with %s after sign-in are closed, and cost little memory',
    async (_, bytes) => {
      const sockets = await Promise.all(
        Array.from({ length: CONNECTIONS }, (_unused, number) => openOne(number, talkers[number % ACCOUNTS]!.cookie)),
      );
      await Promise.all(sockets.map(signIn));
      await flood(FLOOD_SECONDS, () => {
        for (const socket of sockets) if (socket.writable) socket.write(bytes);
      });
      // Without a limit the service would close them after the timeout of pings, which is longer.
      expect(sockets.filter(({ closed }) => !closed)).toEqual([]);
    },
  );

  test('and send nothing, or half of a request, are closed', async () => {
    const { port, host, origin } = service.visitor();
    const client = { port, host, origin, address: '10.2.0.1' };
    const silent = await Promise.all(Array.from({ length: CONNECTIONS / 2 }, (_, number) => openOne(number)));
    const elsewhere = await Promise.all(
      Array.from({ length: CONNECTIONS / 2 }, () => requestUpgrade(client, '/elsewhere')),
    );
    const unasked = ['', 'GET / HTTP/1.1\r\nHost: ', `POST /api/auth/login HTTP/1.1\r\nHost: ${host}\r\n`].map(
      (half) => {
        const socket = connect(port, '127.0.0.1').on('error', () => undefined);
        socket.write(half);
        return socket;
      },
    );
    await Promise.all([...silent, ...elsewhere, ...unasked].map(closing));
  });
});
