import type { RoomChanges, ChatMessage } from '../../../contract/chat/chat-protocol.ts';
import type { Person } from '../../../contract/chat/person.ts';
import type { Reaction } from '../../../contract/chat/reaction-emoji.ts';
import { factsAfter } from './facts-after-changes.ts';
import { isPageVisible } from './page-visibility.ts';
import { createReadMarks, type ReadMarks } from './read-marks.ts';
import { logOf, type RoomLog, withChanges, withMissed, withNames, withOlder, withReaction } from './room-log.ts';
import type { ChatConnection } from './socket-connection.ts';
import type { Store } from './store.ts';

/** Wait before missing changes are fetched: events of several nodes arrive in any order, so most gaps fill themselves. */
const GAP_MS = 200;

/** Longest pause before the first and before the last repetition of a request that the service had no place for. Each is twice the former. */
const PAUSE_MS = 2000;
const LAST_PAUSE_MS = 32_000;

/** Message logs of opened rooms. They stay complete although events get lost. */
export interface Rooms {
  /** Shows a room, and enters it where it is not loaded. */
  show: (room: string | undefined) => void;
  /** Applies changes that the service announced. */
  apply: (changes: RoomChanges) => void;
  loadOlder: (room: string) => Promise<void>;
  /** @param after last name of the page before */
  fetchPeople: (room: string, after?: string) => void;
  /** Publishes the messages of a room again. */
  publish: (room: string) => void;
  /** Shows messages of people under their current names. */
  rename: (room: string, people: readonly Person[]) => void;
  react: (room: string, seq: number, reaction: Reaction, on: boolean) => void;
  /** Fetches missed changes of rooms whose head is beyond their log. */
  catchUp: (heads: Record<string, number>) => Promise<void>;
  /** After a new connection, fetches missed changes and enters the rooms whose entry was interrupted. */
  resume: () => Promise<void>;
  /** Ids of the loaded rooms. */
  opened: () => string[];
  /**
   * Publishes all rooms again after a lobby refresh.
   * @param known rooms that were loaded when the lobby was requested: those the user is no member of any more are dropped
   */
  refresh: (known: string[]) => void;
  /** Loads all rooms again, because messages of an unblocked person are missing. */
  reload: () => void;
  /** Forgets all rooms. */
  clear: () => void;
  forget: (room: string) => void;
  /** The user has read further on another device. */
  wasRead: (room: string, seq: number) => void;
  readMarks: Pick<ReadMarks, 'all' | 'isAhead' | 'resend'>;
  /** The page was hidden or became visible: the shown room is out of sight or counts as read. */
  onVisibility: () => void;
  stop: () => void;
}

/**
 * @param onMessages called with all loaded messages of a room after each change
 * @param isDeleted whether a message has to look deleted
 */
