import type { Call, Signal } from '../../../contract/chat/call-protocol.ts';
import type { DeliveryMarks, HistoryPage, RoomChanges } from '../../../contract/chat/chat-protocol.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { type ChatUser, roomChannel, userChannel } from '../core/chat-user.ts';
import { mergeBroadcasts } from './merge-broadcasts.ts';
import { createRecentBlocks } from './recent-blocks.ts';
import type { RoomBroadcast } from './room-broadcast.ts';
import type { ChatServer } from './socket-server.ts';

/** Sends events to browsers, those of other nodes included. */
export interface Broadcaster {
  broadcast: (broadcasts: RoomBroadcast[]) => void;
  /** Asks the browsers of people to fetch their lobby again. */
  notifyLobby: (brand: string, people: string[]) => void;
  /** Sends the state of a call to every device of a participant. */
  sendCall: (brand: string, person: string, call: Call) => void;
  /** Sends a person how far the other person of a conversation has received their messages. */
  sendMarks: (brand: string, person: string, marks: DeliveryMarks & { room: string }) => void;
  /** Sends a signal to a socket on any node; resolves once it is sent, so that signals keep their order. */
  sendSignal: (connection: string, signal: Signal) => Promise<void>;
  /** Sends a person no more events of a room. */
  removeFromRoom: (brand: string, person: string, room: string) => void;
  /** Once it resolves, no node that responds sends events of either person to the other. */
  hideFromEachOther: (brand: string, one: string, two: string) => Promise<void>;
  /** Pairs of people hidden from each other in the last minute: older reads may not know of it. */
  recentlyHidden: (brand: string) => [one: string, two: string][];
  /** The people hidden from a person in the last minute. */
  recentlyHiddenFrom: (brand: string, person: string) => string[];
  /** Drops messages of senders who were hidden from the reader after the messages were read. */
  withoutHidden: <Read extends Pick<HistoryPage, 'messages'>>(read: Read, user: ChatUser) => Read;
  /** Reverts `hideFromEachOther` of the first person. */
  unhide: (brand: string, one: string, two: string) => void;
}

/** Time that other nodes have to acknowledge. */
const HIDING_MS = 2000;
const SIGNAL_MS = 1000;

/** @param hasPeers whether other nodes share the database */
export function createBroadcaster(io: ChatServer, hasPeers: boolean, metrics: Metrics): Broadcaster {
  const recentlyHidden = createRecentBlocks();
  const broadcastHere = (broadcasts: RoomBroadcast[]): void => {
    // Hidden people are looked up by sender, so broadcasts of several senders stay apart.
    const all = recentlyHidden.isEmpty() ? mergeBroadcasts(broadcasts) : broadcasts;
    for (const { brand, changes, sender, hiddenFrom: people, only } of all) {
      const hidden = [...people, ...recentlyHidden.from(brand, sender)];
      io.local
        .to(only ? userChannel({ id: brand }, only) : roomChannel({ id: brand }, changes.room))
        .except(hidden.map((person) => userChannel({ id: brand }, person)))
        .emit('changes', changes);
      if (isNew(changes))
        metrics.messagesHeard.inc(changes.messages.length * socketsIn(io, roomChannel({ id: brand }, changes.room)));
    }
  };
  io.on('deliver', broadcastHere);
  io.on('part', (brand, one, two, done) => {
    recentlyHidden.add(brand, one, two);
    done();
  });
  io.on('rejoin', recentlyHidden.remove);
  const sendSignalHere = (connection: string, signal: Signal): boolean | undefined =>
    io.sockets.sockets.get(connection)?.emit('signal', signal);
  io.on('signal', (connection, signal, done) => {
    sendSignalHere(connection, signal);
    done();
  });
  return {
    broadcast: (broadcasts) => {
      broadcastHere(broadcasts);
      for (const { changes } of broadcasts) count(changes, metrics);
      if (hasPeers) io.serverSideEmit('deliver', broadcasts);
    },
    notifyLobby: (brand, people) => {
      if (people.length) io.to(people.map((person) => userChannel({ id: brand }, person))).emit('lobby');
    },
    sendCall: (brand, person, call) => void io.to(userChannel({ id: brand }, person)).emit('call', call),
    sendMarks: (brand, person, marks) => void io.to(userChannel({ id: brand }, person)).emit('marks', marks),
    sendSignal: async (connection, signal) => {
      if (sendSignalHere(connection, signal) || !hasPeers) return;
      await waitAtMost(SIGNAL_MS, io.serverSideEmitWithAck('signal', connection, signal));
    },
    removeFromRoom: (brand, person, room) => {
      io.in(userChannel({ id: brand }, person)).socketsLeave(roomChannel({ id: brand }, room));
    },
    hideFromEachOther: async (brand, one, two) => {
      recentlyHidden.add(brand, one, two);
      if (!hasPeers) return;
      await waitAtMost(HIDING_MS, io.serverSideEmitWithAck('part', brand, one, two));
    },
    recentlyHidden: recentlyHidden.pairs,
    recentlyHiddenFrom: recentlyHidden.from,
    withoutHidden: (read, { id, brand }) => {
      const hidden = recentlyHidden.from(brand.id, id);
      return hidden.length
        ? { ...read, messages: read.messages.filter(({ sender }) => !hidden.includes(sender.id)) }
        : read;
    },
    unhide: (...pair) => {
      recentlyHidden.remove(...pair);
      if (hasPeers) io.serverSideEmit('rejoin', ...pair);
    },
  };
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
