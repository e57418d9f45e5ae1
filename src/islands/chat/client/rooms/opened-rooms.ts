import type { RoomChanges, ChatMessage } from '../../../../contract/chat/chat-protocol.ts';
import type { Person } from '../../../../contract/chat/person.ts';
import type { Reaction } from '../../../../contract/chat/reaction-emoji.ts';
import { isPageVisible } from '../page-visibility.ts';
import type { ChatConnection } from '../socket-connection.ts';
import type { Store } from '../store.ts';
import { askPatiently } from './ask-patiently.ts';
import { enterRooms } from './enter-rooms.ts';
import { factsAfter } from './facts-after-changes.ts';
import { fillGaps } from './fill-gaps.ts';
import type { Parts } from './parts.ts';
import { createReadMarks, type ReadMarks } from './read-marks.ts';
import { type RoomLog, withNames, withOlder, withReaction } from './room-log.ts';

export type Rooms = ReturnType<typeof createRooms>;

/**
 * Message logs of opened rooms. They stay complete although events get lost.
 * @param onMessages called with all loaded messages of a room after each change
 * @param isDeleted whether a message has to look deleted
 */
export function createRooms(
  connection: ChatConnection,
  store: Store,
  onMessages: (messages: readonly ChatMessage[]) => void,
  isDeleted: (room: string, seq: number) => boolean,
) {
  const logs = new Map<string, RoomLog>();
  /** Changes that arrived before their predecessors. */
  const buffered = new Map<string, RoomChanges[]>();
  /** Rooms the user asked to open. */
  const requested = new Set<string>();
  const shown: Parts['shown'] = { room: undefined };
  const ask = askPatiently(connection.ask);
  const marks = createReadMarks(
    connection,
    store,
    (room) => room === shown.room,
    (room) => logs.get(room)?.messages.at(-1)?.seq,
  );

  /** Publishes the messages of a room again. */
  function publish(room: string): void {
    const log = logs.get(room);
    if (!log) return;
    const messages = log.messages
      .filter((message) => !isHidden(store, room, message))
      .map((message) => (isDeleted(room, message.seq) ? { ...message, text: null } : message));
    const firstNew = marks.firstNewIn(room, messages);
    store.setRoom(room, { messages, oldest: log.messages[0], hasOlder: log.hasOlder, firstNew });
    onMessages(log.messages);
    if (room === shown.room) marks.sendSoon(room);
  }

  const gaps = fillGaps(logs, buffered, ask, publish);
  const parts: Parts = { store, ask, logs, shown, marks, publish, ...gaps };
  const enter = enterRooms(parts, connection.isOpen, requested, buffered);
  const messages = changeMessages(parts);
  const fetchPeople = peopleFetcher(parts);
  return {
    publish,
    fetchPeople,
    readMarks: marks as Pick<ReadMarks, 'all' | 'isAhead' | 'resend'>,
    stop: marks.cancel,
    /** Ids of the loaded rooms. */
    opened: (): string[] => [...logs.keys()],
    catchUp: gaps.catchUp,
    /** After a new connection, fetches missed changes and enters the rooms whose entry was interrupted. */
    resume: async (): Promise<void> => {
      await Promise.all([...[...logs.keys()].map(gaps.fetchMissed), ...[...requested].map(enter)]);
    },
    /** Forgets all rooms. */
    clear: (): void => {
      for (const all of [logs, buffered, requested]) all.clear();
      shown.room = undefined;
    },
    ...messages,
    ...showRooms(parts, enter, fetchPeople),
    ...dropRooms(parts, enter, messages.rename, fetchPeople),
  };
}

/** Muting applies to public rooms only: in a private room the user chose the other person. */
function isHidden({ get, factsOf }: Store, room: string, { sender }: ChatMessage): boolean {
  const { muted = [], blocked = [] } = get().lobby ?? {};
  const hidden = factsOf(room)?.kind === 'public' ? [...muted, ...blocked] : blocked;
  return hidden.some(({ id }) => id === sender.id);
}

