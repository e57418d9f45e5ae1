import type { Call, Signal } from '../../../contract/chat/call-protocol.ts';
import type {
  DeliveryMarks,
  HistoryPage,
  RequestBody,
  RequestName,
  Requests,
  RoomChanges,
} from '../../../contract/chat/chat-protocol.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { type ChatUser, roomChannel, userChannel } from '../core/chat-user.ts';
import type { ChatServer } from './chat-server.ts';
import { mergeBroadcasts } from './merge-broadcasts.ts';
import { createRecentBlocks } from './recent-blocks.ts';
import type { RoomBroadcast } from './room-broadcast.ts';

/** Time that other nodes have to acknowledge. */
const HIDING_MS = 2000;
const SIGNAL_MS = 1000;

/** Handles a request of which other browsers are told. */
export type BroadcastingHandler<Name extends RequestName> = (
  body: RequestBody<Name>,
  user: ChatUser,
  broadcaster: Broadcaster,
) => Promise<Requests[Name][1] | void>;

/** Sends events to browsers, those of other nodes included. */
export class Broadcaster {
  readonly #io: ChatServer;
  readonly #hasPeers: boolean;
  readonly #metrics: Metrics;
  /** Older reads may not know of these. */
  readonly recentlyHidden = createRecentBlocks();

  /** @param hasPeers whether other nodes share the database */
  constructor(io: ChatServer, hasPeers: boolean, metrics: Metrics) {
    this.#io = io;
    this.#hasPeers = hasPeers;
    this.#metrics = metrics;
    io.on('deliver', (broadcasts) => this.#broadcastHere(broadcasts));
    io.on('part', (brand, one, two, done) => {
      this.recentlyHidden.add(brand, one, two);
      done();
    });
    io.on('rejoin', this.recentlyHidden.remove);
    io.on('signal', (connection, signal, done) => {
      this.#sendSignalHere(connection, signal);
      done();
    });
  }

  broadcast(broadcasts: RoomBroadcast[]): void {
    this.#broadcastHere(broadcasts);
    for (const { changes } of broadcasts) count(changes, this.#metrics);
    if (this.#hasPeers) this.#io.serverSideEmit('deliver', broadcasts);
  }

  /** Asks the browsers of people to fetch their lobby again. */
  notifyLobby(brand: string, people: string[]): void {
    if (people.length) this.#io.to(people.map((person) => userChannel({ id: brand }, person))).emit('lobby');
  }

  /** Sends the state of a call to every device of a participant. */
  sendCall(brand: string, person: string, call: Call): void {
    this.#io.to(userChannel({ id: brand }, person)).emit('call', call);
  }

  /** Sends a person how far the other person of a conversation has received their messages. */
  sendMarks(brand: string, person: string, marks: DeliveryMarks & { room: string }): void {
    this.#io.to(userChannel({ id: brand }, person)).emit('marks', marks);
  }

  /** Sends a signal to a socket on any node; resolves once it is sent, so that signals keep their order. */
  async sendSignal(connection: string, signal: Signal): Promise<void> {
    if (this.#sendSignalHere(connection, signal) || !this.#hasPeers) return;
    await waitAtMost(SIGNAL_MS, this.#io.serverSideEmitWithAck('signal', connection, signal));
  }

  /** Sends a person no more events of a room. */
  removeFromRoom(brand: string, person: string, room: string): void {
    this.#io.in(userChannel({ id: brand }, person)).socketsLeave(roomChannel({ id: brand }, room));
  }

  /** Once it resolves, no node that responds sends events of either person to the other. */
  async hideFromEachOther(brand: string, one: string, two: string): Promise<void> {
    this.recentlyHidden.add(brand, one, two);
    if (this.#hasPeers) await waitAtMost(HIDING_MS, this.#io.serverSideEmitWithAck('part', brand, one, two));
  }

  /** Drops messages of senders who were hidden from the reader after the messages were read. */
  withoutHidden<Read extends Pick<HistoryPage, 'messages'>>(read: Read, { id, brand }: ChatUser): Read {
    const hidden = this.recentlyHidden.from(brand.id, id);
    return hidden.length
      ? { ...read, messages: read.messages.filter(({ sender }) => !hidden.includes(sender.id)) }
      : read;
  }

  /** Reverts `hideFromEachOther` of the first person. */
  unhide(brand: string, one: string, two: string): void {
    this.recentlyHidden.remove(brand, one, two);
    if (this.#hasPeers) this.#io.serverSideEmit('rejoin', brand, one, two);
  }

  #broadcastHere(broadcasts: RoomBroadcast[]): void {
    // Hidden people are looked up by sender, so broadcasts of several senders stay apart.
    const all = this.recentlyHidden.isEmpty() ? mergeBroadcasts(broadcasts) : broadcasts;
    for (const { brand, changes, sender, hiddenFrom: people, only } of all) {
      const hidden = [...people, ...this.recentlyHidden.from(brand, sender)];
      const channel = roomChannel({ id: brand }, changes.room);
      this.#io.local
        .to(only ? userChannel({ id: brand }, only) : channel)
        .except(hidden.map((person) => userChannel({ id: brand }, person)))
        .emit('changes', changes);
      if (isNew(changes)) this.#metrics.messagesHeard.inc(changes.messages.length * socketsIn(this.#io, channel));
    }
  }

  #sendSignalHere(connection: string, signal: Signal): boolean | undefined {
    return this.#io.sockets.sockets.get(connection)?.emit('signal', signal);
  }
}

/** Waits for acknowledgements of other nodes. A node that sends none is stopping, or receives no broadcasts either. */
export const waitAtMost = (milliseconds: number, acknowledged: Promise<unknown>): Promise<unknown> =>
  Promise.race([acknowledged.catch(() => undefined), new Promise((done) => setTimeout(done, milliseconds).unref())]);

/** Whether all messages are new, rather than changed. */
const isNew = ({ messages }: RoomChanges): boolean => messages.every(({ seq, position }) => seq === position);

/** Includes sockets from which the sender is hidden: they are few, and finding them is expensive. */
const socketsIn = (io: ChatServer, room: string): number => io.of('/').adapter.rooms.get(room)?.size ?? 0;

function count(changes: RoomChanges, { messagesStored, callsEnded }: Metrics): void {
  if (!isNew(changes)) return;
  messagesStored.inc(changes.messages.length);
  for (const { call } of changes.messages) if (call) callsEnded.inc({ end: call.end });
}
