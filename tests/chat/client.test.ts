import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { actions } from '../../src/contract/api-paths.ts';
import { forms } from '../../src/contract/forms.ts';
import { createChatClient } from '../../src/islands/chat/client/chat-client.ts';
import type { Outbox } from '../../src/islands/chat/client/outbox.ts';
import { type Network, startNetwork } from '../support/browser/network-proxy.ts';
import { befriend, enterChat, type TestUser } from '../support/service/chat/chat-test-user.ts';
import { dropPackets } from '../support/service/chat/packet-loss.ts';
import { testService } from '../support/service/test-service.ts';
import type { Visitor } from '../support/service/visitor.ts';

const service = testService('PGlite');
const room = 'en.lounge';
let anna: Visitor;
let client: ReturnType<typeof createChatClient>;
let boris: TestUser;
let network: Network;
/** Share of packets that are lost. */
let share = 0;
/** Called before the client gets the next answer about its lobby. */
let beforeLobby: (() => void) | undefined;
/** Sockets that got a refusal of a full queue. */
const refused = new Set<unknown>();
const loss = dropPackets(
  () => share,
  (socket, data) => {
    const packet = JSON.stringify(data);
    if (packet === '[{"error":"tooMany"}]') refused.add(socket);
    if (!packet.startsWith('[{"ok":{"now":')) return;
    const act = beforeLobby;
    beforeLobby = undefined;
    act?.();
  },
);

/** Stores nothing. */
const noOutbox: Outbox = {
  read: () => Promise.resolve([]),
  keep: () => Promise.resolve(),
  drop: () => Promise.resolve(),
  clear: () => undefined,
};

function openClient({ host, origin, address, cookies }: Visitor): ReturnType<typeof createChatClient> {
  const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return createChatClient({
    outbox: noOutbox,
    connection: {
      url: `http://127.0.0.1:${network.port}`,
      forceNew: true,
      extraHeaders: { Host: host, Origin: origin, 'X-Forwarded-For': address, Cookie },
    },
  });
}

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
/** Hides the page, or makes it visible. */
function show(state: 'hidden' | 'visible'): void {
  page.visibilityState = state;
  page.dispatchEvent(new Event('visibilitychange'));
}

const roomState = () => client.getState().rooms[room];
const texts = () => roomState()?.messages.map(({ text }) => text);
const names = () => roomState()?.people.map(({ name }) => name);
/** The read mark of a person, as the service has it. */
const readMark = (id: string, person: string) =>
  service
    .brand('amber')
    .db.selectFrom('member')
    .select('read')
    .where('room', '=', id)
    .where('userId', '=', person)
    .executeTakeFirst()
    .then((member) => member?.read);

beforeAll(async () => {
  anna = (await service.addUser()).visitor;
  boris = await enterChat((await service.addUser()).visitor);
  await boris.ask('enter', { room });
  // A client in Node can get an announcement in the same tick as the answer to `enter`, before it has read the answer.
  await vi.waitUntil(() => boris.presence.some(({ id }) => id === boris.me.id), { timeout: 60_000 });
  network = await startNetwork(service.port);
  vi.stubGlobal('document', page);
  client = openClient(anna);
  client.open(room);
  await vi.waitUntil(() => roomState()?.status === 'ready', { timeout: 60_000 });
});
afterAll(() => {
  loss.end();
  client.stop();
  network.close();
  boris.socket.disconnect();
  vi.unstubAllGlobals();
});

test('a user is hidden during a block, and shown after it with the messages of that time', async () => {
  await boris.say(room, 'Before');
  await expect.poll(texts).toEqual(['Before']);
  await expect.poll(names).toEqual([boris.me.name]);
  await client.block(boris.me, true);
  await expect.poll(texts).toEqual([]);
  await expect.poll(names).toEqual([]);
  await boris.say(room, 'Meanwhile');
  const clara = await enterChat((await service.addUser()).visitor);
  await clara.ask('enter', { room });
  await clara.say(room, 'Seen');
  await expect.poll(texts).toEqual(['Seen']);
  clara.socket.disconnect();
  await client.block(boris.me, false);
  await expect.poll(texts).toEqual(['Before', 'Meanwhile', 'Seen']);
  await expect.poll(names).toContain(boris.me.name);
  await boris.say(room, 'After');
  await expect.poll(texts).toEqual(['Before', 'Meanwhile', 'Seen', 'After']);
});

