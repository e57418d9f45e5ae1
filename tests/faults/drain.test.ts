import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, inject } from 'vitest';

import { makeTalkers, roomAt, type Talker } from '../../scripts/bench/lib/signed-in-users.ts';
import { health } from '../../src/contract/api-paths.ts';
import { createChatClient } from '../../src/islands/chat/client/chat-client.ts';
import { readEnv } from '../../src/service/config/env.ts';
import { openDatabase } from '../../src/service/database/open-database.ts';
import { editions } from '../support/configured-site.ts';
import { testWith } from '../support/programs.ts';
import { noOutbox } from '../support/service/chat/chat-test-user.ts';
import { type Proxy, startProxy } from '../support/service/node-proxy.ts';
import { type SpawnedService, spawnService } from '../support/service/spawn-service.ts';
import { newDatabase } from '../support/service/test-service.ts';

const edition = editions[0]!;
const room = roomAt(edition, 0);
const PEOPLE = 30;
const TALK_MS = 100;
/** Interval of the readiness probes of the load balancer. */
const PROBE_MS = 200;

let settings: Record<string, string>;
let talkers: Talker[];
let proxy: Proxy;
const nodes: SpawnedService[] = [];
const clients: ReturnType<typeof createChatClient>[] = [];

beforeAll(async () => {
  settings = { DATABASE_URL: await newDatabase(), AUTH_SECRET: 'only for tests, and long enough for them' };
  talkers = await makeTalkers(edition, settings, PEOPLE, () => [room]);
  proxy = await startProxy();
  for (let number = 0; number < 2; number += 1)
    nodes.push(await spawnService('service', inject('site'), settings, edition.host));
});
afterAll(async () => {
  for (const { stop } of clients) stop();
  proxy.close();
  for (const node of nodes) await node.kill('SIGKILL');
});

testWith('postgres')(
  'a node that is told to stop hands its users over, and no message is lost or doubled',
  async () => {
    const [leaving, staying] = nodes as [SpawnedService, SpawnedService];
    await route([leaving]);
    for (const talker of talkers) clients.push(openClient(talker));
    await expect.poll(() => clients.filter((client) => client.getState().rooms[room]?.status !== 'ready')).toEqual([]);
    /** People who noticed a lost connection: the load balancer still led them to the node that stops. */
    const disturbed = new Set<number>();
    for (const [number, { subscribe, getState }] of clients.entries())
      subscribe(() => {
        if (getState().connection.status !== 'online') disturbed.add(number);
      });

    const isOver = new AbortController();
    const routing = (async () => {
      for (; !isOver.signal.aborted; await sleep(PROBE_MS)) await route(nodes);
    })();
    const written: string[][] = talkers.map(() => []);
    const talking = clients.map(async ({ send }, number) => {
      for (; !isOver.signal.aborted; await sleep(TALK_MS * (5 + Math.random() * 10))) {
        const text = `${number} says ${written[number]!.length}`;
        written[number]!.push(text);
        send(room, text);
      }
    });
    const saidSoFar = (): number => written.flat().length;
    await expect
      .poll(() =>
        staying
          .visitor()
          .get(health.ready)
          .then(({ status }) => status),
      )
      .toBe(200);
    await expect.poll(saidSoFar).toBeGreaterThan(3 * PEOPLE);
    expect(await leaving.kill('SIGTERM')).toBe(0);
    const before = saidSoFar();
    await expect.poll(saidSoFar).toBeGreaterThan(before + 3 * PEOPLE);
    isOver.abort();
    await Promise.all([routing, ...talking]);

    const waiting = () => clients.flatMap(({ getState }) => getState().rooms[room]!.pending);
    await expect.poll(waiting).toEqual([]);
    const { stored, connections } = await inDatabase();
    expect(stored.toSorted()).toEqual(written.flat().toSorted());
    for (const [number, texts] of written.entries())
      expect(stored.filter((text) => text.startsWith(`${number} says`))).toEqual(texts);
    for (const { getState } of clients)
      await expect.poll(() => textsOf(getState().rooms[room]!.messages)).toEqual(stored);
    // All people are on the other node, and most did not notice.
    expect(connections).toBe(PEOPLE);
    expect(disturbed.size).toBeLessThan(PEOPLE / 2);
  },
);

/** Routes new connections to nodes that are ready, as a load balancer does. */
async function route(among: SpawnedService[]): Promise<void> {
  for (const node of among) {
    const { port } = node.visitor();
    const isReady = await node
      .visitor()
      .get(health.ready)
      .then(
        ({ status }) => status === 200,
        () => false,
      );
    if (isReady) proxy.nodes.add(port);
    else proxy.nodes.delete(port);
  }
}

function openClient({ cookie }: Talker): ReturnType<typeof createChatClient> {
  const extraHeaders = { Host: edition.host, Origin: `https://${edition.host}`, Cookie: cookie };
  const client = createChatClient({
    outbox: noOutbox,
    connection: { url: `http://127.0.0.1:${proxy.port}`, forceNew: true, extraHeaders },
  });
  client.open(room);
  return client;
}

const textsOf = (messages: readonly { text: string | null }[]): string[] => messages.map(({ text }) => text!);

async function inDatabase(): Promise<{ stored: string[]; connections: number }> {
  const { db, close } = await openDatabase(readEnv(settings), () => undefined);
  const tables = db.withSchema(`brand_${edition.brand.id}`);
  const messages = await tables.selectFrom('message').select('text').where('room', '=', room).orderBy('seq').execute();
  const people = await tables
    .selectFrom('connection')
    .innerJoin('node', 'node.id', 'connection.node')
    .select('userId')
    .distinct()
    .where('seenAt', '>', new Date(1))
    .execute();
  await close();
  return { stored: textsOf(messages), connections: people.length };
}
