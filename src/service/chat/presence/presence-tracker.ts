import { type OnlinePeople, PEOPLE_MAX } from '../../../contract/chat-protocol.ts';
import type { ServiceBrand } from '../../brands/brands.ts';
import type { ChatUser } from '../core/chat-user.ts';
import { publicRoomsOf } from '../core/public-rooms.ts';
import type { Broadcaster } from '../realtime/broadcaster.ts';
import type { ChatServer } from '../realtime/socket-server.ts';
import { createConnectionStore } from './connection-store.ts';
import { createPresenceAnnouncer } from './presence-announcer.ts';
import { storeHeartbeat, onlinePeople, presenceOf } from './presence.ts';
import { createRoster } from './roster.ts';

/** Who of a brand is online: stored for all nodes, counted and listed in memory, announced at most once a second. */
export interface PresenceTracker {
  /** A socket was opened on this node. */
  connect: (user: ChatUser) => void;
  disconnect: (user: ChatUser) => void;
  /** A person has become a member of a room; it is stored already. */
  enter: (user: ChatUser, room: string) => void;
  leave: (user: ChatUser, room: string) => void;
  /** People have changed: reads their state again, on every node. */
  changed: (people: string[]) => void;
  /** The same, told by another node. */
  refresh: (people: string[]) => void;
  isOnline: (person: string) => boolean;
  /** How many people are in a public room, but for hidden ones. */
  count: (room: string, hidden: ReadonlySet<string>) => number;
  /**
   * The people of a public room as one of them sees it. To be called last, so that every later change is announced after the answer.
   * @param after the name after which the list begins
   */
  list: (room: string, person: string, hidden: ReadonlySet<string>, after?: string) => OnlinePeople;
  /** Every few seconds. Makes up for what failed before. */
  heartbeat: () => Promise<void>;
  /** Reads who is online, on all nodes. */
  load: () => Promise<void>;
  stop: () => void;
}

interface Parts {
  brand: ServiceBrand;
  node: string;
  io: ChatServer;
  broadcaster: Broadcaster;
  /** Has the other nodes call `refresh`. */
  tellNodes: (people: string[]) => void;
  onError: (error: unknown) => void;
}

/** From one announcement to the next. */
const ANNOUNCE_MS = 1000;

/** So long the first announcement after a silence waits for more changes. */
const GATHER_MS = 50;

/** Heartbeats from one time that all people are read again to the next: notifications of other nodes may get lost. */
const RELOAD_BEATS = 6;

export function createPresenceTracker({ brand, node, io, broadcaster, tellNodes, onError }: Parts): PresenceTracker {
  const publicRooms = publicRoomsOf(brand);
  const roster = createRoster();
  const { announceChanges, announceToOthers } = createPresenceAnnouncer(brand, io, roster, broadcaster);
  const stale = new Set<string>();
  /** Stale people that the other nodes have not been told of. */
  const untold = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let announcedAt = -Infinity;
  let beats = 0;

  const refresh = (people: string[]): void => {
    for (const person of people) stale.add(person);
    if (!stale.size) return;
    const waitMs = Math.max(GATHER_MS, announcedAt + ANNOUNCE_MS - performance.now());
    timer ??= setTimeout(() => void announce(), waitMs);
  };
  const changed = (people: string[]): void => {
    for (const person of people) untold.add(person);
    refresh(people);
  };
  const connections = createConnectionStore(brand, node, changed, onError);

  async function announce(): Promise<void> {
    const people = [...stale];
    stale.clear();
    if (untold.size) tellNodes([...untold]);
    untold.clear();
    let isRead = true;
    try {
      await read(people);
    } catch (error) {
      onError(error);
      // Tried again with the next change or heartbeat.
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
      // Changed since it was read.
      if (stale.has(id)) return false;
      const row = rows.get(id);
      if (!row?.isOnline) return roster.update(id, undefined);
      return roster.update(id, { ...row, rooms: row.rooms.filter((room) => publicRooms.has(room)) });
    });
    announceChanges();
    for (const id of turned) {
      const { rooms = [], hidden = [] } = rows.get(id) ?? {};
      const conversations = rooms.filter((room) => !publicRooms.has(room));
      announceToOthers(id, conversations, hidden);
    }
  }

  /** Counts at once what the person who did it expects to see. */
  const setRooms = (id: string, change: (rooms: Set<string>) => void): void => {
    const person = roster.get(id);
    const rooms = new Set(person?.rooms);
    change(rooms);
    if (person) roster.update(id, { ...person, rooms: [...rooms] });
    changed([id]);
  };

  const heartbeat = async (): Promise<void> => {
    changed(await storeHeartbeat(brand.db, node));
    changed(await connections.reconcile());
    const isDue = beats++ % RELOAD_BEATS === 0;
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
    isOnline: (person) => roster.get(person) !== undefined,
    count: roster.count,
    list: (room, person, hidden, after) => {
      if (!publicRooms.has(room)) return { people: [], online: 0 };
      const all = roster.peopleIn(room);
      const people: OnlinePeople['people'] = [];
      let at = after === undefined ? 0 : roster.positionAfter(room, after);
      for (; at < all.length && people.length < PEOPLE_MAX; at += 1) {
        const { id } = all[at]!;
        if (id !== person && !hidden.has(id)) people.push(all[at]!);
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
    stop: () => clearTimeout(timer),
  };
}
