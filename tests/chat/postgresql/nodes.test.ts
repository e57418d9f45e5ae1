import { randomUUID } from 'node:crypto';

import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { actions } from '../../../src/contract/api-paths.ts';
import { TEXT_MAX } from '../../../src/contract/chat/chat-protocol.ts';
import { testWith } from '../../support/programs.ts';
import {
  befriend,
  anySearch,
  areOpen,
  type TestUser,
  chatEntry,
  REQUEST_POLL,
} from '../../support/service/chat/chat-test-user.ts';
import { visitorOn, newDatabase, startTestService, type TestService } from '../../support/service/test-service.ts';

const room = 'en.lounge';
const testNodes = testWith('postgres');

describe('two nodes that share a database', () => {
  let nodes: Record<string, string>;
  let one: TestService;
  let two: TestService;
  afterAll(async () => {
    await two?.close();
    await one?.close();
  });
  const enter = chatEntry();
  const arrive = async (node: TestService): Promise<TestUser> => enter((await node.addUser()).visitor, room);
  const startNode = async (): Promise<TestService> => {
    const node = await startTestService('PostgreSQL', nodes);
    // Any node may send a mail.
    if (one) Object.assign(node.sink, { mailTo: one.sink.mailTo });
    return node;
  };

  beforeAll(async () => {
    if (testNodes === test.skip) return;
    nodes = { DATABASE_URL: await newDatabase(), AUTH_SECRET: 'the same on every node, and long enough' };
    one = await startNode();
    nodes.MAIL_URL = one.sink.url;
    two = await startNode();
  });

  testNodes('messages, changes and typing reach users on the other node, in the same order', async () => {
    const [anna, boris] = await Promise.all([arrive(one), arrive(two)]);
    const { seq } = await anna.say(room, 'Good evening');
    await boris.say(room, 'And to you', { replyTo: seq });
    await boris.ask('react', { room, seq, reaction: '👍', on: true });
    await anna.ask('edit', { room, seq, text: 'Good night' });
    await anna.ask('delete', { room, seq });
    await boris.ask('typing', { room });
    const texts = ['Good evening', 'And to you', 'Good evening', 'Good night', null];
    for (const user of [anna, boris]) await expect.poll(() => user.heard(room)).toEqual(texts);
    await expect.poll(() => anna.typing).toEqual([boris.me.name]);
    expect(anna.changesOf(room)).toEqual(boris.changesOf(room));
  });

  testNodes('a text that is too long for a notification arrives as well', async () => {
    const [anna, boris] = await Promise.all([arrive(one), arrive(two)]);
    const text = '😀'.repeat(TEXT_MAX);
    expect(Buffer.byteLength(text)).toBeGreaterThanOrEqual(8000);
    await anna.say(room, text);
    await anna.say(room, 'And a short one');
    await expect.poll(() => boris.heard(room)).toEqual([text, 'And a short one']);
  });

  testNodes('a notification of 8,000 bytes, which PostgreSQL refuses, arrives as well', async () => {
    const [anna, boris] = await Promise.all([arrive(one), arrive(two)]);
    // No other test writes here, so that the numbers of both messages have a single digit.
    const quiet = `en.${one.brand('amber').topics.find((topic) => !room.endsWith(topic))}`;
    for (const user of [anna, boris]) await user.ask('enter', { room: quiet });
    const listener = new Client(nodes.DATABASE_URL);
    await listener.connect();
    onTestFinished(() => listener.end());
    const sizes: number[] = [];
    listener.on('notification', ({ payload }) => {
      if (payload!.includes('"deliver"')) sizes.push(Buffer.byteLength(payload!));
    });
    await listener.query('listen "socket.io#/"');
    const textOf = (bytes: number): string => '😀'.repeat(Math.floor(bytes / 4)) + '.'.repeat(bytes % 4);
    await anna.say(quiet, textOf(4000));
    await expect.poll(() => sizes).toHaveLength(1);
    const bytes = 4000 + 8000 - sizes[0]!;
    await anna.say(quiet, textOf(bytes));
    await expect.poll(() => boris.heard(quiet).map((text) => Buffer.byteLength(text!))).toEqual([4000, bytes]);
  });

  testNodes('private messages, partners, read positions and marks are known on both nodes', async () => {
    const { visitor } = await two.addUser();
    const [anna, boris, borisToo] = [
      await arrive(one),
      await enter(visitor, room),
      await enter(visitorOn(one, visitor), room),
    ];
    const conversation = await befriend(anna, boris.me.id, one.brand('amber'));
    await anna.say(conversation, 'Between us');
    await expect.poll(() => boris.lobbies).toBeGreaterThan(0);
    expect((await boris.lobby()).rooms.find(({ id }) => id === conversation)!.unread).toBe(1);
    const read = new Promise((done) => borisToo.socket.once('read', done));
    await boris.ask('read', { room: conversation, seq: 1 });
    expect(await read).toEqual({ room: conversation, seq: 1 });
    const lobbies = anna.lobbies;
    await anna.ask('seek', anySearch);
    await boris.ask('seek', anySearch);
    await expect.poll(() => anna.lobbies).toBeGreaterThan(lobbies);
    const partners = (await anna.lobby()).rooms.filter(({ kind }) => kind === 'partner');
    expect(partners.map(({ other }) => other!.name)).toEqual([boris.me.name]);
    await boris.say(conversation, 'And I hear you');
    const marks = new Promise((done) => anna.socket.once('marks', done));
    await boris.ask('read', { room: conversation, seq: (await anna.say(conversation, 'Good')).seq });
    expect(await marks).toEqual({ room: conversation, delivered: 3, seen: 3 });
  });

  testNodes('a block holds on both nodes from its answer on', async () => {
    const [anna, boris, eve, clara] = await Promise.all([arrive(one), arrive(one), arrive(two), arrive(two)]);
    await anna.ask('block', { person: eve.me.id, on: true });
    await eve.say(room, 'Anna must not read this');
    await anna.say(room, 'Nor Eve this');
    await eve.ask('typing', { room });
    // The events of a node arrive in their order.
    for (const user of [boris, clara]) await user.say(room, `${user.me.name} says both this`);
    await clara.ask('typing', { room });
    const both = [boris, clara].map(({ me }) => `${me.name} says both this`);
    await expect.poll(() => anna.typing).toEqual([clara.me.name]);
    await expect.poll(() => anna.heard(room)).toEqual(['Nor Eve this', ...both]);
    await expect.poll(() => eve.heard(room)).toEqual(['Anna must not read this', ...both]);
  });

  testNodes('a session that ends on a node cuts its sockets on the other node, and no others', async () => {
    const { visitor } = await one.addUser();
    const [anna, annaToo, boris] = [
      await enter(visitor, room),
      await enter(visitorOn(two, visitor), room),
      await arrive(two),
    ];
    await visitor.post(actions.logout, {});
    await expect.poll(() => areOpen(anna, annaToo, boris)).toEqual([false, false, true]);
  });

  testNodes('presence is known on both nodes, and a reload on the other node is no absence', async () => {
    const boris = await arrive(two);
    const { visitor } = await one.addUser();
    const anna = await enter(visitor, room);
    const { id, name } = anna.me;
    await expect.poll(() => boris.presence).toContainEqual({ id, online: true });
    await expect.poll(() => peopleSeenBy(boris), REQUEST_POLL).toContainEqual({ id, name });
    anna.socket.disconnect();
    const annaToo = await enter(visitorOn(two, visitor), room);
    await expect.poll(async () => (await connectionsOf(id)).length).toBe(1);
    expect(boris.presence).not.toContainEqual({ id, online: false });
    annaToo.socket.disconnect();
    await expect.poll(() => boris.presence).toContainEqual({ id, online: false });
  });
  const peopleSeenBy = async (user: TestUser) => (await user.ask('people', { room })).people;
  const connectionsOf = (id: string) =>
    one.brand('amber').db.selectFrom('connection').select('id').where('userId', '=', id).execute();

  testNodes('a node that stops stores the messages that arrived before', async () => {
    const three = await startNode();
    const [anna, boris] = await Promise.all([arrive(three), arrive(two)]);
    const texts = Array.from({ length: 20 }, (_, number) => `${anna.me.name} says ${number}`);
    for (const text of texts) anna.socket.emit('send', { room, text, id: randomUUID() }, () => undefined);
    // The answer shows that the node has read all earlier requests.
    await anna.ask('heads', {});
    await three.close();
    const { messages } = await boris.ask('before', { room, seq: 1_000_000 });
    expect(messages.slice(-20).map(({ text }) => text)).toEqual(texts);
  });

  testNodes('the people of a node that stops are absent for the people of the other node', async () => {
    const three = await startNode();
    const [anna, boris] = await Promise.all([arrive(three), arrive(two)]);
    const { id, name } = anna.me;
    await expect.poll(() => peopleSeenBy(boris), REQUEST_POLL).toContainEqual({ id, name });
    await three.close();
    await expect.poll(() => boris.presence).toContainEqual({ id, online: false });
    expect(areOpen(anna, boris)).toEqual([false, true]);
  });
});
