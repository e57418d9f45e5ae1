import { type OnlinePeople, PEOPLE_MAX } from '../../../contract/chat/chat-protocol.ts';
import type { ServiceBrand } from '../../brands/open-brands.ts';
import type { ChatUser } from '../core/chat-user.ts';
import { publicRoomsOf } from '../core/public-rooms.ts';
import type { Broadcaster } from '../realtime/broadcaster.ts';
import type { ChatServer } from '../realtime/chat-server.ts';
import { createConnectionStore } from './connection-store.ts';
import { createOnlineCount } from './online-count.ts';
import { PresenceAnnouncer } from './presence-announcer.ts';
import { onlinePeople, presenceOf, storeHeartbeat } from './presence-queries.ts';
import { Roster } from './roster.ts';

export interface BrandPresenceDeps {
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

/** Presence of a brand: stored for all nodes, counted and listed in memory, announced at most once a second. */
export class BrandPresence {
  readonly #deps: BrandPresenceDeps;
  readonly #publicRooms: ReadonlySet<string>;
  readonly #roster = new Roster();
  readonly #announcer: PresenceAnnouncer;
  readonly #connections: ReturnType<typeof createConnectionStore>;
  readonly #stale = new Set<string>();
  /** Stale people not yet sent to other nodes. */
  readonly #unsent = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #sending: NodeJS.Timeout | undefined;
  #announcedAt = -Infinity;
  #heartbeats = 0;
  /** A round number below the number of people online; see `online-count.ts`. */
  readonly moreThan = createOnlineCount(() => this.#roster.size);

  constructor(deps: BrandPresenceDeps) {
    const { brand, node, io, broadcaster, onError } = deps;
    this.#deps = deps;
    this.#publicRooms = publicRoomsOf(brand);
    this.#announcer = new PresenceAnnouncer(brand, io, this.#roster, broadcaster);
    this.#connections = createConnectionStore(brand, node, (people) => this.changed(people), onError);
  }

  /** A socket opened on this node. */
  connect(user: ChatUser): void {
    this.#connections.open(user);
  }

  disconnect(user: ChatUser): void {
    this.#connections.close(user);
  }

  /** A person has joined a room; the membership is already stored. */
  enter({ id }: ChatUser, room: string): void {
    if (this.#publicRooms.has(room)) this.#setRooms(id, (rooms) => rooms.add(room));
  }

  leave({ id }: ChatUser, room: string): void {
    this.#setRooms(id, (rooms) => rooms.delete(room));
  }

  /** Reads the state of people again, on every node. */
  changed(people: string[]): void {
    for (const person of people) this.#unsent.add(person);
    if (this.#unsent.size) this.#sending ??= setTimeout(() => this.#sendUnsent(), SEND_MS);
    this.refresh(people);
  }

  /** The same on this node only, after an event of another node. */
  refresh(people: string[]): void {
    for (const person of people) this.#stale.add(person);
    if (!this.#stale.size) return;
    const waitMs = Math.max(GATHER_MS, this.#announcedAt + ANNOUNCE_MS - performance.now());
    this.#timer ??= setTimeout(() => void this.#announce(), waitMs);
  }

  isOnline(person: string): boolean {
    return this.#roster.get(person) !== undefined;
  }

  /** Number of people in a public room, without hidden people. */
  count(room: string, hidden: ReadonlySet<string>): number {
    return this.#roster.count(room, hidden);
  }

  /**
   * The people of a public room from the view of a member. Call it last, so that later changes are announced after the response.
   * @param after name after which the list starts
   */
  list(room: string, person: string, hidden: ReadonlySet<string>, after?: string): OnlinePeople {
    if (!this.#publicRooms.has(room)) return { people: [], online: 0 };
    const people: OnlinePeople['people'] = [];
    const start = after === undefined ? 0 : this.#roster.positionAfter(room, after);
    for (const other of this.#roster.peopleIn(room).slice(start)) {
      if (people.length === PEOPLE_MAX) break;
      if (other.id !== person && !hidden.has(other.id)) people.push(other);
    }
    const isCounted = this.#roster.get(person)?.rooms.includes(room);
    return { people, online: this.#roster.count(room, hidden) + (isCounted ? 0 : 1) };
  }

  /** Runs every few seconds; repairs failed updates. */
  async heartbeat(): Promise<void> {
    const { brand, node } = this.#deps;
    this.changed(await storeHeartbeat(brand.for.probes.db, node));
    this.changed(await this.#connections.reconcile());
    const isDue = this.#heartbeats++ % RELOAD_HEARTBEATS === 0;
    this.refresh(isDue ? [...this.#roster.ids(), ...(await onlinePeople(brand.db))] : []);
  }

  /** Reads the people online on all nodes. */
  async load(): Promise<void> {
    await this.heartbeat();
    clearTimeout(this.#timer);
    await this.#announce();
  }

  stop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#sending);
  }

  #sendUnsent(): void {
    clearTimeout(this.#sending);
    this.#sending = undefined;
    if (this.#unsent.size) this.#deps.notifyNodes([...this.#unsent]);
    this.#unsent.clear();
  }

  async #announce(): Promise<void> {
    const people = [...this.#stale];
    this.#stale.clear();
    this.#sendUnsent();
    let isRead = true;
    try {
      await this.#read(people);
    } catch (error) {
      this.#deps.onError(error);
      // Retried with the next change or heartbeat.
      isRead = false;
      for (const person of people) this.#stale.add(person);
    }
    this.#announcedAt = performance.now();
    this.#timer = undefined;
    if (isRead) this.refresh([]);
  }

  async #read(people: string[]): Promise<void> {
    const rows = new Map((await presenceOf(this.#deps.brand.db, people)).map((row) => [row.id, row]));
    const isPublic = (room: string): boolean => this.#publicRooms.has(room);
    const turned = people.filter((id) => {
      // Changed after the read.
      if (this.#stale.has(id)) return false;
      const row = rows.get(id);
      return this.#roster.update(id, row?.isOnline ? { ...row, rooms: row.rooms.filter(isPublic) } : undefined);
    });
    this.#announcer.announce(
      turned.map((id) => {
        const { rooms = [], hidden = [] } = rows.get(id) ?? {};
        return { id, hidden, conversations: rooms.filter((room) => !isPublic(room)) };
      }),
    );
  }

  /** Updates the roster at once, because the person expects to see their own change. */
  #setRooms(id: string, change: (rooms: Set<string>) => void): void {
    const person = this.#roster.get(id);
    const rooms = new Set(person?.rooms);
    change(rooms);
    if (person) this.#roster.update(id, { ...person, rooms: [...rooms] });
    this.changed([id]);
  }
}
