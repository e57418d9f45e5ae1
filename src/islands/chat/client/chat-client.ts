import type { Changes, Message, Person, RequestBody, RequestName, RoomFacts } from '../../../contract/chat.ts';
import { openConnection } from './connection.ts';
import { browserOutbox, type Outbox } from './outbox.ts';
import { logOf, type RoomLog, withChanges, withMissed, withOlder } from './room-log.ts';
import { createSender } from './sender.ts';
import type { ChatClient, ChatState, Connection, Outcome, RoomState } from './state.ts';

/** How often it is asked whether something was missed that nobody told of. */
const PROBE_MS = 20_000;
/** So long a gap may fill by itself: nodes tell of what happened at the same time in any order. */
const GAP_MS = 200;
const TYPING_EVERY_MS = 3000;
const TYPING_SHOWN_MS = 5000;
const READ_AFTER_MS = 400;
/** Messages that are sent along with a report. */
const SHOWN_MAX = 100;

const EMPTY: RoomState = {
  is: 'loading',
  messages: [],
  pending: [],
  hasOlder: false,
  isLoadingOlder: false,
  people: [],
  typing: [],
  read: 0,
};

interface Parts {
  /** Of the connection. */
  options?: Parameters<typeof openConnection>[1];
  outbox?: Outbox;
  probeMs?: number;
}

