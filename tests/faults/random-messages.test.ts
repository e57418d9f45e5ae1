import { setTimeout as sleep } from 'node:timers/promises';

import fc from 'fast-check';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { roomAt, type Talker } from '../../scripts/bench/lib/signed-in-users.ts';
import type { RequestBody, RequestName, Requests } from '../../src/contract/chat/chat-protocol.ts';
import { REACTIONS, type Reaction } from '../../src/contract/chat/reaction-emoji.ts';
import { createChatClient } from '../../src/islands/chat/client/chat-client.ts';
import { editions } from '../support/configured-site.ts';
import { loadAll, messagesIn } from '../support/service/chat/chat-readers.ts';
import { noOutbox } from '../support/service/chat/chat-test-user.ts';
import { type ClusterUnderFaults, clustersUnderFaults } from '../support/service/chat/cluster-under-faults.ts';
import { MessageModel, type ModelMessage } from '../support/service/chat/message-model.ts';
import { dropPackets } from '../support/service/chat/packet-loss.ts';

const edition = editions[0]!;
const PEOPLE = 10;
const ACTS_EACH = 60;
const NODES = 2;
const KILL_EVERY_MS = 4000;
const LOST_SHARE = 0.05;

/** Every person is in the first room, and half of them in the second. */
const roomsOf = (number: number): string[] => (number % 2 ? [0, 1] : [0]).map((room) => roomAt(edition, room));

/** Acts of a person. Numbers from 0 to 1 pick a room, a message or a person among those at hand. */
type Act = { is: 'send' | 'edit' | 'delete' | 'block' | 'unblock'; pick: number } | ReactionAct;
type ReactionAct = { is: 'react' | 'unreact'; pick: number; reaction: Reaction };

const pick = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const acts = fc.array(
  fc.oneof(
    { weight: 50, arbitrary: fc.record({ is: fc.constant('send' as const), pick }) },
    { weight: 15, arbitrary: fc.record({ is: fc.constant('edit' as const), pick }) },
    { weight: 5, arbitrary: fc.record({ is: fc.constant('delete' as const), pick }) },
    {
      weight: 20,
      arbitrary: fc.record({
        is: fc.constantFrom('react' as const, 'unreact' as const),
        pick,
        reaction: fc.constantFrom(...REACTIONS),
      }),
    },
    { weight: 4, arbitrary: fc.record({ is: fc.constantFrom('block' as const, 'unblock' as const), pick }) },
  ),
  { minLength: ACTS_EACH, maxLength: ACTS_EACH },
);

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);

type Client = ReturnType<typeof createChatClient> & { talker: Talker };

const { prepare, startCluster, end } = clustersUnderFaults('PostgreSQL');
beforeAll(prepare);
afterAll(end);

/** An element of a list at a place from 0 to 1. */
const at = <Value>(all: readonly Value[], place: number): Value | undefined => all[Math.floor(place * all.length)];

/** Repeats a request until the service answers it, as clients do. @returns the answer, or the code of a refusal */
async function insist<Name extends RequestName>(
  { connection }: Client,
  name: Name,
  body: RequestBody<Name>,
): Promise<{ ok: Requests[Name][1] } | { error: string }> {
  for (;;) {
    const answer = await connection.ask(name, body);
    if (!('error' in answer) || !['lost', 'server', 'tooMany', 'busy'].includes(answer.error)) return answer;
    await sleep(answer.error === 'tooMany' ? 1500 : 300);
  }
}

/** Does an act, and notes in the model what the service acknowledged. */
async function perform(
  act: Act,
  number: number,
  client: Client,
  clients: Client[],
  model: MessageModel,
): Promise<void> {
  const me = client.talker.id;
  const inMyRooms = model.messages.filter(({ room, text }) => client.talker.rooms.includes(room) && text !== null);
  if (act.is === 'send') {
    const [room, id, text] = [at(client.talker.rooms, act.pick)!, crypto.randomUUID(), `${me} says ${number}`];
    model.sending(text);
    const answer = await insist(client, 'send', { room, id, text });
    expect(answer).toHaveProperty('ok');
    if ('ok' in answer) model.stored(room, me, text, answer.ok.seq);
  } else if (act.is === 'edit' || act.is === 'delete') {
    const message = at(
      inMyRooms.filter(({ sender }) => sender === me),
      act.pick,
    );
    if (!message) return;
    const { room, seq } = message;
    const text = act.is === 'edit' ? `${me} corrects ${number}` : null;
    if (text) model.sending(text);
    expect(
      await (text ? insist(client, 'edit', { room, seq, text }) : insist(client, 'delete', { room, seq })),
    ).toHaveProperty('ok');
    model.edited(message, text);
  } else if (act.is === 'react' || act.is === 'unreact') {
    const message = at(inMyRooms, act.pick);
    if (!message) return;
    const { room, seq } = message;
    const on = act.is === 'react';
    const answer = await insist(client, 'react', { room, seq, reaction: act.reaction, on });
    if ('ok' in answer) model.reacted(message, me, act.reaction, on);
    else model.reactionRefused(message, me, act.reaction);
  } else {
    const other = at(
      clients.filter((one) => one !== client),
      act.pick,
    )!.talker.id;
    const on = act.is === 'block';
    if (on) model.blocking(me, other);
    else model.unblocking(me, other);
    await insist(client, 'block', { person: other, on });
    if (on) model.blocked(me, other);
  }
}

