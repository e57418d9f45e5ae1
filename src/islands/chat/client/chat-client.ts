import type { Call } from '../../../contract/chat/call-protocol.ts';
import {
  type Lobby,
  type RequestBody,
  type RequestName,
  type RoomFacts,
  SHOWN_MAX,
} from '../../../contract/chat/chat-protocol.ts';
import type { Person } from '../../../contract/chat/person.ts';
import type { ChatClient, ChatOutcome } from './chat-client-types.ts';
import { createDelayedDeletions } from './delayed-deletions.ts';
import { createSender } from './message-sender.ts';
import { browserOutbox, type Outbox } from './outbox.ts';
import { isPageVisible } from './page-visibility.ts';
import { followPeople } from './presence-and-typing.ts';
import { deletesLast } from './rooms/facts-after-changes.ts';
import { createRooms } from './rooms/opened-rooms.ts';
import { loadSocketIo, openConnection } from './socket-connection.ts';
import { createStore } from './store.ts';

/** Interval at which the client asks for events that got lost. */
const PROBE_MS = 20_000;

/** Pause before a failed lobby request is repeated. */
const AGAIN_MS = 1000;

/** How many of the messages sent along with a report follow the reported message. */
const SHOWN_AFTER = 30;

/** A call moves forward only. Its events can arrive in another order. */
const CALL_STATES: Call['is'][] = ['ringing', 'active', 'over'];

interface Options {
  connection?: Parameters<typeof openConnection>[1];
  outbox?: Outbox;
  probeMs?: number;
  /** Called when all chat data in the browser is deleted. */
  onForget?: () => void;
  /** Shown until the service has answered the first request. */
  lobby?: Lobby | undefined;
}

