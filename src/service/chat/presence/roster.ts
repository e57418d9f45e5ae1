import type { Person } from '../../../contract/chat/person.ts';
import { lookUp } from '../../../shared/required.ts';

/** A person who is online. */
export interface OnlinePerson extends Person {
  /** Public rooms of which the person is a member. */
  rooms: readonly string[];
  /** Ids of the people hidden by blocks from this person. */
  hidden: readonly string[];
}

/** People who joined or left a room since the last announcement, by id. */
export interface RoomChange {
  joined: Map<string, Person>;
  left: Map<string, OnlinePerson>;
  /** People in the room who have a new name. They joined, too. */
  renamed: Set<string>;
}

/** In-memory list of people online in a brand: counting and listing need no query. */
export interface Roster {
  get: (id: string) => OnlinePerson | undefined;
  ids: () => string[];
  /** Number of people. */
  size: () => number;
  /**
   * Replaces the state of a person.
   * @param state undefined for an offline person
   * @returns whether the person came online or went offline
   */
  update: (id: string, state: OnlinePerson | undefined) => boolean;
  /** People in a room, sorted by name. */
  peopleIn: (room: string) => readonly Person[];
  /** Number of people in a room, without hidden people. */
  count: (room: string, hidden: ReadonlySet<string>) => number;
  /** Index in `peopleIn` after a name. */
  positionAfter: (room: string, name: string) => number;
  /** The changes of each room since the last call. */
  takeChanges: () => Map<string, RoomChange>;
}

export function createRoster(): Roster {
  const people = new Map<string, OnlinePerson>();
  const rooms = new Map<string, Person[]>();
  let changes = new Map<string, RoomChange>();

  const changeOf = (room: string): RoomChange => {
    const change = changes.get(room) ?? { joined: new Map(), left: new Map(), renamed: new Set() };
    changes.set(room, change);
    return change;
  };
  const add = ({ id, name }: Person, room: string): void => {
    const all = rooms.get(room) ?? [];
    const person = { id, name };
    all.splice(
      firstIndex(all, (other) => compare(other, person) >= 0),
      0,
      person,
    );
    rooms.set(room, all);
    const { joined, left } = changeOf(room);
    joined.set(id, person);
    left.delete(id);
  };
  const remove = (person: OnlinePerson, room: string): void => {
    const all = lookUp(rooms, room);
    all.splice(
      firstIndex(all, (other) => compare(other, person) >= 0),
      1,
    );
    if (!all.length) rooms.delete(room);
    // A list sent in the meantime may contain a person who was never announced.
    const { joined, left } = changeOf(room);
    joined.delete(person.id);
    left.set(person.id, person);
  };

  return {
    get: (id) => people.get(id),
    ids: () => [...people.keys()],
    size: () => people.size,
    update: (id, state) => {
      const before = people.get(id);
      // Rooms list people under their name.
      const isRenamed = before?.name !== state?.name;
      if (before) for (const room of before.rooms) if (isRenamed || !state?.rooms.includes(room)) remove(before, room);
      if (!state) people.delete(id);
      else {
        people.set(id, state);
        for (const room of state.rooms) {
          const wasIn = before?.rooms.includes(room);
          if (isRenamed || !wasIn) add(state, room);
          if (isRenamed && wasIn) changeOf(room).renamed.add(id);
        }
      }
      return !before !== !state;
    },
    peopleIn: (room) => rooms.get(room) ?? [],
    count: (room, hidden) => {
      const isHere = (id: string): boolean => people.get(id)?.rooms.includes(room) ?? false;
      return (rooms.get(room)?.length ?? 0) - [...hidden].filter(isHere).length;
    },
    positionAfter: (room, name) => firstIndex(rooms.get(room) ?? [], (person) => byName.compare(person.name, name) > 0),
    takeChanges: () => {
      const taken = changes;
      changes = new Map();
      return taken;
    },
  };
}

const byName = new Intl.Collator('en');

const compare = (one: Person, other: Person): number =>
  byName.compare(one.name, other.name) || (one.id < other.id ? -1 : Number(one.id > other.id));

/** Binary search: the index of the first person that meets a condition. */
function firstIndex(people: readonly Person[], holds: (person: Person) => boolean): number {
  let [from, to] = [0, people.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (holds(people[middle]!)) to = middle;
    else from = middle + 1;
  }
  return from;
}