test('a room opens once the queue of the service has a place for it', async () => {
  const { visitor } = await service.addUser();
  const entering = openClient(visitor);
  await vi.waitUntil(() => entering.getState().lobby, { timeout: 60_000 });
  const tabs = await Promise.all(Array.from({ length: 5 }, () => enterChat(visitor)));
  const held = Promise.withResolvers<void>();
  // The only connection of PGlite.
  const holding = service
    .brand('amber')
    .db.transaction()
    .execute(() => held.promise);
  const flood = tabs.flatMap((tab) => Array.from({ length: 45 }, () => tab.try('heads', {})));
  await vi.waitUntil(() => refused.size, { timeout: 60_000 });
  entering.open(room);
  const isRefused = (): boolean => [...refused].some((socket) => tabs.every((tab) => tab.socket !== socket));
  await vi.waitUntil(isRefused, { timeout: 60_000 });
  held.resolve();
  await Promise.all([holding, ...flood]);
  await expect.poll(() => entering.getState().rooms[room]?.status).toBe('ready');
  entering.stop();
  for (const { socket } of tabs) socket.disconnect();
});

test('a room that a user leaves on a device closes on the others, and can be entered again', async () => {
  const phone = openClient(anna);
  await expect.poll(() => phone.getState().lobby).toBeTruthy();
  await phone.leave(room);
  await expect.poll(() => roomState()?.status).toBe('left');
  await boris.say(room, 'Is anybody there?');
  client.open(room);
  await expect.poll(() => texts()?.at(-1)).toBe('Is anybody there?');
  await boris.say(room, 'There you are');
  await expect.poll(() => texts()?.at(-1)).toBe('There you are');
  phone.stop();
});

test('a new nickname is shown in the list of people, in messages and in conversations, and stands on new messages', async () => {
  const { visitor } = await service.addUser();
  const clara = await enterChat(visitor);
  await clara.ask('enter', { room });
  await clara.say(room, 'Under the former name');
  await client.openPrivateConversation(clara.me.id);
  const shownNames = () => [
    roomState()!.people.find(({ id }) => id === clara.me.id)?.name,
    roomState()!.messages.findLast(({ sender }) => sender.id === clara.me.id)?.sender.name,
    client.getState().lobby!.rooms.find(({ other }) => other?.id === clara.me.id)?.other?.name,
  ];
  await expect.poll(shownNames).toEqual(Array(3).fill(clara.me.name));
  const nickname = `Clara ${process.pid}`;
  expect((await visitor.post(forms.newNickname.action, { nickname })).status).toBe(200);
  await expect.poll(shownNames).toEqual(Array(3).fill(nickname));
  await clara.say(room, 'Under the new name');
  await expect.poll(() => texts()?.at(-1)).toBe('Under the new name');
  expect(shownNames()).toEqual(Array(3).fill(nickname));
  clara.socket.disconnect();
});

test('messages that arrive while the page is hidden are new, also those that a lost connection delayed', async () => {
  const firstNew = () => roomState()!.messages.find(({ seq }) => seq === roomState()!.firstNew)?.text;
  const hear = async (text: string) => {
    await boris.say(room, text);
    await expect.poll(() => texts()?.at(-1)).toBe(text);
  };
  await hear('In sight');
  expect(firstNew()).toBeUndefined();
  show('hidden');
  await hear('Out of sight');
  await hear('Later');
  expect(firstNew()).toBe('Out of sight');
  show('visible');
  const unread = () => client.getState().lobby!.rooms.find(({ id }) => id === room)!.unread;
  await expect.poll(unread).toBe(0);
  await hear('In sight again');
  expect(firstNew()).toBe('Out of sight');

  show('hidden');
  network.cut();
  await expect.poll(() => client.getState().connection.status).toBe('reconnecting');
  await boris.say(room, 'Delayed');
  show('visible');
  network.mend();
  await expect.poll(() => texts()?.at(-1)).toBe('Delayed');
  expect(firstNew()).toBe('Delayed');

  client.close();
  expect(firstNew()).toBeUndefined();
  client.open(room);
});

test('a room whose read mark was lost with the connection is read after it', async () => {
  const { me } = client.getState().lobby!;
  const unread = () => client.getState().lobby!.rooms.find(({ id }) => id === room)!.unread;
  show('hidden');
  const { seq } = await boris.say(room, 'Read in a tunnel');
  await expect.poll(unread).toBe(1);
  network.cut();
  show('visible');
  client.close();
  expect(unread()).toBe(0);
  await expect.poll(() => client.getState().connection.status).toBe('reconnecting');
  network.mend();
  await expect.poll(() => readMark(room, me.id)).toBe(seq);
  await client.stopPartnerSearch();
  expect(unread()).toBe(0);
  client.open(room);
});

