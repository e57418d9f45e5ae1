import type { RoomChanges, ChatMessage, Reaction } from '../../../contract/chat-protocol.ts';
import type { ChatConnection } from './connection.ts';
import { logOf, type RoomLog, withChanges, withMissed, withOlder, withReaction } from './room-log.ts';
import type { Store } from './store.ts';

/** So long a gap may fill by itself: nodes tell of what happened at the same time in any order. */
const GAP_MS = 200;
const READ_AFTER_MS = 400;

/** What was said in the rooms that have been opened: kept whole, whatever gets lost on the way. */
export interface Rooms {
  show: (room: string | undefined) => void;
  /** Takes what became of a room. */
  apply: (changes: RoomChanges) => void;
  loadOlder: (room: string) => Promise<void>;
  /** @param after the name after which more people are asked for */
  fetchPeople: (room: string, after?: string) => void;
  react: (room: string, seq: number, reaction: Reaction, on: boolean) => void;
  /** Asks for what was missed, where a room's head is further than what is known of it. */
  catchUp: (heads: Record<string, number>) => Promise<void>;
  /** After a new connection: everything is asked for again. */
  resume: () => Promise<void>;
  /** The rooms of which it is known what was said. */
  opened: () => string[];
  /**
   * Shows everything again, since the lobby is another one.
   * @param known rooms that had been opened when it was asked for: those that one has left since are forgotten
   */
  refresh: (known: string[]) => void;
  /** Fetches everything again, since somebody is not hidden any more. */
  reload: () => void;
  /** Knows nothing of any room any more. */
  clear: () => void;
  forget: (room: string) => void;
  /** One has read further, on another device. */
  wasRead: (room: string, seq: number) => void;
  /** Somebody looks at the page again. */
  markShownRead: () => void;
  stop: () => void;
}

