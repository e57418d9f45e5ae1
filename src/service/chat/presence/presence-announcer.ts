import { PEOPLE_MAX, type PresenceChange } from '../../../contract/chat-protocol.ts';
import type { ServiceBrand } from '../../brands/open-brands.ts';
import { roomChannel, userChannel } from '../core/chat-user.ts';
import type { Broadcaster } from '../realtime/broadcaster.ts';
import type { ChatServer } from '../realtime/socket-server.ts';
import type { OnlinePerson, RoomChange, Roster } from './roster.ts';

/** Sends presence changes to the sockets of this node. */
export interface PresenceAnnouncer {
  /** Announces changes in public rooms. */
  announceChanges: () => void;
  /** Announces in conversations that a person came online or went offline. */
  announceToOthers: (person: string, conversations: string[], hidden: readonly string[]) => void;
}

export function createPresenceAnnouncer(
  brand: ServiceBrand,
  io: ChatServer,
  roster: Roster,
  { recentlyHidden }: Pick<Broadcaster, 'recentlyHidden'>,
): PresenceAnnouncer {
  const { adapter, sockets } = io.of('/');

  /** Sends a single event to the room; people who must not see a person get separate events. */
  function announce(room: string, { joined, left }: RoomChange): void {
    const channel = roomChannel(brand, room);
    if (!adapter.rooms.has(channel)) return;
    const people = roster.peopleIn(room);
    const isListed = people.length <= PEOPLE_MAX;
    const changeWithout = (hidden: ReadonlySet<string>): PresenceChange => ({
      room,
      online: roster.count(room, hidden),
      ...(isListed && {
        joined: [...joined.values()].filter(({ id }) => !hidden.has(id)),
        left: [...left.keys()].filter((id) => !hidden.has(id)),
      }),
    });
    const hiddenFrom = hiddenByViewer([...people.map(({ id }) => roster.get(id)!), ...left.values()]);
    io.local
      .to(channel)
      .except([...hiddenFrom.keys()].map((person) => userChannel(brand, person)))
      .emit('presence', changeWithout(new Set()));
    for (const [person, hidden] of hiddenFrom) {
      const change = changeWithout(hidden);
      if (isListed && !change.joined!.length && !change.left!.length) continue;
      for (const socket of adapter.rooms.get(userChannel(brand, person)) ?? [])
        if (adapter.rooms.get(channel)!.has(socket)) sockets.get(socket)?.emit('presence', change);
    }
  }

  /** Hidden people by viewer, for viewers with a socket on this node. */
  function hiddenByViewer(people: OnlinePerson[]): Map<string, Set<string>> {
    const all = new Map<string, Set<string>>();
    const hide = (person: string, from: string): void => {
      if (adapter.rooms.has(userChannel(brand, from))) all.set(from, (all.get(from) ?? new Set()).add(person));
    };
    for (const { id, hidden } of people) for (const from of hidden) hide(id, from);
    for (const [one, two] of recentlyHidden(brand.id)) {
      hide(one, two);
      hide(two, one);
    }
    return all;
  }

  return {
    announceChanges: () => {
      for (const [room, change] of roster.takeChanges()) announce(room, change);
    },
    announceToOthers: (person, conversations, hidden) => {
      const except = [person, ...hidden].map((id) => userChannel(brand, id));
      const online = Number(roster.get(person) !== undefined);
      for (const room of conversations)
        io.local.to(roomChannel(brand, room)).except(except).emit('presence', { room, online });
    },
  };
}
