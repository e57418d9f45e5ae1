import { setTimeout as sleep } from 'node:timers/promises';

import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { roomAt, type Talker } from '../../../../scripts/bench/lib/signed-in-users.ts';
import type { ChatMessage } from '../../../../src/contract/chat/chat-protocol.ts';
import { createChatClient } from '../../../../src/islands/chat/client/chat-client.ts';
import { editions } from '../../configured-site.ts';
import type { databases } from '../test-service.ts';
import { loadAll, messagesIn } from './chat-readers.ts';
import { noOutbox } from './chat-test-user.ts';
import { type ClusterUnderFaults, clustersUnderFaults } from './cluster-under-faults.ts';
import { type PacketDrop, dropPackets } from './packet-loss.ts';

const edition = editions[0]!;
const PEOPLE = 32;
const MESSAGES_EACH = 65;
const LOST_SHARE = 0.1;
const KILL_EVERY_MS = 4000;
/** Every person is in the first room, and a quarter of them in each other room. */
const roomsOf = (number: number): string[] => [roomAt(edition, 0), roomAt(edition, 1 + (number % 4))];

type Client = ReturnType<typeof createChatClient> & { talker: Talker };

/** Users write while nodes are killed, PostgreSQL crashes, connections freeze and packets are lost. */
export function testChatUnderFaults(database: (typeof databases)[number], nodeCount: number): void {
  const { prepare, startCluster, end } = clustersUnderFaults(database);
  beforeAll(prepare);
  afterAll(end);

  let cluster: ClusterUnderFaults;
  let clients: Client[];
  let share = 0;
  /** Called with each message that reaches a person, by any event or answer. */
  let onMessage: (person: string, message: ChatMessage) => void = () => undefined;
  let loss: PacketDrop;

  beforeEach(async () => {
    loss = dropPackets(
      () => share,
      (socket, data) => {
        const { auth } = socket as Socket & { auth: { person: string } };
        for (const message of messagesIn(data)) onMessage(auth.person, message);
      },
    );
    cluster = await startCluster(edition, PEOPLE, roomsOf, nodeCount);
    clients = cluster.talkers.map((talker) => ({ ...openClient(talker), talker }));
  });
  afterEach(async () => {
    loss.end();
    for (const client of clients) client.stop();
    await cluster.remove();
  });

  const openClient = ({ id, cookie }: Talker) =>
    createChatClient({
      outbox: noOutbox,
      probeMs: 3000,
      connection: { ...cluster.connectionOf(cookie), auth: { person: id } },
    });

  /** The stored messages of a room, in their order. */
  const stored = (room: string): Promise<{ sender: string; text: string | null }[]> =>
    cluster.read((db) =>
      db.selectFrom('message').select(['sender', 'text']).where('room', '=', room).orderBy('seq').execute(),
    );

  test('no message is lost or duplicated, and all users see the same order', async () => {
    const blocker = clients[0]!;
    const blocked = clients[4]!;
    share = LOST_SHARE;
    for (const client of clients) for (const room of client.talker.rooms) client.open(room);
    await expect
      .poll(
        () =>
          clients.flatMap(({ getState }) => Object.values(getState().rooms).filter(({ status }) => status !== 'ready')),
        {
          timeout: 60_000,
        },
      )
      .toEqual([]);

    const isOver = new AbortController();
    const trouble = cluster.makeTrouble(KILL_EVERY_MS, isOver.signal);
    const written = new Map<string, string[]>();
    const talking = clients.map(async (client, number) => {
      for (let message = 0; message < MESSAGES_EACH; message += 1) {
        const room = client.talker.rooms[message % 2]!;
        const text = `${client.talker.id} says ${message}`;
        written.set(room, [...(written.get(room) ?? []), text]);
        client.send(room, text);
        await sleep(900 + Math.random() * 300);
        retryFailed(client);
        if (client === blocker && message === 30) await block(blocker, blocked);
      }
      return number;
    });
    await Promise.all(talking);
    isOver.abort();
    await trouble;
    for (const client of clients) retryFailed(client);

    const waiting = (): string[] =>
      clients.flatMap((client) => {
        retryFailed(client);
        const all = Object.values(client.getState().rooms).flatMap(({ pending }) => pending);
        return all.map(({ text, is, error }) => `${text} (${is} ${error}, ${client.getState().connection.status})`);
      });
    // However slow the machine is, their number decreases.
    for (let left = waiting(); left.length; left = waiting())
      await expect
        .poll(() => waiting().length, { interval: 2000, message: left.slice(0, 5).join() })
        .toBeLessThan(left.length);
    share = 0;
    const hidden = new Set([blocker.talker.id, blocked.talker.id]);
    const isVisible = (client: Client, sender: string): boolean =>
      !hidden.has(client.talker.id) || !hidden.has(sender) || sender === client.talker.id;
    const differing = async (): Promise<string[]> => {
      const wrong: string[] = [];
      for (const [room, inOrder] of orders)
        for (const client of clients.filter(({ talker }) => talker.rooms.includes(room))) {
          const seen = client.getState().rooms[room]!.messages.map(({ sender, text }) => ({ sender: sender.id, text }));
          const of = (all: { sender: string; text: string | null }[]): string =>
            all.flatMap(({ sender, text }) => (isVisible(client, sender) ? text : [])).join('\n');
          if (of(seen) !== of(inOrder)) wrong.push(`${client.talker.id} in ${room}`);
        }
      return wrong;
    };
    const behind = (): string[] =>
      clients.flatMap((client) =>
        client.talker.rooms.flatMap((room) => {
          const { messages, status } = client.getState().rooms[room]!;
          const seen = new Set(messages.map(({ text }) => text));
          const missing = written.get(room)!.filter((text) => isVisible(client, authorOf(text)) && !seen.has(text));
          const { connection } = client.getState();
          return missing.length
            ? `${client.talker.id} in ${room} (${status}, ${connection.status}): ${missing.slice(0, 5).join()}`
            : [];
        }),
      );
    const behindWithAll = async (): Promise<string[]> => {
      // A page that has missed many changes starts again with the last messages.
      for (const client of clients) await loadAll(client, client.talker.rooms);
      return behind();
    };
    await expect.poll(behindWithAll, { interval: 500, timeout: 120_000 }).toEqual([]);
    // PGlite opens for one process only.
    if (database === 'PGlite') await cluster.stopNodes();
    const orders = new Map<string, { sender: string; text: string | null }[]>();
    for (const room of written.keys()) orders.set(room, await stored(room));
    for (const [room, texts] of written) {
      const inOrder = orders.get(room)!.map(({ text }) => text!);
      expect(inOrder.toSorted(), room).toEqual(texts.toSorted());
      // The messages of each author keep their order.
      for (const { id } of cluster.talkers) {
        const own = (all: string[]): string[] => all.filter((text) => authorOf(text) === id);
        expect(own(inOrder)).toEqual(own(texts));
      }
    }
    expect([...written.values()].flat().length).toBeGreaterThanOrEqual(2000);
    await expect.poll(differing, { interval: 500 }).toEqual([]);
    expect(afterBlock).toEqual([]);
    // The actual loss is many times higher; it depends on how often no node could be reached.
    expect(loss.count()).toBeGreaterThan(PEOPLE * MESSAGES_EACH * LOST_SHARE);
  }, 900_000);

  /** Messages between two users that arrive after a block between them. */
  const afterBlock: string[] = [];

  async function block(one: Client, other: Client): Promise<void> {
    const person = { id: other.talker.id, name: other.talker.id };
    while (await one.block(person, true)) await sleep(200);
    onMessage = (reader, { sender, text }) => {
      const pair = [one.talker.id, other.talker.id];
      if (reader !== sender.id && pair.includes(reader) && pair.includes(sender.id)) afterBlock.push(text!);
    };
  }
}

/** Id of the user who wrote a text. */
const authorOf = (text: string): string => text.split(' says ')[0]!;

/** Retries failed messages, as a user does who wrote too fast. */
function retryFailed({ getState, retry }: Client): void {
  for (const { pending } of Object.values(getState().rooms))
    for (const { id, is } of pending) if (is === 'failed') retry(id);
}