/** @param onMessages is told of all messages that are known of a room */
export function createRooms(
  { ask, isOpen }: ChatConnection,
  { get, setRoom, dropRoom, setFacts, factsOf }: Store,
  onMessages: (messages: readonly ChatMessage[]) => void,
): Rooms {
  const logs = new Map<string, RoomLog>();
  /** Changes that came before what they follow. */
  const early = new Map<string, RoomChanges[]>();
  const fetching = new Set<string>();
  /** Rooms that somebody has asked to open, and those that are being opened. */
  const wanted = new Set<string>();
  const entering = new Set<string>();
  /** Up to which `seq` one has read. */
  const read = new Map<string, number>();
  let shown: string | undefined;
  let reading: ReturnType<typeof setTimeout> | undefined;

  /** Muting is for rooms: whoever talks with somebody alone wants to hear them. */
  const isHidden = (room: string, { sender }: ChatMessage): boolean => {
    const { muted = [], blocked = [] } = get().lobby ?? {};
    const hidden = factsOf(room)?.kind === 'public' ? [...muted, ...blocked] : blocked;
    return hidden.some(({ id }) => id === sender.id);
  };

  function publish(room: string): void {
    const log = logs.get(room);
    if (!log) return;
    setRoom(room, { messages: log.messages.filter((message) => !isHidden(room, message)), hasOlder: log.hasOlder });
    onMessages(log.messages);
    if (room === shown) markRead(room);
  }

  function markRead(room: string): void {
    clearTimeout(reading);
    reading = setTimeout(() => sendRead(room), READ_AFTER_MS);
  }

  function sendRead(room: string): void {
    clearTimeout(reading);
    const seq = logs.get(room)?.messages.at(-1)?.seq;
    if (!seq || !isPageVisible()) return;
    if (factsOf(room)?.unread) setFacts(room, () => ({ unread: 0 }));
    read.set(room, seq);
    void ask('read', { room, seq });
  }

  /** Puts the line "new" below what has been read, while nobody sees it. */
  function moveNewLine(room: string): void {
    if (logs.has(room)) setRoom(room, { read: read.get(room)! });
  }

  /** Forgets a room that one has left on another device. */
  function drop(room: string): void {
    if (!logs.delete(room)) return;
    dropRoom(room);
    if (room !== shown) return;
    clearTimeout(reading);
    setRoom(room, { status: 'left' });
  }

  async function enter(room: string): Promise<void> {
    wanted.add(room);
    if (entering.has(room)) return;
    entering.add(room);
    if (get().rooms[room]?.status !== 'ready') setRoom(room, { status: 'loading' });
    // From now on what comes waits for what is there already.
    early.set(room, []);
    const answer = await ask('enter', { room });
    entering.delete(room);
    if ('error' in answer) {
      early.delete(room);
      // Once there is a connection again, it is entered by itself.
      if (answer.error === 'lost') return isOpen() ? enter(room) : undefined;
      wanted.delete(room);
      return setRoom(room, { status: 'failed', error: answer.error });
    }
    const { people, online } = answer.ok;
    wanted.delete(room);
    logs.set(room, logOf(answer.ok));
    read.set(room, answer.ok.read);
    setRoom(room, { status: 'ready', people, read: answer.ok.read });
    setFacts(room, () => ({ member: true, online }));
    settle(room);
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
    // What came meanwhile is asked for again, too: with the next change, connection or probe.
    if ('error' in answer || !now) return void early.delete(room);
    logs.set(room, withMissed(now, answer.ok));
    settle(room);
  }

  /** Shows a room, with what came before its time. */
  function settle(room: string): void {
    const waiting = early.get(room)?.toSorted((one, other) => one.head - other.head);
    early.delete(room);
    publish(room);
    for (const one of waiting ?? []) add(one);
  }

  function add(changes: RoomChanges): void {
    const { room } = changes;
    const log = logs.get(room);
    const next = log && withChanges(log, changes);
    if (next && next !== 'gap') {
      logs.set(room, next);
      settle(room);
      return;
    }
    const waiting = early.get(room);
    if (waiting) waiting.push(changes);
    else if (log) {
      early.set(room, [changes]);
      setTimeout(() => early.has(room) && void fetchMissed(room), GAP_MS);
    }
  }

  /** What the lobby shows of a room. */
  function count({ room, head, messages }: RoomChanges): void {
    const facts = factsOf(room);
    if (!facts) return;
    const me = get().lobby!.me.id;
    const fresh = messages.filter((one) => one.seq > facts.head && one.sender.id !== me && !isHidden(room, one));
    const isRead = room === shown && isPageVisible();
    setFacts(room, ({ unread, activeAt }) => ({
      head: Math.max(facts.head, head),
      unread: isRead ? 0 : unread + fresh.length,
      activeAt: messages.reduce((latest, { at }) => Math.max(latest, at), activeAt ?? 0) || null,
    }));
  }

  const change = (room: string, to: (log: RoomLog) => RoomLog): void => {
    const log = logs.get(room);
    if (log) logs.set(room, to(log));
    publish(room);
  };

  return {
    show: (room) => {
      if (shown && shown !== room) {
        sendRead(shown);
        moveNewLine(shown);
      }
      shown = room;
      if (!room) return;
      if (!logs.has(room)) return void enter(room);
      publish(room);
      void fetchMissed(room);
      void fetchPeople(room);
    },
    apply: (changes) => {
      count(changes);
      add(changes);
    },
    loadOlder: async (room) => {
      const log = logs.get(room);
      const first = log?.messages[0]?.seq;
      if (!log?.hasOlder || !first || get().rooms[room]?.isLoadingOlder) return;
      setRoom(room, { isLoadingOlder: true });
      const answer = await ask('before', { room, seq: first });
      setRoom(room, { isLoadingOlder: false });
      if ('ok' in answer) change(room, (now) => withOlder(now, answer.ok));
    },
    fetchPeople,
    react: (room, seq, reaction, on) => change(room, (log) => withReaction(log, seq, reaction, on)),
    catchUp: async (heads) => {
      const behind = Object.entries(heads).filter(([room, head]) => (logs.get(room)?.position ?? head) < head);
      await Promise.all(behind.map(([room]) => fetchMissed(room)));
    },
    resume: async () => {
      await Promise.all([...[...logs.keys()].map(fetchMissed), ...[...wanted].map(enter)]);
    },
    opened: () => [...logs.keys()],
    refresh: (known) => {
      for (const room of known) if (!factsOf(room)?.member) drop(room);
      for (const room of logs.keys()) publish(room);
      if (shown && logs.has(shown)) void fetchPeople(shown);
    },
    reload: () => {
      for (const room of logs.keys()) {
        logs.delete(room);
        if (room === shown) void enter(room);
        else dropRoom(room);
      }
    },
    clear: () => {
      for (const all of [logs, early, wanted]) all.clear();
      shown = undefined;
    },
    forget: (room) => {
      logs.delete(room);
      dropRoom(room);
      if (shown !== room) return;
      clearTimeout(reading);
      shown = undefined;
    },
    wasRead: (room, seq) => {
      read.set(room, seq);
      setFacts(room, () => ({ unread: 0 }));
      if (room !== shown) moveNewLine(room);
    },
    markShownRead: () => {
      if (shown) markRead(shown);
    },
    stop: () => clearTimeout(reading),
  };
}

export const isPageVisible = (): boolean => globalThis.document?.visibilityState !== 'hidden';
