import { type OnlinePeople, PEOPLE_MAX } from '../../../contract/chat/chat-protocol.ts';
import type { ServiceBrand } from '../../brands/open-brands.ts';
import type { ChatUser } from '../core/chat-user.ts';
import { publicRoomsOf } from '../core/public-rooms.ts';
import type { Broadcaster } from '../realtime/broadcaster.ts';
import type { ChatServer } from '../realtime/socket-server.ts';
import { createConnectionStore } from './connection-store.ts';
import { createOnlineCount } from './online-count.ts';
import { PresenceAnnouncer } from './presence-announcer.ts';
import { onlinePeople, presenceOf, storeHeartbeat } from './presence-queries.ts';
import { Roster } from './roster.ts';

/** Presence of a brand: stored for all nodes, counted and listed in memory, announced at most once a second. */
export interface BrandPresence {
  /** A socket opened on this node. */
  connect: (user: ChatUser) => void;
  disconnect: (user: ChatUser) => void;
  /** A person has joined a room; the membership is already stored. */
  enter: (user: ChatUser, room: string) => void;
  leave: (user: ChatUser, room: string) => void;
  /** Reads the state of people again, on every node. */
  changed: (people: string[]) => void;
  /** The same on this node only, after an event of another node. */
  refresh: (people: string[]) => void;
  isOnline: (person: string) => boolean;
  /** A round number below the number of people online; see `online-count.ts`. */
  moreThan: () => number;
  /** Number of people in a public room, without hidden people. */
  count: (room: string, hidden: ReadonlySet<string>) => number;
  /**
   * The people of a public room from the view of a member. Call it last, so that later changes are announced after the response.
   * @param after name after which the list starts
   */
  list: (room: string, person: string, hidden: ReadonlySet<string>, after?: string) => OnlinePeople;
  /** Runs every few seconds; repairs failed updates. */
  heartbeat: () => Promise<void>;
  /** Reads the people online on all nodes. */
  load: () => Promise<void>;
  stop: () => void;
}

interface BrandPresenceDeps {
  brand: ServiceBrand;
  node: string;
  io: ChatServer;
  broadcaster: Broadcaster;
  /** Makes other nodes call `refresh`. */
  notifyNodes: (people: string[]) => void;
  onError: (error: unknown) => void;
}

/** Interval between announcements. */
const ANNOUNCE_MS = 1000;

/** Time that the first announcement after a pause waits for more changes. */
const GATHER_MS = 50;

/** Longest time that a change waits for others before the other nodes learn of it: they announce it up to a second later. */
const SEND_MS = 250;

/** Heartbeats between full reloads: events of other nodes can get lost. */
const RELOAD_HEARTBEATS = 6;

export function createBrandPresence({
  brand,
  node,
  io,
  broadcaster,
  notifyNodes,
  onError,
}: BrandPresenceDeps): BrandPresence {
  const publicRooms = publicRoomsOf(brand);
  const roster = new Roster();
  const announcer = new PresenceAnnouncer(brand, io, roster, broadcaster);
  const stale = new Set<string>();
  /** Stale people not yet sent to other nodes. */
  const unsent = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let sending: NodeJS.Timeout | undefined;
  let announcedAt = -Infinity;
  let heartbeats = 0;

  const refresh = (people: string[]): void => {
    for (const person of people) stale.add(person);
    if (!stale.size) return;
    const waitMs = Math.max(GATHER_MS, announcedAt + ANNOUNCE_MS - performance.now());
    timer ??= setTimeout(() => void announce(), waitMs);
  };
  const changed = (people: string[]): void => {
    for (const person of people) unsent.add(person);
    if (unsent.size) sending ??= setTimeout(sendUnsent, SEND_MS);
    refresh(people);
  };
  const sendUnsent = (): void => {
    clearTimeout(sending);
    sending = undefined;
    if (unsent.size) notifyNodes([...unsent]);
    unsent.clear();
  };
  const connections = createConnectionStore(brand, node, changed, onError);

  async function announce(): Promise<void> {
    const people = [...stale];
    stale.clear();
    sendUnsent();
    let isRead = true;
    try {
      await read(people);
    } catch (error) {
      onError(error);
      // Retried with the next change or heartbeat.
      isRead = false;
      for (const person of people) stale.add(person);
    }
    announcedAt = performance.now();
    timer = undefined;
    if (isRead) refresh([]);
  }

  async function read(people: string[]): Promise<void> {
    const rows = new Map((await presenceOf(brand.db, people)).map((row) => [row.id, row]));
    const turned = people.filter((id) => {
      // Changed after the read.
      if (stale.has(id)) return false;
      const row = rows.get(id);
      if (!row?.isOnline) return roster.update(id, undefined);
      return roster.update(id, { ...row, rooms: row.rooms.filter((room) => publicRooms.has(room)) });
    });
    announcer.announce(
      turned.map((id) => {
        const { rooms = [], hidden = [] } = rows.get(id) ?? {};
        return { id, hidden, conversations: rooms.filter((room) => !publicRooms.has(room)) };
      }),
    );
  }

  /** Updates the roster at once, because the person expects to see their own change. */
  const setRooms = (id: string, change: (rooms: Set<string>) => void): void => {
    const person = roster.get(id);
    const rooms = new Set(person?.rooms);
    change(rooms);
    if (person) roster.update(id, { ...person, rooms: [...rooms] });
    changed([id]);
  };

  const heartbeat = async (): Promise<void> => {
    changed(await storeHeartbeat(brand.for.probes.db, node));
    changed(await connections.reconcile());
    const isDue = heartbeats++ % RELOAD_HEARTBEATS === 0;
    refresh(isDue ? [...roster.ids(), ...(await onlinePeople(brand.db))] : []);
  };

  return {
    connect: connections.open,
    disconnect: connections.close,
    enter: ({ id }, room) => {
      if (publicRooms.has(room)) setRooms(id, (rooms) => rooms.add(room));
    },
    leave: ({ id }, room) => setRooms(id, (rooms) => rooms.delete(room)),
    changed,
    refresh,
    moreThan: createOnlineCount(() => roster.size),
    isOnline: (person) => roster.get(person) !== undefined,
    count: (room, hidden) => roster.count(room, hidden),
    list: (room, person, hidden, after) => {
      if (!publicRooms.has(room)) return { people: [], online: 0 };
      const people: OnlinePeople['people'] = [];
      for (const other of roster.peopleIn(room).slice(after === undefined ? 0 : roster.positionAfter(room, after))) {
        if (people.length === PEOPLE_MAX) break;
        if (other.id !== person && !hidden.has(other.id)) people.push(other);
      }
      const isCounted = roster.get(person)?.rooms.includes(room);
      return { people, online: roster.count(room, hidden) + (isCounted ? 0 : 1) };
    },
    heartbeat,
    load: async () => {
      await heartbeat();
      clearTimeout(timer);
      await announce();
    },
    stop: () => {
      clearTimeout(timer);
      clearTimeout(sending);
    },
  };
}