test('random acts of ten people on two nodes end as they were acknowledged', async () => {
  const model = new MessageModel();
  const seenAcrossBlock: string[] = [];
  let share = LOST_SHARE;
  const loss = dropPackets(
    () => share,
    (socket, data) => {
      const { person } = (socket as Socket & { auth: { person: string } }).auth;
      for (const message of messagesIn(data))
        if (model.isSeenAcrossBlock(person, message)) seenAcrossBlock.push(`${person} reads: ${message.text}`);
    },
  );
  const cluster = await startCluster(edition, PEOPLE, roomsOf, NODES);
  const open = (talker: Talker): Client => {
    const connection = { ...cluster.connectionOf(talker.cookie), auth: { person: talker.id } };
    const client = { ...createChatClient({ outbox: noOutbox, probeMs: 3000, connection }), talker };
    for (const room of talker.rooms) client.open(room);
    return client;
  };
  const clients = cluster.talkers.map(open);
  try {
    const isOver = new AbortController();
    const trouble = cluster.makeTrouble(KILL_EVERY_MS, isOver.signal);
    const plans = fc.sample(acts, { seed, numRuns: PEOPLE });
    await Promise.all(
      clients.map(async (client, person) => {
        for (const [number, act] of plans[person]!.entries()) {
          await perform(act, number, client, clients, model);
          await sleep(act.pick * 1000);
        }
      }),
    );
    isOver.abort();
    await trouble;
    share = 0;
    const stored = await storedMessages(cluster);
    for (const room of roomsOf(1))
      expect(model.describe(room, stored), `${room}, SEED=${seed}`).toEqual(model.describe(room));
    const differing = await differingReaders(clients, stored, (one, other) => model.wereBlocked(one, other), textsOf);
    expect(differing, `SEED=${seed}`).toEqual([]);
    const fresh = cluster.talkers.map(open);
    clients.push(...fresh);
    const areHidden = (one: string, other: string): boolean => model.areBlocked(one, other);
    expect(await differingReaders(fresh, stored, areHidden, linesOf), `SEED=${seed}`).toEqual([]);
    expect(seenAcrossBlock, `SEED=${seed}`).toEqual([]);
  } finally {
    loss.end();
    for (const client of clients) client.stop();
    await cluster.remove();
  }
}, 600_000);

/** A message as a reader has it. */
interface ReadMessage {
  seq: number;
  sender: string;
  text: string | null;
  reactions: Partial<Record<Reaction, number>>;
}

const textsOf = ({ seq, sender, text }: ReadMessage): string => [seq, sender, text].join(' | ');
const linesOf = ({ reactions, ...message }: ReadMessage): string =>
  [textsOf({ ...message, reactions }), ...REACTIONS.map((reaction) => reactions[reaction] ?? 0)].join(' | ');

/** Waits until all readers have what is stored, but for people hidden from them. @returns readers that stay behind */
async function differingReaders(
  clients: Client[],
  stored: ModelMessage[],
  areHidden: (one: string, other: string) => boolean,
  lineOf: (message: ReadMessage) => string,
): Promise<string[]> {
  const differing = async (): Promise<string[]> => {
    const wrong: string[] = [];
    for (const { talker, ...client } of clients)
      for (const room of talker.rooms) {
        const isShown = (sender: string): boolean => sender === talker.id || !areHidden(talker.id, sender);
        // A client forgets rooms out of sight when a block ends.
        if (!client.getState().rooms[room]) client.open(room);
        if (client.getState().rooms[room]!.status === 'ready') await loadAll(client, [room]);
        const read = (client.getState().rooms[room]?.messages ?? [])
          .map((message) => ({ ...message, sender: message.sender.id }))
          .filter(({ sender }) => isShown(sender));
        const expected = stored
          .filter((message) => message.room === room && isShown(message.sender))
          .map((message) => ({ ...message, reactions: countShown(message, isShown) }));
        const [has, wants] = [read, expected].map((all) => all.map(lineOf));
        const line = wants!.findIndex((one, number) => one !== has![number]);
        if (line >= 0 || has!.length !== wants!.length)
          wrong.push(`${talker.id} in ${room}: ${has![line]} instead of ${wants![line]}`);
      }
    return wrong;
  };
  let last: string[] = [];
  await expect
    .poll(async () => (last = await differing()).length, { interval: 500 })
    .toBe(0)
    .catch(() => undefined);
  return last;
}

const countShown = ({ reactions }: ModelMessage, isShown: (person: string) => boolean): ReadMessage['reactions'] =>
  Object.fromEntries([...reactions].map(([reaction, people]) => [reaction, [...people].filter(isShown).length]));

/** All stored messages in their order. */
async function storedMessages({ read }: ClusterUnderFaults): Promise<ModelMessage[]> {
  const [messages, reactions] = await read(
    async (db) =>
      [
        await db
          .selectFrom('message')
          .select(['room', 'seq', 'sender', 'text'])
          .orderBy('room')
          .orderBy('seq')
          .execute(),
        await db.selectFrom('reaction').select(['room', 'seq', 'userId', 'reaction']).execute(),
      ] as const,
  );
  const byMessage = Map.groupBy(reactions, ({ room, seq }) => `${room} ${seq}`);
  return messages.map((message) => {
    const own = Map.groupBy(
      byMessage.get(`${message.room} ${message.seq}`) ?? [],
      ({ reaction }) => reaction as Reaction,
    );
    return {
      ...message,
      reactions: new Map([...own].map(([reaction, all]) => [reaction, new Set(all.map(({ userId }) => userId))])),
    };
  });
}
