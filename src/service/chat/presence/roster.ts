import type { Person } from '../../../contract/chat/person.ts';
import { lookUp, required } from '../../../shared/required.ts';

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
export class Roster {
  readonly #people = new Map<string, OnlinePerson>();
  readonly #rooms = new Map<string, Person[]>();
  #changes = new Map<string, RoomChange>();

  get(id: string): OnlinePerson | undefined {
    return this.#people.get(id);
  }

  ids(): string[] {
    return [...this.#people.keys()];
  }

  /** Number of people. */
  get size(): number {
    return this.#people.size;
  }

  /**
   * Replaces the state of a person.
   * @param state undefined for an offline person
   * @returns whether the person came online or went offline
   */
  update(id: string, state: OnlinePerson | undefined): boolean {
    const before = this.#people.get(id);
    // Rooms list people under their name.
    const isRenamed = before?.name !== state?.name;
    if (before)
      for (const room of before.rooms) if (isRenamed || !state?.rooms.includes(room)) this.#remove(before, room);
    if (!state) this.#people.delete(id);
    else {
      this.#people.set(id, state);
      for (const room of state.rooms) {
        const wasIn = before?.rooms.includes(room);
        if (isRenamed || !wasIn) this.#add(state, room);
        if (isRenamed && wasIn) this.#changeOf(room).renamed.add(id);
      }
    }
    return !before !== !state;
  }

  /** People in a room, sorted by name. */
  peopleIn(room: string): readonly Person[] {
    return this.#rooms.get(room) ?? [];
  }

  /** Number of people in a room, without hidden people. */
  count(room: string, hidden: ReadonlySet<string>): number {
    const isHere = (id: string): boolean => this.#people.get(id)?.rooms.includes(room) ?? false;
    return this.peopleIn(room).length - [...hidden].filter(isHere).length;
  }

  /** Index in `peopleIn` after a name. */
  positionAfter(room: string, name: string): number {
    return firstIndex(this.peopleIn(room), (person) => byName.compare(person.name, name) > 0);
  }

  /** The changes of each room since the last call. */
  takeChanges(): Map<string, RoomChange> {
    const taken = this.#changes;
    this.#changes = new Map();
    return taken;
  }

  #add({ id, name }: Person, room: string): void {
    const all = this.#rooms.get(room) ?? [];
    const person = { id, name };
    all.splice(
      firstIndex(all, (other) => compare(other, person) >= 0),
      0,
      person,
    );
    this.#rooms.set(room, all);
    const { joined, left } = this.#changeOf(room);
    joined.set(id, person);
    left.delete(id);
  }

  #remove(person: OnlinePerson, room: string): void {
    const all = lookUp(this.#rooms, room);
    all.splice(
      firstIndex(all, (other) => compare(other, person) >= 0),
      1,
    );
    if (!all.length) this.#rooms.delete(room);
    // A list sent in the meantime may contain a person who was never announced.
    const { joined, left } = this.#changeOf(room);
    joined.delete(person.id);
    left.set(person.id, person);
  }

  #changeOf(room: string): RoomChange {
    const change = this.#changes.get(room) ?? { joined: new Map(), left: new Map(), renamed: new Set() };
    this.#changes.set(room, change);
    return change;
  }
}

const byName = new Intl.Collator('en');

const compare = (one: Person, other: Person): number =>
  byName.compare(one.name, other.name) || (one.id < other.id ? -1 : Number(one.id > other.id));

/** Binary search: the index of the first person that meets a condition. */
function firstIndex(people: readonly Person[], holds: (person: Person) => boolean): number {
  let [from, to] = [0, people.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (holds(required(people[middle], 'person in the middle'))) to = middle;
    else from = middle + 1;
  }
  return from;
}
