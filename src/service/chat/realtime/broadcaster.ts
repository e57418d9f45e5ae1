import type { Call, Changes, Page, Signal } from '../../../contract/chat-protocol.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { type Guest, inRoom, ofPerson } from '../core/chat-user.ts';
import { mergeDeliveries } from './merge-deliveries.ts';
import type { Delivery } from './room-broadcast.ts';
import type { Server } from './socket-server.ts';

/** Sends changes to browsers, those of other nodes included. */
export interface Courier {
  deliver: (deliveries: Delivery[]) => void;
  /** Asks the browsers of people to look at their lobby again. */
  tellLobby: (brand: string, people: string[]) => void;
  /** Tells somebody of a call of theirs, on every device. */
  tellCall: (brand: string, person: string, call: Call) => void;
  /** Hands a signal to one socket, wherever it is connected; done once it has been sent, so that the next one comes after it. */
  hand: (connection: string, signal: Signal) => Promise<void>;
  /** Sends somebody nothing of a room any more. */
  dismiss: (brand: string, person: string, room: string) => void;
  /** From when it is done on, nothing of one reaches the other from any node that answers. */
  part: (brand: string, one: string, two: string) => Promise<void>;
  /** Pairs of people who were parted of late: what was read before may not say so. */
  parted: (brand: string) => [one: string, two: string][];
  /** The people who were parted from a person of late. */
  partedFrom: (brand: string, person: string) => string[];
  /** What was read for somebody, without those from whom they have parted since it was read. */
  withoutParted: <Read extends Pick<Page, 'messages'>>(read: Read, guest: Guest) => Read;
  /** Takes back what one has done to part from another. */
  rejoin: (brand: string, one: string, two: string) => void;
}

/** Blocks reach the nodes faster than a change that was stored before them may. */
const REMEMBERED_MS = 60_000;

/** So long other nodes are waited for. */
const PARTING_MS = 2000;
const HANDING_MS = 1000;

/** @param hasPeers whether other nodes share the database */
export function createCourier(io: Server, hasPeers: boolean, metrics: Metrics): Courier {
  /** Who has parted from whom a moment ago; either may have, without the other. */
  const parted = new Map<string, NodeJS.Timeout>();
  const forget = (...who: [brand: string, one: string, two: string]): void => {
    const key = who.join(' ');
    clearTimeout(parted.get(key));
    parted.delete(key);
  };
  const remember = (...who: [brand: string, one: string, two: string]): void => {
    forget(...who);
    parted.set(who.join(' '), setTimeout(() => forget(...who), REMEMBERED_MS).unref());
  };
  const partedIn = (brand: string): [string, string][] =>
    [...parted.keys()].flatMap((key) => {
      const [of, one, two] = key.split(' ');
      return of === brand ? [[one!, two!]] : [];
    });
  const partedFrom = (brand: string, person: string): string[] =>
    partedIn(brand)
      .filter((pair) => pair.includes(person))
      .map(([one, two]) => (one === person ? two : one));

  const deliverHere = (deliveries: Delivery[]): void => {
    // Parting is looked up by sender.
    const all = parted.size ? deliveries : mergeDeliveries(deliveries);
    for (const { brand, changes, sender, hiddenFrom: people, only } of all) {
      const hidden = [...people, ...(parted.size ? partedFrom(brand, sender) : [])];
      io.local
        .to(only ? ofPerson({ id: brand }, only) : inRoom({ id: brand }, changes.room))
        .except(hidden.map((person) => ofPerson({ id: brand }, person)))
        .emit('changes', changes);
      if (isNew(changes))
        metrics.messagesHeard.inc(changes.messages.length * socketsIn(io, inRoom({ id: brand }, changes.room)));
    }
  };
  io.on('deliver', deliverHere);
  io.on('part', (brand, one, two, done) => {
    remember(brand, one, two);
    done();
  });
  io.on('rejoin', forget);
  const handHere = (connection: string, signal: Signal): boolean | undefined =>
    io.sockets.sockets.get(connection)?.emit('signal', signal);
  io.on('signal', (connection, signal, done) => {
    handHere(connection, signal);
    done();
  });
  return {
    deliver: (deliveries) => {
      deliverHere(deliveries);
      for (const { changes } of deliveries) count(changes, metrics);
      if (hasPeers) io.serverSideEmit('deliver', deliveries);
    },
    tellLobby: (brand, people) => {
      if (people.length) io.to(people.map((person) => ofPerson({ id: brand }, person))).emit('lobby');
    },
    tellCall: (brand, person, call) => void io.to(ofPerson({ id: brand }, person)).emit('call', call),
    hand: async (connection, signal) => {
      if (handHere(connection, signal) || !hasPeers) return;
      await atMost(HANDING_MS, io.serverSideEmitWithAck('signal', connection, signal));
    },
    dismiss: (brand, person, room) => {
      io.in(ofPerson({ id: brand }, person)).socketsLeave(inRoom({ id: brand }, room));
    },
    part: async (brand, one, two) => {
      remember(brand, one, two);
      if (!hasPeers) return;
      await atMost(PARTING_MS, io.serverSideEmitWithAck('part', brand, one, two));
    },
    parted: partedIn,
    partedFrom,
    withoutParted: (read, { id, brand }) => {
      const hidden = partedFrom(brand.id, id);
      return hidden.length
        ? { ...read, messages: read.messages.filter((one) => !hidden.includes(one.sender.id)) }
        : read;
    },
    rejoin: (...who) => {
      forget(...who);
      if (hasPeers) io.serverSideEmit('rejoin', ...who);
    },
  };
}

/** Waits for the other nodes. One that does not answer is going, or hears nothing of what others send either. */
const atMost = (milliseconds: number, told: Promise<unknown>): Promise<unknown> =>
  Promise.race([told.catch(() => undefined), new Promise((done) => setTimeout(done, milliseconds).unref())]);

/** Whether a message was stored now, rather than changed. */
const isNew = ({ messages }: Changes): boolean => messages.every(({ seq, position }) => seq === position);

/** Includes sockets that the sender is hidden from: they are few, and finding them costs more than it tells. */
const socketsIn = (io: Server, room: string): number => io.of('/').adapter.rooms.get(room)?.size ?? 0;

function count(changes: Changes, { messagesStored, callsEnded }: Metrics): void {
  if (!isNew(changes)) return;
  messagesStored.inc(changes.messages.length);
  for (const { call } of changes.messages) if (call) callsEnded.inc({ end: call.end });
}