/** Changes messages of loaded rooms. */
function changeMessages({ store, ask, logs, shown, publish, add }: Parts) {
  const { get, setRoom, setFacts } = store;
  const change = (room: string, to: (log: RoomLog) => RoomLog): void => {
    const log = logs.get(room);
    if (log) logs.set(room, to(log));
    publish(room);
  };
  return {
    /** Applies changes that the service announced. */
    apply: (changes: RoomChanges): void => {
      const { room } = changes;
      setFacts(room, (facts) =>
        factsAfter(facts, changes, {
          id: get().lobby!.me.id,
          isReading: room === shown.room && isPageVisible(),
          isHidden: (message) => isHidden(store, room, message),
        }),
      );
      add(changes);
    },
    loadOlder: async (room: string): Promise<void> => {
      const log = logs.get(room);
      const first = log?.messages[0]?.seq;
      if (!log?.hasOlder || !first || get().rooms[room]?.isLoadingOlder) return;
      setRoom(room, { isLoadingOlder: true });
      const answer = await ask('before', { room, seq: first });
      setRoom(room, { isLoadingOlder: false });
      // The log was loaded again and starts at another message: the older messages would leave a gap before it.
      if ('ok' in answer) change(room, (now) => (now.messages[0]?.seq === first ? withOlder(now, answer.ok) : now));
    },
    /** Shows messages of people under their current names. */
    rename: (room: string, people: readonly Person[]): void => {
      const log = logs.get(room);
      const next = log && withNames(log, people);
      if (next && next !== log) change(room, () => next);
    },
    react: (room: string, seq: number, reaction: Reaction, on: boolean): void =>
      change(room, (log) => withReaction(log, seq, reaction, on)),
  };
}

/** @param after last name of the page before */
type FetchPeople = (room: string, after?: string) => void;

function peopleFetcher({ ask, logs, store: { get, setRoom, setFacts } }: Parts): FetchPeople {
  return async (room, after) => {
    const answer = await ask('people', { room, after });
    if ('error' in answer || !logs.has(room)) return;
    // The list has changed since: these people would not follow its last.
    if (after && get().rooms[room]!.people.at(-1)?.name !== after) return;
    const { people, online } = answer.ok;
    setRoom(room, { people: after ? [...get().rooms[room]!.people, ...people] : people });
    setFacts(room, () => ({ online }));
  };
}

/** Follows which room is shown and read. */
function showRooms(
  { store, logs, shown, marks, publish, fetchMissed }: Parts,
  enter: (room: string) => Promise<void>,
  fetchPeople: FetchPeople,
) {
  return {
    /** Shows a room, and enters it where it is not loaded. */
    show: (room: string | undefined): void => {
      const before = shown.room;
      if (before && before !== room) void marks.send(before);
      shown.room = room;
      if (before) publish(before);
      if (!room) return;
      if (room !== before) marks.show(room);
      if (!logs.has(room)) return void enter(room);
      publish(room);
      void fetchMissed(room);
      fetchPeople(room);
    },
    /** The user has read further on another device. */
    wasRead: (room: string, seq: number): void => {
      marks.set(room, seq);
      store.setFacts(room, () => ({ read: seq, unread: 0 }));
      if (room !== shown.room) publish(room);
    },
    /** The page was hidden or became visible: the shown room is out of sight or counts as read. */
    onVisibility: (): void => {
      if (shown.room) marks.onVisibility(shown.room);
    },
  };
}

/** Drops rooms, or loads them again. */
function dropRooms(
  { store: { dropRoom, setRoom, factsOf }, logs, shown, marks, publish }: Parts,
  enter: (room: string) => Promise<void>,
  rename: ReturnType<typeof changeMessages>['rename'],
  fetchPeople: FetchPeople,
) {
  return {
    /**
     * Publishes all rooms again after a lobby refresh.
     * @param known rooms that were loaded when the lobby was requested: those the user is no member of any more are dropped
     */
    refresh: (known: string[]): void => {
      for (const room of known) {
        // The user has left the room on another device.
        if (factsOf(room)?.member || !logs.delete(room)) continue;
        dropRoom(room);
        if (room !== shown.room) continue;
        marks.cancel();
        setRoom(room, { status: 'left' });
      }
      for (const room of logs.keys()) {
        const other = factsOf(room)?.other;
        if (other) rename(room, [other]);
        publish(room);
      }
      if (shown.room && logs.has(shown.room)) fetchPeople(shown.room);
    },
    /** Loads all rooms again, because messages of an unblocked person are missing. */
    reload: (): void => {
      for (const room of logs.keys()) {
        logs.delete(room);
        if (room === shown.room) void enter(room);
        else dropRoom(room);
      }
    },
    forget: (room: string): void => {
      logs.delete(room);
      dropRoom(room);
      if (shown.room !== room) return;
      marks.cancel();
      shown.room = undefined;
    },
  };
}
