import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, inject, test } from 'vitest';

import { makeTalkers, roomAt, type Talker } from '../../../scripts/bench/lib/signed-in-users.ts';
import { health } from '../../../src/contract/api-paths.ts';
import type { ChatSocket } from '../../../src/islands/chat/client/socket-connection.ts';
import { editions } from '../../support/configured-site.ts';
import { testWith } from '../../support/programs.ts';
import { openSocket, opening } from '../../support/service/chat/chat-test-user.ts';
import { type SpawnedService, spawnService } from '../../support/service/spawn-service.ts';
import { databases, newDatabase } from '../../support/service/test-service.ts';

const edition = editions[0]!;
const SOCKETS_EACH = 10;

let service: SpawnedService;
let talkers: Talker[];
let sockets: ChatSocket[];
let folder: string;

async function start(database: (typeof databases)[number]): Promise<void> {
  if (database === 'PGlite') cpSync(inject('embedded'), folder, { recursive: true });
  const settings = {
    DATA_DIR: folder,
    AUTH_SECRET: 'only for tests, and long enough for them',
    ...(database === 'PostgreSQL' && { DATABASE_URL: await newDatabase() }),
  };
  talkers = await makeTalkers(edition, settings, 5, () => [roomAt(edition, 0)]);
  service = await spawnService('service', inject('site'), settings, edition.host);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drain-'));
  sockets = [];
});
afterEach(async () => {
  for (const socket of sockets) socket.disconnect();
  await service.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

const socketOf = ({ cookie }: Talker): ChatSocket => {
  const visitor = service.visitor();
  const [name, value] = cookie.split('=') as [string, string];
  visitor.cookies.set(name, value);
  const socket = openSocket(visitor);
  sockets.push(socket);
  return socket;
};

const probe = async (path: string) => {
  const { status, headers, json } = await service.visitor().get(path);
  return [status, headers.connection, json()];
};

testWith('postgres')(
  'after SIGTERM a node is not ready, refuses sockets, sends its people away and exits with 0',
  async () => {
    await start('PostgreSQL');
    const people = talkers.flatMap((talker) => Array.from({ length: SOCKETS_EACH }, () => socketOf(talker)));
    const told = people.map(
      (socket) => new Promise<number>((done) => socket.once('draining', ({ withinMs }) => done(withinMs))),
    );
    expect(await Promise.all(people.map(opening))).toEqual(people.map(() => 'open'));
    const ended = service.kill('SIGTERM');
    expect(await Promise.all(told)).toEqual(people.map(() => 3000));
    expect(await probe(health.ready)).toEqual([503, 'close', { status: 'unready', reasons: ['draining'] }]);
    expect(await probe(health.live)).toEqual([200, 'close', { status: 'live' }]);
    expect(await opening(socketOf(talkers[0]!))).toBe('refused');
    expect(people.every(({ connected }) => connected)).toBe(true);
    for (const socket of people) socket.disconnect();
    expect(await ended).toBe(0);
  },
);

test.each(databases)('on %s, a browser that stays is disconnected, and the service exits with 0', async (database) => {
  await start(database);
  const socket = socketOf(talkers[0]!);
  expect(await opening(socket)).toBe('open');
  const cut = new Promise((done) => socket.once('disconnect', done));
  expect(await service.kill('SIGTERM')).toBe(0);
  expect(await cut).toBe('transport close');
});

testWith('postgres')('a second signal ends the service at once', async () => {
  await start('PostgreSQL');
  const socket = socketOf(talkers[0]!);
  expect(await opening(socket)).toBe('open');
  const told = new Promise((done) => socket.once('draining', done));
  void service.kill('SIGTERM');
  await told;
  expect(await service.kill('SIGTERM')).toBe(null);
});
