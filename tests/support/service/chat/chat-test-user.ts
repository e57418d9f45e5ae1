import { randomUUID } from 'node:crypto';

import { io, type Socket } from 'socket.io-client';
import { afterAll, expect } from 'vitest';

import { SOCKET_PATH } from '../../../../src/contract/api-paths.ts';
import type { Call, Signal } from '../../../../src/contract/chat/call-protocol.ts';
import type { ConnectionRefused, ServerToClientEvents } from '../../../../src/contract/chat/chat-events.ts';
import type {
  ChatResponse,
  RoomChanges,
  Lobby,
  RequestBody,
  RequestName,
  Requests,
} from '../../../../src/contract/chat/chat-protocol.ts';
import type { Person } from '../../../../src/contract/chat/person.ts';
import type { Outbox } from '../../../../src/islands/chat/client/outbox.ts';
import type { ChatSocket } from '../../../../src/islands/chat/client/socket-connection.ts';
import type { ServiceBrand } from '../../../../src/service/brands/open-brands.ts';
import type { Visitor } from '../visitor.ts';

/** A partner search that matches every other search of its kind. */
export const anySearch = { lang: 'en', iAm: 'other', lookFor: 'anyone' } as const;

/** Interval of polls that send requests, in milliseconds: the service disconnects users who ask for people more often. */
export const REQUEST_POLL = { interval: 500 };

/** Opens a socket for a visitor, with the headers of a browser. @param headers replace or extend them */
export const openSocket = (
  { port, host, origin, address, cookies }: Visitor,
  headers: Record<string, string> = {},
): ChatSocket =>
  io(`http://127.0.0.1:${port}`, {
    path: SOCKET_PATH,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    extraHeaders: {
      Host: host,
      Origin: origin,
      'X-Forwarded-For': address,
      Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...headers,
    },
  });

/** Result of opening a socket: open, the reason of a refusal, or `refused` without a reason. */
export const opening = (socket: ChatSocket): Promise<'open' | ConnectionRefused | 'refused'> =>
  new Promise((done) => {
    socket.once('connect', () => done('open'));
    socket.once('connect_error', (error) => done((error as { data?: ConnectionRefused }).data ?? 'refused'));
  });

/** A chat user, who sends the requests of a test and stores the events of the service. */
export class TestUser {
  readonly socket: ChatSocket;
  me!: Person;
  /** Room changes, in the order of arrival. */
  readonly changes: RoomChanges[] = [];
  readonly typing: string[] = [];
  /** Presence events of people in rooms, by id. */
  readonly presence: { id: string; online: boolean }[] = [];
  lobbies = 0;
  /** Id of the tab, which survives a reload. */
  device: string = randomUUID();
  readonly calls: Call[] = [];
  readonly signals: Signal[] = [];
  /** Delivery marks of conversations. */
  readonly marks: Parameters<ServerToClientEvents['marks']>[0][] = [];

  constructor(socket: ChatSocket) {
    this.socket = socket;
    socket.on('changes', (changes) => this.changes.push(changes));
    socket.on('lobby', () => (this.lobbies += 1));
    socket.on('typing', ({ person }) => this.typing.push(person.name));
    socket.on('call', (call) => this.calls.push(call));
    socket.on('signal', (signal) => this.signals.push(signal));
    socket.on('marks', (marks) => this.marks.push(marks));
    socket.on('presence', ({ people = {} }) => {
      for (const { joined, left } of Object.values(people))
        this.presence.push(
          ...joined.map(({ id }) => ({ id, online: true })),
          ...left.map((id) => ({ id, online: false })),
        );
    });
  }

  /** Sends a request. @throws Error if the service refuses the request */
  async ask<Name extends RequestName>(name: Name, body: RequestBody<Name>): Promise<Requests[Name][1]> {
    const answer = await this.try(name, body);
    if ('error' in answer) throw new Error(`${name}: ${answer.error}`);
    return answer.ok;
  }

  /** Sends a request with any body, valid or invalid. */
  async try<Name extends RequestName>(name: Name, body: unknown): Promise<ChatResponse<Name>> {
    return (this.socket.timeout(60_000) as unknown as Socket).emitWithAck(name, body) as Promise<ChatResponse<Name>>;
  }

