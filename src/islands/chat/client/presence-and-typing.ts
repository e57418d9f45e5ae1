import type { PeopleChange } from '../../../contract/chat/chat-events.ts';
import type { Person } from '../../../contract/chat/person.ts';
import type { RoomState } from './chat-client-types.ts';
import type { Rooms } from './rooms/opened-rooms.ts';
import type { ChatConnection } from './socket-connection.ts';
import type { Store } from './store.ts';

const TYPING_EVERY_MS = 3000;
const TYPING_SHOWN_MS = 5000;

/**
 * Follows who is present and who is typing.
 * @returns a function that announces that the user is typing; call it with each key
 */
export function followPeople(
  { on, ask }: ChatConnection,
  { get, setRoom, setFacts, factsOf }: Store,
  { fetchPeople, rename }: Pick<Rooms, 'fetchPeople' | 'rename'>,
): (room: string) => void {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const stopTyping = (room: string, person: string): void => {
    clearTimeout(timers.get(`${room} ${person}`));
    const typing = get().rooms[room]?.typing;
    if (typing?.some(({ id }) => id === person)) setRoom(room, { typing: without(typing, person) });
  };

  const applyPeople = (room: string, { joined, left }: PeopleChange, online: number): void => {
    const { lobby, rooms } = get();
    // A room that is open before the lobby has arrived fetches its people with it.
    if (!lobby || rooms[room]?.status !== 'ready') return;
    const people = new Map(rooms[room].people.map((person) => [person.id, person]));
    for (const person of joined) people.set(person.id, person);
    for (const id of [...left, lobby.me.id]) {
      people.delete(id);
      stopTyping(room, id);
    }
    setRoom(room, { people: [...people.values()] });
    rename(room, joined);
    // An event got lost, or the room reported only the number of people until now.
    if (people.size + 1 !== online) fetchPeople(room);
  };

  const applyNames = (room: string, { people }: RoomState, renamed: readonly Person[]): void => {
    setRoom(room, { people: people.map((person) => renamed.find(({ id }) => id === person.id) ?? person) });
    rename(room, renamed);
  };

  on('presence', ({ online, people = {}, renamed }) => {
    for (const [room, count] of Object.entries(online))
      setFacts(room, ({ other }) => ({ online: count, other: other && { ...other, online: count > 0 } }));
    for (const [room, change] of Object.entries(people)) applyPeople(room, change, online[room]!);
    if (renamed) for (const [room, state] of Object.entries(get().rooms)) applyNames(room, state, renamed);
  });
  on('typing', ({ room, person }) => {
    const { lobby, rooms } = get();
    const isPublic = factsOf(room)?.kind === 'public';
    if (!rooms[room] || (isPublic && lobby?.muted.some(({ id }) => id === person.id))) return;
    setRoom(room, { typing: [...without(rooms[room]?.typing, person.id), person] });
    clearTimeout(timers.get(`${room} ${person.id}`));
    timers.set(
      `${room} ${person.id}`,
      setTimeout(() => stopTyping(room, person.id), TYPING_SHOWN_MS),
    );
  });
  on('changes', ({ room, messages }) => {
    for (const { sender } of messages) stopTyping(room, sender.id);
  });

  return announceTyping(ask);
}

function announceTyping(ask: ChatConnection['ask']): (room: string) => void {
  let lastTyping = 0;
  return (room) => {
    if (Date.now() - lastTyping < TYPING_EVERY_MS) return;
    lastTyping = Date.now();
    void ask('typing', { room });
  };
}

const without = (people: readonly Person[] = [], person: string): Person[] => people.filter(({ id }) => id !== person);