test('an answer about the lobby that is older than a read mark leaves the room read', async () => {
  const { me } = client.getState().lobby!;
  const unread = () => client.getState().lobby!.rooms.find(({ id }) => id === room)!.unread;
  client.close();
  const { seq } = await boris.say(room, 'Read while the lobby is on its way');
  await expect.poll(unread).toBe(1);
  beforeLobby = () => {
    client.open(room);
    client.close();
  };
  await client.stopPartnerSearch();
  expect(beforeLobby).toBeUndefined();
  expect(unread()).toBe(0);
  await expect.poll(() => readMark(room, me.id)).toBe(seq);
  client.open(room);
});

test('a user who leaves while a connection is lost is absent after it', async () => {
  const clara = await enterChat((await service.addUser()).visitor);
  await clara.ask('enter', { room });
  await expect.poll(names).toContain(clara.me.name);
  network.cut();
  await expect.poll(() => client.getState().connection.status).toBe('reconnecting');
  await clara.ask('leave', { room });
  network.mend();
  await expect.poll(names).not.toContain(clara.me.name);
  clara.socket.disconnect();
});

test('messages written without a connection are sent once it is back, in spite of lost packets', async () => {
  network.cut();
  await expect.poll(() => client.getState().connection.status).toBe('reconnecting');
  client.send(room, 'Written in a tunnel');
  share = 1;
  network.mend();
  await expect.poll(loss.count).toBeGreaterThan(0);
  share = 0;
  await expect.poll(() => roomState()?.pending).toEqual([]);
  await expect.poll(() => texts()?.at(-1)).toBe('Written in a tunnel');
});

test('the lobby follows the numbers of people, and the last message of a conversation', async () => {
  const facts = (id: string) => client.getState().lobby?.rooms.find((one) => one.id === id);
  const elsewhere = client.getState().lobby!.rooms.find(({ kind, id }) => kind === 'public' && id !== room)!.id;
  const clara = await enterChat((await service.addUser()).visitor);
  await clara.ask('enter', { room: elsewhere });
  await expect.poll(() => facts(elsewhere)?.online).toBe(1);
  clara.socket.disconnect();
  await expect.poll(() => facts(elsewhere)?.online).toBe(0);

  const { me } = client.getState().lobby!;
  const conversation = await befriend(boris, me.id, service.brand('amber'));
  const last = () => facts(conversation)?.last?.text;
  const first = await boris.say(conversation, 'First');
  await expect.poll(last).toBe('First');
  const { seq } = await boris.say(conversation, 'Second');
  await expect.poll(last).toBe('Second');
  await boris.ask('edit', { room: conversation, seq, text: 'Third' });
  await expect.poll(last).toBe('Third');
  await boris.ask('delete', { room: conversation, seq });
  await expect.poll(last).toBe('First');
  await boris.ask('delete', { room: conversation, seq: first.seq });
  await expect.poll(last).toBeUndefined();

  // Marks begin once both have written. The client shows another room, so the message arrives unread.
  client.send(conversation, 'Fourth');
  await expect.poll(() => facts(conversation)?.marks).toEqual({ delivered: 0, seen: 0 });
  const marks: object[] = [];
  boris.socket.on('marks', (one) => marks.push(one));
  const fifth = await boris.say(conversation, 'Fifth');
  await expect.poll(() => marks).toEqual([{ room: conversation, delivered: fifth.seq, seen: 0 }]);
  await boris.ask('read', { room: conversation, seq: fifth.seq });
  await expect.poll(() => facts(conversation)?.marks).toEqual({ delivered: fifth.seq, seen: fifth.seq });
});

test('a message of the open room is confirmed as any other, where the user does not show what was seen', async () => {
  const { me } = client.getState().lobby!;
  const conversation = await befriend(boris, me.id, service.brand('amber'));
  await client.showSeen(false);
  client.open(conversation);
  await expect.poll(() => client.getState().rooms[conversation]?.status).toBe('ready');
  const marks: object[] = [];
  boris.socket.on('marks', (one) => marks.push(one));
  const { seq } = await boris.say(conversation, 'Sixth');
  await expect.poll(() => marks).toMatchObject([{ room: conversation, delivered: seq }]);
  await expect.poll(() => readMark(conversation, me.id)).toBe(seq);
  expect(marks).toHaveLength(1);
});

test('a signed-out page keeps no messages', async () => {
  await anna.post(actions.logout, {});
  await expect
    .poll(() => client.getState())
    .toEqual({ connection: { status: 'signedOut' }, lobby: undefined, rooms: {} });
});

test('the client has the time of the service, whatever the clock of the device says', async () => {
  const now = Date.now();
  const read = await boris.lobby();
  expect(Math.abs(read.now! - now)).toBeLessThan(60_000);
  const lobby = { ...read, now: now + 86_400_000 };
  const other = createChatClient({ outbox: noOutbox, connection: { autoConnect: false }, lobby });
  expect(other.now() - now).toBeGreaterThanOrEqual(86_400_000);
  other.stop();
});
