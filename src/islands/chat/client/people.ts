import type { Person } from '../../../contract/chat.ts';
import type { ChatConnection } from './connection.ts';
import type { Store } from './store.ts';

const TYPING_EVERY_MS = 3000;
const TYPING_SHOWN_MS = 5000;

/**
 * Follows who is there and who is typing.
 * @returns what tells others that one is typing oneself
 */
export function followPeople(
  { on, ask }: ChatConnection,
  { get, setRoom, setFacts, factsOf }: Store,
): (room: string) => void {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  let lastTyping = 0;

  const without = (people: readonly Person[] = [], person: string): Person[] =>
    people.filter(({ id }) => id !== person);
  const stopTyping = (room: string, person: string): void => {
    clearTimeout(timers.get(`${room} ${person}`));
    const typing = get().rooms[room]?.typing;
    if (typing?.some(({ id }) => id === person)) setRoom(room, { typing: without(typing, person) });
  };

  on('presence', ({ room, person, online }) => {
    const { lobby, rooms } = get();
    if (person.id === lobby?.me.id) return;
    const others = without(rooms[room]?.people, person.id);
    const now = online ? [...others, person].toSorted(byName) : others;
    const isOpened = rooms[room]?.is === 'ready';
    if (isOpened) setRoom(room, { people: now });
    if (!online) stopTyping(room, person.id);
    setFacts(room, ({ online: amount, other }) => ({
      online: isOpened ? now.length + 1 : Math.max(0, amount + (online ? 1 : -1)),
      other: other?.id === person.id ? { ...other, online } : other,
    }));
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

  return (room) => {
    if (Date.now() - lastTyping < TYPING_EVERY_MS) return;
    lastTyping = Date.now();
    void ask('typing', { room });
  };
}

const byName = (one: Person, other: Person): number => one.name.localeCompare(other.name);