/** The chat of the signed-in user: its state, and the requests a user can make. */
export function createChatClient({
  connection: connectionOptions,
  outbox = browserOutbox(),
  probeMs = PROBE_MS,
  onForget,
  lobby,
}: Options = {}): ChatClient & {
  stop: () => void;
} {
  const store = createStore();
  const { get, set } = store;
  /** How far the clock of the service is ahead of that of the device. */
  let aheadMs = 0;
  const now = (): number => Date.now() + aheadMs;
  const setClock = (read: Lobby | undefined): void => {
    if (read?.now) aheadMs = read.now - Date.now();
  };
  setClock(lobby);
  set({ lobby });
  const connection = openConnection((state) => {
    set({ connection: state });
    if (state.status === 'online') void resume();
    if (state.status === 'signedOut') forgetAll();
  }, connectionOptions);
  const { ask } = connection;
  const sender = createSender(connection, outbox, now, (pending) => {
    for (const room of new Set([...pending.map((one) => one.room), ...Object.keys(get().rooms)]))
      store.setRoom(room, { pending: pending.filter((one) => one.room === room) });
  });
  const rooms = createRooms(connection, store, sender.arrived, (room, seq) => deletions.includes(room, seq));
  const typing = followPeople(connection, store, rooms);

  // With the script of the socket: nothing arrives before it opens.
  const receipts = loadSocketIo().then(({ confirmReceipt }) => confirmReceipt(connection, store));

  /** Id of the signed-in user, once the lobby is loaded. */
  let person: string | undefined;
  let reading: Promise<void> | undefined;
  let again = false;

  /** Deletes all loaded data, so that the next user of the browser sees none of it. */
  function forgetAll(): void {
    sender.forget();
    onForget?.();
    rooms.clear();
    set({ lobby: undefined, call: undefined, rooms: {} });
  }

  /** After a new connection, fetches missed changes and sends waiting messages. */
  async function resume(): Promise<void> {
    await refreshLobby();
    await rooms.resume();
  }

  /** Reads the lobby. Any number of calls during a read causes a single further read. */
  function refreshLobby(): Promise<void> {
    again = reading !== undefined;
    reading ??= readLobby().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  /** Facts of an answer with what the user has read since it was asked for. Events have told of messages since then. */
  function withReading(facts: RoomFacts): RoomFacts {
    const known = rooms.readMarks.isAhead(facts) && store.factsOf(facts.id);
    return known ? { ...facts, head: known.head, read: known.read, unread: known.unread } : facts;
  }

  async function readLobby(): Promise<void> {
    const opened = rooms.opened();
    const before = get().call;
    const marks = rooms.readMarks.all();
    const answer = await ask('lobby', {});
    if ('error' in answer) {
      // No event would repeat the request, and waiting messages need the lobby.
      await new Promise((done) => setTimeout(done, AGAIN_MS));
      return connection.isOpen() ? readLobby() : undefined;
    }
    const { me } = answer.ok;
    // Another user has signed in, in another tab.
    if (person && person !== me.id) return globalThis.location?.reload();
    person = me.id;
    // A call event during the request is newer than the answer.
    const call = get().call === before ? (answer.ok.call ?? undefined) : get().call;
    const { blocked = [] } = get().lobby ?? {};
    setClock(answer.ok);
    set({ lobby: { ...answer.ok, rooms: answer.ok.rooms.map(withReading) }, call });
    void rooms.readMarks.resend(answer.ok.rooms, marks).then((isStored) => void (isStored && refreshLobby()));
    void sender.resume(me.id);
    rooms.refresh(opened);
    const isHidden = new Set(answer.ok.blocked.map(({ id }) => id));
    if (blocked.some(({ id }) => !isHidden.has(id))) rooms.reload();
    await rooms.catchUp(Object.fromEntries(answer.ok.rooms.map(({ id, head }) => [id, head])));
    if (!again) return;
    again = false;
    await readLobby();
  }

  /** Asks for the head of each room: a lost last message leaves no gap, so only the head shows it. */
  async function probe(): Promise<void> {
    const answer = await ask('heads', {});
    if ('error' in answer) return;
    const isBehind = Object.entries(answer.ok).some(([room, head]) => {
      const facts = store.factsOf(room);
      return !facts?.member || facts.head < head;
    });
    await rooms.catchUp(answer.ok);
    if (isBehind || !get().lobby) await refreshLobby();
  }

  connection.on('changes', (changes) => {
    const facts = store.factsOf(changes.room);
    // A message of the other person can end a limit.
    if (!facts || facts.limited || deletesLast(facts.last, changes.messages)) void refreshLobby();
    rooms.apply(changes);
  });
  connection.on('call', (call) => {
    const last = get().call;
    if (last?.id !== call.id || CALL_STATES.indexOf(call.is) >= CALL_STATES.indexOf(last.is)) set({ call });
  });
  connection.on('lobby', () => void refreshLobby());
  // Messages that were held may have been refused: waiting messages are sent again with the lobby.
  connection.on('decided', () => void refreshLobby());
  connection.on('marks', ({ room, delivered, seen }) =>
    // Events of several nodes arrive in any order, and marks only move forward.
    store.setFacts(room, ({ marks }) => ({
      marks: {
        delivered: Math.max(delivered, marks?.delivered ?? 0),
        ...(seen !== undefined && { seen: Math.max(seen, marks?.seen ?? 0) }),
      },
    })),
  );
  connection.on('read', ({ room, seq }) => rooms.wasRead(room, seq));

  const probing = setInterval(() => void probe(), probeMs);
  const onVisibility = (): void => {
    rooms.onVisibility();
    // A hidden page may be closed without notice.
    if (!isPageVisible()) deletions.sendAll();
    else void probe();
  };
  globalThis.document?.addEventListener('visibilitychange', onVisibility);

  const request = async <Name extends RequestName>(name: Name, body: RequestBody<Name>): Promise<ChatOutcome> => {
    const answer = await ask(name, body);
    return 'error' in answer ? answer.error : undefined;
  };
  const deletions = createDelayedDeletions((room, seq) => request('delete', { room, seq }), rooms.publish);
  /** Makes a request that changes the lobby, then reads the lobby. */
  const requestAndRefresh = async <Name extends RequestName>(
    name: Name,
    body: RequestBody<Name>,
  ): Promise<ChatOutcome> => {
    const outcome = await request(name, body);
    if (!outcome) await refreshLobby();
    return outcome;
  };
  const setHidden = (name: 'block' | 'mute', { id }: Person, on: boolean): Promise<ChatOutcome> =>
    requestAndRefresh(name, { person: id, on });
  const stop = (): void => {
    deletions.sendAll();
    clearInterval(probing);
    globalThis.document?.removeEventListener('visibilitychange', onVisibility);
    rooms.stop();
    void receipts.then((it) => it.stop());
    connection.close();
  };

  return {
    getState: get,
    now,
    subscribe: store.subscribe,
    open: rooms.show,
    close: () => rooms.show(undefined),
    loadOlder: rooms.loadOlder,
    loadMorePeople: (room) => rooms.fetchPeople(room, get().rooms[room]?.people.at(-1)?.name),
    ...sender.actions,
    edit: (room, seq, text) => request('edit', { room, seq, text }),
    delete: deletions.start,
    react: async (room, seq, reaction, on) => {
      const outcome = await request('react', { room, seq, reaction, on });
      if (!outcome) rooms.react(room, seq, reaction, on);
      return outcome;
    },
    typing,
    leave: async (room) => {
      const outcome = await request('leave', { room });
      if (outcome) return outcome;
      rooms.forget(room);
      await refreshLobby();
      return undefined;
    },
    openPrivateConversation: async (personId) => {
      const answer = await ask('converse', { person: personId });
      if ('error' in answer) return answer;
      await refreshLobby();
      return answer.ok;
    },
    acceptRequest: (room) => requestAndRefresh('accept', { room }),
    declineRequest: (room) => requestAndRefresh('decline', { room }),
    setNotNow: (on) => requestAndRefresh('notNow', { on }),
    findPartner: (search) => requestAndRefresh('seek', search),
    stopPartnerSearch: () => requestAndRefresh('stopSeeking', {}),
    block: (target, on) => setHidden('block', target, on),
    showSeen: (on) => requestAndRefresh('showSeen', { on }),
    mute: (target, on) => setHidden('mute', target, on),
    report: ({ room, person: reported, seq = Infinity, call, waiting }, reason, note) => {
      const all = get().rooms[room]?.messages ?? [];
      const until = all.filter((one) => one.seq <= seq).length + SHOWN_AFTER;
      const shown = all
        .slice(Math.max(0, until - SHOWN_MAX), until)
        .map((one): [number, number] => [one.seq, one.position]);
      return request('report', { room, person: reported.id, reason, note, shown, call, waiting });
    },
    connection,
    stopAndForget: () => {
      stop();
      set({ connection: { status: 'signedOut' } });
      forgetAll();
    },
    stop,
  };
}
