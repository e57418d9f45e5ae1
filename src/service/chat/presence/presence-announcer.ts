import type { PresenceChanges } from '../../../contract/chat/chat-events.ts';
import { PEOPLE_MAX } from '../../../contract/chat/chat-protocol.ts';
import type { Person } from '../../../contract/chat/person.ts';
import { required } from '../../../shared/required.ts';
import type { ServiceBrand } from '../../brands/open-brands.ts';
import { roomChannel, userChannel } from '../core/chat-user.ts';
import type { Broadcaster } from '../realtime/broadcaster.ts';
import type { ChatServer } from '../realtime/chat-server.ts';
import { socketsOf } from '../realtime/disconnect-signed-out.ts';
import type { OnlinePerson, RoomChange, Roster } from './roster.ts';

/** A person who came online or went offline. */
interface TurnedPerson {
  id: string;
  /** Conversations that show it. */
  conversations: string[];
  hidden: readonly string[];
}

const NOBODY: ReadonlySet<string> = new Set();

/** Sends presence changes to the sockets of this node. */
export class PresenceAnnouncer {
  readonly #brand: ServiceBrand;
  readonly #io: ChatServer;
  readonly #roster: Roster;
  readonly #broadcaster: Broadcaster;

  constructor(brand: ServiceBrand, io: ChatServer, roster: Roster, broadcaster: Broadcaster) {
    this.#brand = brand;
    this.#io = io;
    this.#roster = roster;
    this.#broadcaster = broadcaster;
  }

  /** Sends each socket the changes since the last call in a single event, because frames are the cost of a broadcast. */
  announce(turned: readonly TurnedPerson[]): void {
    const changes = this.#roster.takeChanges();
    const contacts = this.#contactsBySocket(turned);
    if (!changes.size && !contacts.size) return;
    const hiddenFrom = this.#hiddenByViewer(changes);
    const channels = [...changes.keys()].map((room) => [room, roomChannel(this.#brand, room)] as const);
    const audiences = new Map<string, { sockets: string[]; event: PresenceChanges | undefined }>();
    for (const socket of socketsOf(this.#io, this.#brand)) {
      const entered = channels.filter(([, channel]) => socket.rooms.has(channel)).map(([room]) => room);
      const hidden = hiddenFrom.get(socket.data.user.id);
      const own = contacts.get(socket.id);
      const key = hidden || own ? socket.id : entered.join(' ');
      const audience = audiences.get(key);
      if (audience) audience.sockets.push(socket.id);
      else audiences.set(key, { sockets: [socket.id], event: this.#eventOf(changes, entered, hidden ?? NOBODY, own) });
    }
    for (const { sockets, event } of audiences.values()) if (event) this.#io.local.to(sockets).emit('presence', event);
  }

  /**
   * The changes as a viewer sees them: where only hidden people came or went, nothing has changed.
   * @param entered rooms whose people the viewer sees
   */
  #eventOf(
    changes: Map<string, RoomChange>,
    entered: readonly string[],
    hidden: ReadonlySet<string>,
    contacts: Record<string, number> = {},
  ): PresenceChanges | undefined {
    const online = { ...contacts };
    const people: NonNullable<PresenceChanges['people']> = {};
    const renamed = new Map<string, Person>();
    for (const [room, change] of changes) {
      const joined = [...change.joined.values()].filter(({ id }) => !hidden.has(id));
      const left = [...change.left.keys()].filter((id) => !hidden.has(id));
      if (!joined.length && !left.length) continue;
      online[room] = this.#roster.count(room, hidden);
      if (!entered.includes(room)) continue;
      if (this.#roster.peopleIn(room).length <= PEOPLE_MAX) people[room] = { joined, left };
      else for (const person of joined) if (change.renamed.has(person.id)) renamed.set(person.id, person);
    }
    if (!Object.keys(online).length) return undefined;
    return { online, people, ...(renamed.size && { renamed: [...renamed.values()] }) };
  }

  /** Hidden people in changed rooms by viewer, for viewers with a socket on this node. */
  #hiddenByViewer(changes: Map<string, RoomChange>): Map<string, Set<string>> {
    const { rooms } = this.#io.of('/').adapter;
    const all = new Map<string, Set<string>>();
    const hide = (person: string, from: string): void => {
      if (rooms.has(userChannel(this.#brand, from))) all.set(from, (all.get(from) ?? new Set()).add(person));
    };
    const people = new Map<string, OnlinePerson>();
    for (const [room, { left }] of changes) {
      for (const { id } of this.#roster.peopleIn(room))
        people.set(id, required(this.#roster.get(id), 'state of a person in a room'));
      for (const [id, person] of left) if (!people.has(id)) people.set(id, person);
    }
    for (const { id, hidden } of people.values()) for (const from of hidden) hide(id, from);
    for (const [one, two] of this.#broadcaster.recentlyHidden.pairs(this.#brand.id)) {
      hide(one, two);
      hide(two, one);
    }
    return all;
  }

  /** Presence of the other person in the conversations of each socket. */
  #contactsBySocket(turned: readonly TurnedPerson[]): Map<string, Record<string, number>> {
    const { adapter, sockets } = this.#io.of('/');
    const all = new Map<string, Record<string, number>>();
    for (const { id, conversations, hidden } of turned) {
      const online = Number(this.#roster.get(id) !== undefined);
      for (const room of conversations)
        for (const socket of adapter.rooms.get(roomChannel(this.#brand, room)) ?? []) {
          const viewer = sockets.get(socket)?.data.user.id;
          if (viewer && viewer !== id && !hidden.includes(viewer))
            all.set(socket, { ...all.get(socket), [room]: online });
        }
    }
    return all;
  }
}