  /** Sends a request. @returns the error of a refusal; undefined after success */
  async refusal(name: RequestName, body: unknown): Promise<string | undefined> {
    const answer = await this.try(name, body);
    return 'error' in answer ? answer.error : undefined;
  }

  say(room: string, text: string, more: { id?: string; replyTo?: number } = {}) {
    return this.ask('send', { room, text, id: randomUUID(), ...more });
  }

  lobby(): Promise<Lobby> {
    return this.ask('lobby', {});
  }

  /** Changes of a room so far, sorted: several nodes deliver them in any order. */
  changesOf(room: string): RoomChanges[] {
    return this.changes.filter((one) => one.room === room).toSorted((one, other) => one.head - other.head);
  }

  /** Texts of the messages of a room. */
  heard(room: string): (string | null)[] {
    return this.changesOf(room).flatMap(({ messages }) => messages.map(({ text }) => text));
  }
}

/** Connects a signed-in visitor to the chat. */
export async function enterChat(visitor: Visitor): Promise<TestUser> {
  const socket = openSocket(visitor);
  const opened = await opening(socket);
  if (opened !== 'open') throw new Error(`The chat is not open: ${JSON.stringify(opened)}`);
  const user = new TestUser(socket);
  user.me = (await user.lobby()).me;
  return user;
}

/** @returns a function that connects a visitor and enters rooms; all visitors disconnect after the suite */
export function chatEntry(): (visitor: Visitor, ...rooms: string[]) => Promise<TestUser> {
  const users: TestUser[] = [];
  afterAll(() => {
    for (const { socket } of users) socket.disconnect();
  });
  return async (visitor, ...rooms) => {
    const user = await enterChat(visitor);
    users.push(user);
    for (const room of rooms) await user.ask('enter', { room });
    return user;
  };
}

/**
 * Opens the private conversation with a person, accepted by both and without messages, as conversations from before message requests are.
 * @returns its id
 */
export async function befriend(one: TestUser, person: string, { db }: Pick<ServiceBrand, 'db'>): Promise<string> {
  const { room } = await one.ask('converse', { person });
  await db.updateTable('room').set({ acceptedAt: new Date() }).where('id', '=', room).execute();
  return room;
}

/** Accepts every private conversation, as if its people had talked before. */
export const acceptConversations = ({ db }: Pick<ServiceBrand, 'db'>) =>
  db.updateTable('room').set({ acceptedAt: new Date() }).where('kind', '=', 'private').execute();

/** Sends a raw frame, without the checks of the client library. */
export const sendFrame = (socket: ChatSocket, frame: string | Buffer): void => webSocketOf(socket).send(frame);

/** Stops a socket from reading the network. @returns a function that sends a frame while the socket is open */
export function stopReading(socket: ChatSocket): (frame: string) => void {
  const webSocket = webSocketOf(socket);
  webSocket.pause();
  // A failure is reported to the callback: the service has cut the connection.
  return (frame) => webSocket.send(frame, () => undefined);
}

interface WebSocket {
  pause: () => void;
  send: (frame: string | Buffer, done?: () => void) => void;
}

/** WebSocket of the package `ws`, which the client uses in Node. */
const webSocketOf = ({ io: { engine } }: ChatSocket): WebSocket =>
  (engine.transport as unknown as { ws: WebSocket }).ws;

/** Expects the same refusal for all requests. */
export async function expectRefused(user: TestUser, error: string, requests: [name: string, body: unknown][]) {
  for (const [name, body] of requests)
    expect(await user.refusal(name as RequestName, body), `${name} ${JSON.stringify(body)}`).toBe(error);
}

/** Whether sockets are open. */
export const areOpen = (...users: TestUser[]): boolean[] => users.map(({ socket }) => socket.connected);

/** Waits until all earlier events of a node have arrived: the response to a request comes after them. */
export const receiveAll = (...users: TestUser[]): Promise<unknown> => Promise.all(users.map((user) => user.lobby()));

/** An outbox that stores nothing. Only a page that reloads needs the outbox. */
export const noOutbox: Outbox = {
  read: () => Promise.resolve([]),
  keep: () => Promise.resolve(),
  drop: () => Promise.resolve(),
  clear: () => undefined,
};