export function createRooms(
  connection: ChatConnection,
  store: Store,
  onMessages: (messages: readonly ChatMessage[]) => void,
  isDeleted: (room: string, seq: number) => boolean,
): Rooms {
  const { isOpen } = connection;
  const { get, setRoom, dropRoom, setFacts, factsOf } = store;
  const logs = new Map<string, RoomLog>();
  /** Changes that arrived before their predecessors. */
  const buffered = new Map<string, RoomChanges[]>();
  const fetching = new Set<string>();
  /** Rooms the user asked to open, and rooms whose request is under way. */
  const requested = new Set<string>();
  const entering = new Set<string>();
  let shownRoom: string | undefined;
  const marks = createReadMarks(
    connection,
    store,
    (room) => room === shownRoom,
    (room) => logs.get(room)?.messages.at(-1)?.seq,
  );

  /** Asks again while the queue of the service is full: after random pauses, because many pages ask at once then. */
  const ask: ChatConnection['ask'] = async (name, body) => {
    for (let pauseMs = PAUSE_MS; ; pauseMs *= 2) {
      const answer = await connection.ask(name, body);
      if (!('error' in answer && answer.error === 'tooMany') || pauseMs > LAST_PAUSE_MS) return answer;
      await new Promise((done) => setTimeout(done, Math.random() * pauseMs));
    }
  };

  /** Muting applies to public rooms only: in a private room the user chose the other person. */
  const isHidden = (room: string, { sender }: ChatMessage): boolean => {
    const { muted = [], blocked = [] } = get().lobby ?? {};
    const hidden = factsOf(room)?.kind === 'public' ? [...muted, ...blocked] : blocked;
    return hidden.some(({ id }) => id === sender.id);
  };

  function publish(room: string): void {
    const log = logs.get(room);
    if (!log) return;
    const messages = log.messages
      .filter((message) => !isHidden(room, message))
      .map((message) => (isDeleted(room, message.seq) ? { ...message, text: null } : message));
    setRoom(room, {
      messages,
      oldest: log.messages[0],
      hasOlder: log.hasOlder,
      firstNew: marks.firstNewIn(room, messages),
    });
    onMessages(log.messages);
    if (room === shownRoom) marks.sendSoon(room);
  }

  /** Forgets a room that the user has left on another device. */
  function drop(room: string): void {
    if (!logs.delete(room)) return;
    dropRoom(room);
    if (room !== shownRoom) return;
    marks.cancel();
    setRoom(room, { status: 'left' });
  }

  async function enter(room: string): Promise<void> {
    requested.add(room);
    if (entering.has(room)) return;
    entering.add(room);
    if (get().rooms[room]?.status !== 'ready') setRoom(room, { status: 'loading' });
    // Changes from now on wait for the answer.
    buffered.set(room, []);
    const answer = await ask('enter', { room });
    entering.delete(room);
    if ('error' in answer) {
      buffered.delete(room);
      // `resume` enters the room after the next connection.
      if (answer.error === 'lost') return isOpen() ? enter(room) : undefined;
      requested.delete(room);
      return setRoom(room, { status: 'failed', error: answer.error });
    }
    const { people, online } = answer.ok;
    requested.delete(room);
    logs.set(room, logOf(answer.ok));
    marks.set(room, answer.ok.read);
    if (room === shownRoom) marks.show(room);
    setRoom(room, { people });
    setFacts(room, () => ({ member: true, online, read: answer.ok.read }));
    applyBuffered(room);
    setRoom(room, { status: 'ready' });
  }

  async function fetchPeople(room: string, after?: string): Promise<void> {
    const answer = await ask('people', { room, after });
    if ('error' in answer || !logs.has(room)) return;
    const { people, online } = answer.ok;
    setRoom(room, { people: after ? [...get().rooms[room]!.people, ...people] : people });
    setFacts(room, () => ({ online }));
  }

  async function fetchMissed(room: string): Promise<void> {
    const log = logs.get(room);
    if (!log || fetching.has(room)) return;
    fetching.add(room);
    const answer = await ask('since', { room, position: log.position });
    fetching.delete(room);
    const now = logs.get(room);
    // The next change, connection or probe fetches the buffered changes too.
    if ('error' in answer || !now) return void buffered.delete(room);
    logs.set(room, withMissed(now, answer.ok));
    applyBuffered(room);
  }

  /** Publishes a room and applies its buffered changes. */
  function applyBuffered(room: string): void {
    const waiting = buffered.get(room)?.toSorted((one, other) => one.head - other.head);
    buffered.delete(room);
    publish(room);
    for (const changes of waiting ?? []) add(changes);
  }

  function add(changes: RoomChanges): void {
    const { room } = changes;
    const log = logs.get(room);
    const next = log && withChanges(log, changes);
    if (next && next !== 'gap') {
      logs.set(room, next);
      applyBuffered(room);
      return;
    }
    const waiting = buffered.get(room);
    if (waiting) waiting.push(changes);
    else if (log) {
      buffered.set(room, [changes]);
      setTimeout(() => buffered.has(room) && void fetchMissed(room), GAP_MS);
    }
  }

  function updateFacts(changes: RoomChanges): void {
    const { room } = changes;
    setFacts(room, (facts) =>
      factsAfter(facts, changes, {
        id: get().lobby!.me.id,
        isReading: room === shownRoom && isPageVisible(),
        isHidden: (message) => isHidden(room, message),
      }),
    );
  }

  const change = (room: string, to: (log: RoomLog) => RoomLog): void => {
    const log = logs.get(room);
    if (log) logs.set(room, to(log));
    publish(room);
  };

  const rename = (room: string, people: readonly Person[]): void => {
    const log = logs.get(room);
    const next = log && withNames(log, people);
    if (next && next !== log) change(room, () => next);
  };

  return {
    show: (room) => {
      const before = shownRoom;
      if (before && before !== room) void marks.send(before);
      shownRoom = room;
      if (before) publish(before);
      if (!room) return;
      if (room !== before) marks.show(room);
      if (!logs.has(room)) return void enter(room);
      publish(room);
      void fetchMissed(room);
      void fetchPeople(room);
    },
    apply: (changes) => {
      updateFacts(changes);
      add(changes);
    },
    loadOlder: async (room) => {
      const log = logs.get(room);
      const first = log?.messages[0]?.seq;
      if (!log?.hasOlder || !first || get().rooms[room]?.isLoadingOlder) return;
      setRoom(room, { isLoadingOlder: true });
      const answer = await ask('before', { room, seq: first });
      setRoom(room, { isLoadingOlder: false });
      // The log was loaded again and starts at another message: the older messages would leave a gap before it.
      if ('ok' in answer) change(room, (now) => (now.messages[0]?.seq === first ? withOlder(now, answer.ok) : now));
    },
    fetchPeople,
    rename,
    publish,
    react: (room, seq, reaction, on) => change(room, (log) => withReaction(log, seq, reaction, on)),
    catchUp: async (heads) => {
      const behind = Object.entries(heads).filter(([room, head]) => (logs.get(room)?.position ?? head) < head);
      await Promise.all(behind.map(([room]) => fetchMissed(room)));
    },
    resume: async () => {
      await Promise.all([...[...logs.keys()].map(fetchMissed), ...[...requested].map(enter)]);
    },
    opened: () => [...logs.keys()],
    refresh: (known) => {
      for (const room of known) if (!factsOf(room)?.member) drop(room);
      for (const room of logs.keys()) {
        const other = factsOf(room)?.other;
        if (other) rename(room, [other]);
        publish(room);
      }
      if (shownRoom && logs.has(shownRoom)) void fetchPeople(shownRoom);
    },
    reload: () => {
      for (const room of logs.keys()) {
        logs.delete(room);
        if (room === shownRoom) void enter(room);
        else dropRoom(room);
      }
    },
    clear: () => {
      for (const all of [logs, buffered, requested]) all.clear();
      shownRoom = undefined;
    },
    forget: (room) => {
      logs.delete(room);
      dropRoom(room);
      if (shownRoom !== room) return;
      marks.cancel();
      shownRoom = undefined;
    },
    wasRead: (room, seq) => {
      marks.set(room, seq);
      setFacts(room, () => ({ read: seq, unread: 0 }));
      if (room !== shownRoom) publish(room);
    },
    readMarks: marks,
    onVisibility: () => {
      if (shownRoom) marks.onVisibility(shownRoom);
    },
    stop: marks.cancel,
  };
}