/** The chat of whoever is signed in: what is known of it, and what can be done. */
export function createChatClient({ options, outbox = browserOutbox(), probeMs = PROBE_MS }: Parts = {}): ChatClient & {
  stop: () => void;
} {
  let state: ChatState = { connection: { is: 'connecting' }, rooms: {} };
  const listeners = new Set<() => void>();
  /** Of rooms that have been opened. */
  const logs = new Map<string, RoomLog>();
  /** Changes that came before what they follow. */
  const early = new Map<string, Changes[]>();
  const fetching = new Set<string>();
  const typingTimers = new Map<string, ReturnType<typeof setTimeout>>();
  let shown: string | undefined;
  let lastTyping = 0;
  let reading: ReturnType<typeof setTimeout> | undefined;

  const set = (change: Partial<ChatState>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const setRoom = (room: string, change: Partial<RoomState>): void =>
    set({ rooms: { ...state.rooms, [room]: { ...(state.rooms[room] ?? EMPTY), ...change } } });
  const setFacts = (room: string, change: (facts: RoomFacts) => Partial<RoomFacts>): void => {
    if (!state.lobby) return;
    const rooms = state.lobby.rooms.map((facts) => (facts.id === room ? { ...facts, ...change(facts) } : facts));
    set({ lobby: { ...state.lobby, rooms } });
  };
  const isHidden = ({ sender }: Message): boolean =>
    [...(state.lobby?.muted ?? []), ...(state.lobby?.blocked ?? [])].some(({ id }) => id === sender.id);
  const isLookedAt = (): boolean => globalThis.document?.visibilityState !== 'hidden';

  const connection = openConnection(onConnection, options);
  const { ask } = connection;
  const sender = createSender(connection, outbox, (pending) => {
    const rooms = { ...state.rooms };
    const concerned = new Set([...pending.map(({ room }) => room), ...Object.keys(rooms)]);
    for (const room of concerned)
      rooms[room] = { ...(rooms[room] ?? EMPTY), pending: pending.filter((one) => one.room === room) };
    set({ rooms });
  });

  function onConnection(now: Connection): void {
    set({ connection: now });
    if (now.is === 'online') void resume();
  }

  /** Everything that may have been missed is fetched, and everything that waits is sent. */
  async function resume(): Promise<void> {
    await refreshLobby();
    await Promise.all([...logs.keys()].map(fetchMissed));
    for (const [room, { is }] of Object.entries(state.rooms)) if (is === 'loading') void enter(room);
    if (state.lobby) void sender.resume(state.lobby.me.id);
  }

  async function refreshLobby(): Promise<void> {
    const answer = await ask('lobby', {});
    if (!('ok' in answer)) return;
    set({ lobby: answer.ok });
    for (const room of logs.keys()) publish(room);
    const behind = answer.ok.rooms.filter(({ id, head }) => (logs.get(id)?.position ?? head) < head);
    await Promise.all(behind.map(({ id }) => fetchMissed(id)));
  }

  /** Shows what is known of a room. */
  function publish(room: string): void {
    const log = logs.get(room)!;
    setRoom(room, { messages: log.messages.filter((message) => !isHidden(message)), hasOlder: log.hasOlder });
    sender.arrived(log.messages);
    if (room === shown) markRead(room);
  }

  function markRead(room: string): void {
    clearTimeout(reading);
    reading = setTimeout(() => {
      const seq = logs.get(room)?.messages.at(-1)?.seq;
      if (!seq || room !== shown || !isLookedAt()) return;
      if (state.lobby?.rooms.find(({ id }) => id === room)?.unread) setFacts(room, () => ({ unread: 0 }));
      void ask('read', { room, seq });
    }, READ_AFTER_MS);
  }

  async function fetchMissed(room: string): Promise<void> {
    const log = logs.get(room);
    if (!log || fetching.has(room)) return;
    fetching.add(room);
    const answer = await ask('since', { room, position: log.position });
    fetching.delete(room);
    if ('ok' in answer) logs.set(room, withMissed(logs.get(room) ?? log, answer.ok));
    catchUp(room);
  }

  /** Shows a room with what came before its time. */
  function catchUp(room: string): void {
    const waiting = early.get(room)?.toSorted((one, other) => one.head - other.head);
    early.delete(room);
    publish(room);
    for (const one of waiting ?? []) apply(one);
  }

  function apply(changes: Changes): void {
    const { room } = changes;
    const log = logs.get(room);
    count(changes);
    if (!log) return void early.get(room)?.push(changes);
    const next = withChanges(log, changes);
    if (next === 'gap') {
      const waiting = early.get(room);
      if (waiting) waiting.push(changes);
      else {
        early.set(room, [changes]);
        setTimeout(() => void fetchMissed(room), GAP_MS);
      }
      return;
    }
    logs.set(room, next);
    catchUp(room);
  }

  /** What the lobby shows of a room. */
  function count({ room, head, messages }: Changes): void {
    const facts = state.lobby?.rooms.find(({ id }) => id === room);
    if (!facts) return void refreshLobby();
    const me = state.lobby!.me.id;
    const fresh = messages.filter((one) => one.seq > facts.head && one.sender.id !== me && !isHidden(one));
    const isRead = room === shown && isLookedAt();
    setFacts(room, ({ unread, activeAt }) => ({
      head: Math.max(facts.head, head),
      unread: isRead ? 0 : unread + fresh.length,
      activeAt: messages.reduce((latest, { at }) => Math.max(latest, at), activeAt ?? 0) || null,
    }));
    const people = new Set(messages.map(({ sender: { id } }) => id));
    const typing = state.rooms[room]?.typing ?? [];
    if (typing.some(({ id }) => people.has(id))) setRoom(room, { typing: typing.filter(({ id }) => !people.has(id)) });
  }

  connection.on('changes', apply);
  connection.on('lobby', () => void refreshLobby());
  connection.on('read', ({ room }) => setFacts(room, () => ({ unread: 0 })));
  connection.on('presence', ({ room, person, online }) => {
    if (person.id === state.lobby?.me.id) return;
    const others = (state.rooms[room]?.people ?? []).filter(({ id }) => id !== person.id);
    if (state.rooms[room]) setRoom(room, { people: online ? [...others, person].toSorted(byName) : others });
    setFacts(room, ({ online: amount, other }) => ({
      online: Math.max(0, amount + (online ? 1 : -1)),
      other: other?.id === person.id ? { ...other, online } : other,
    }));
  });
  connection.on('typing', ({ room, person }) => {
    const others = (state.rooms[room]?.typing ?? []).filter(({ id }) => id !== person.id);
    setRoom(room, { typing: [...others, person] });
    const key = `${room} ${person.id}`;
    clearTimeout(typingTimers.get(key));
    const forget = (): void =>
      setRoom(room, { typing: (state.rooms[room]?.typing ?? []).filter(({ id }) => id !== person.id) });
    typingTimers.set(key, setTimeout(forget, TYPING_SHOWN_MS));
  });

  /** A last message that got lost leaves no gap behind it: only asking tells. */
  async function probe(): Promise<void> {
    if (!connection.isOpen()) return;
    const answer = await ask('heads', {});
    if (!('ok' in answer) || !state.lobby) return;
    const isUnknown = Object.entries(answer.ok).some(([room, head]) => {
      const facts = state.lobby!.rooms.find(({ id }) => id === room);
      return !facts?.member || facts.head < head;
    });
    const behind = Object.entries(answer.ok).filter(([room, head]) => (logs.get(room)?.position ?? head) < head);
    await Promise.all(behind.map(([room]) => fetchMissed(room)));
    if (isUnknown) await refreshLobby();
  }
  const probing = setInterval(() => void probe(), probeMs);
  const onLook = (): void => {
    if (!isLookedAt()) return;
    void probe();
    if (shown) markRead(shown);
  };
  globalThis.document?.addEventListener('visibilitychange', onLook);

  function open(room: string): void {
    shown = room;
    if (!logs.has(room)) return void enter(room);
    publish(room);
    void fetchMissed(room);
  }

  async function enter(room: string): Promise<void> {
    setRoom(room, { is: 'loading' });
    early.set(room, []);
    const answer = await ask('enter', { room });
    // Once there is a connection again, it is opened by itself.
    if ('error' in answer)
      return answer.error === 'lost' ? undefined : setRoom(room, { is: 'failed', error: answer.error });
    const { people, read } = answer.ok;
    logs.set(room, logOf(answer.ok));
    setRoom(room, { is: 'ready', people, read });
    setFacts(room, () => ({ member: true }));
    catchUp(room);
  }

  async function older(room: string): Promise<void> {
    const log = logs.get(room);
    const first = log?.messages[0]?.seq;
    if (!log?.hasOlder || !first || state.rooms[room]?.isLoadingOlder) return;
    setRoom(room, { isLoadingOlder: true });
    const answer = await ask('before', { room, seq: first });
    if ('ok' in answer) logs.set(room, withOlder(logs.get(room)!, answer.ok));
    setRoom(room, { isLoadingOlder: false });
    publish(room);
  }

  const done = async <Name extends RequestName>(name: Name, body: RequestBody<Name>): Promise<Outcome> => {
    const answer = await ask(name, body);
    return 'error' in answer ? answer.error : undefined;
  };
  const toward = async (what: 'block' | 'mute', person: Person, on: boolean): Promise<Outcome> => {
    const outcome = await done(what, { person: person.id, on });
    if (!outcome) await refreshLobby();
    return outcome;
  };

  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open,
    close: () => {
      shown = undefined;
    },
    older: (room) => void older(room),
    ...sender.actions,
    edit: (room, seq, text) => done('edit', { room, seq, text }),
    delete: (room, seq) => done('delete', { room, seq }),
    react: async (room, seq, reaction, on) => {
      const outcome = await done('react', { room, seq, reaction, on });
      const log = logs.get(room);
      if (outcome || !log) return outcome;
      const messages = log.messages.map((message) => {
        if (message.seq !== seq) return message;
        const others = (message.mine ?? []).filter((one) => one !== reaction);
        return { ...message, mine: on ? [...others, reaction] : others };
      });
      logs.set(room, { ...log, messages });
      publish(room);
      return undefined;
    },
    typing: (room) => {
      if (Date.now() - lastTyping < TYPING_EVERY_MS) return;
      lastTyping = Date.now();
      void ask('typing', { room });
    },
    leave: async (room) => {
      const outcome = await done('leave', { room });
      if (outcome) return outcome;
      if (shown === room) shown = undefined;
      logs.delete(room);
      const { [room]: _left, ...rooms } = state.rooms;
      set({ rooms });
      await refreshLobby();
      return undefined;
    },
    converse: async (person) => {
      const answer = await ask('converse', { person });
      if ('error' in answer) return answer;
      await refreshLobby();
      return answer.ok;
    },
    seek: async (wish) => {
      const outcome = await done('seek', wish);
      if (!outcome) await refreshLobby();
      return outcome;
    },
    stopSeeking: async () => {
      const outcome = await done('stopSeeking', {});
      if (!outcome) await refreshLobby();
      return outcome;
    },
    block: (person, on) => toward('block', person, on),
    mute: (person, on) => toward('mute', person, on),
    report: (room, person, reason, note) => {
      const messages = logs.get(room)?.messages.slice(-SHOWN_MAX) ?? [];
      return done('report', {
        room,
        person,
        reason,
        note,
        shown: messages.map(({ seq, position }) => [seq, position]),
      });
    },
    vanish: () => {
      stop();
      outbox.clear();
      logs.clear();
      set({ connection: { is: 'signedOut' }, rooms: {} });
    },
    stop,
  };

  function stop(): void {
    clearInterval(probing);
    clearTimeout(reading);
    globalThis.document?.removeEventListener('visibilitychange', onLook);
    connection.close();
  }
}

const byName = (one: Person, other: Person): number => one.name.localeCompare(other.name);
