import type { RequestBody, RequestName } from '../../../contract/chat-protocol.ts';
import type { Person } from '../../../contract/person.ts';
import { openConnection } from './connection.ts';
import { browserOutbox, type Outbox } from './outbox.ts';
import { followPeople } from './people.ts';
import { createRooms, isPageVisible } from './rooms.ts';
import { createSender } from './sender.ts';
import type { ChatClient, ChatOutcome } from './state.ts';
import { createStore } from './store.ts';

/** How often it is asked whether something was missed that nobody told of. */
const PROBE_MS = 20_000;

/** The lobby is asked for again where it did not come. */
const AGAIN_MS = 1000;

/** Messages that are sent along with a report, and how many of them stand below the one that it is about. */
const SHOWN_MAX = 100;
const SHOWN_AFTER = 30;

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
  const store = createStore();
  const { get, set } = store;
  const connection = openConnection((now) => {
    set({ connection: now });
    if (now.status === 'online') void resume();
    if (now.status === 'signedOut') forgetAll();
  }, options);
  const { ask } = connection;
  const sender = createSender(connection, outbox, (pending) => {
    for (const room of new Set([...pending.map((one) => one.room), ...Object.keys(get().rooms)]))
      store.setRoom(room, { pending: pending.filter((one) => one.room === room) });
  });
  const rooms = createRooms(connection, store, sender.arrived);
  const typing = followPeople(connection, store, rooms.fetchPeople);

  /** Whose chat it is, once that is known. */
  let person: string | undefined;
  let reading: Promise<void> | undefined;
  let again = false;

  /** What was loaded is of no more use, and nobody else's to see. */
  function forgetAll(): void {
    sender.forget();
    rooms.clear();
    set({ lobby: undefined, call: undefined, rooms: {} });
  }

  /** Everything that may have been missed is fetched, and everything that waits is sent. */
  async function resume(): Promise<void> {
    await refreshLobby();
    await rooms.resume();
  }

  /** However many ask for it meanwhile, it is read once more and no oftener. */
  function refreshLobby(): Promise<void> {
    again = reading !== undefined;
    reading ??= readLobby().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  async function readLobby(): Promise<void> {
    const opened = rooms.opened();
    const before = get().call;
    const answer = await ask('lobby', {});
    if ('error' in answer) {
      // Nothing else asks again while nothing happens, and what is to be sent waits for it.
      await new Promise((done) => setTimeout(done, AGAIN_MS));
      return connection.isOpen() ? readLobby() : undefined;
    }
    const { me } = answer.ok;
    // Somebody else has signed in, in another tab: nothing that is here is for them.
    if (person && person !== me.id) return globalThis.location?.reload();
    person = me.id;
    // What was told of a call meanwhile is newer.
    const call = get().call === before ? (answer.ok.call ?? undefined) : get().call;
    const { blocked = [] } = get().lobby ?? {};
    set({ lobby: answer.ok, call });
    void sender.resume(me.id);
    rooms.refresh(opened);
    const isHidden = new Set(answer.ok.blocked.map(({ id }) => id));
    if (blocked.some(({ id }) => !isHidden.has(id))) rooms.reload();
    await rooms.catchUp(Object.fromEntries(answer.ok.rooms.map(({ id, head }) => [id, head])));
    if (!again) return;
    again = false;
    await readLobby();
  }

  /** A last message that got lost leaves no gap behind it: only asking tells. */
  async function probe(): Promise<void> {
    const answer = await ask('heads', {});
    if ('error' in answer) return;
    const isNews = Object.entries(answer.ok).some(([room, head]) => {
      const facts = store.factsOf(room);
      return !facts?.member || facts.head < head;
    });
    await rooms.catchUp(answer.ok);
    if (isNews || !get().lobby) await refreshLobby();
  }

  connection.on('changes', (changes) => {
    if (!store.factsOf(changes.room)) void refreshLobby();
    rooms.apply(changes);
  });
  connection.on('call', (call) => set({ call }));
  connection.on('lobby', () => void refreshLobby());
  connection.on('read', ({ room, seq }) => rooms.wasRead(room, seq));

  const probing = setInterval(() => void probe(), probeMs);
  const onLook = (): void => {
    if (!isPageVisible()) return;
    void probe();
    rooms.markShownRead();
  };
  globalThis.document?.addEventListener('visibilitychange', onLook);

  const done = async <Name extends RequestName>(name: Name, body: RequestBody<Name>): Promise<ChatOutcome> => {
    const answer = await ask(name, body);
    return 'error' in answer ? answer.error : undefined;
  };
  /** What changes the lobby. */
  const doneInLobby = async <Name extends RequestName>(name: Name, body: RequestBody<Name>): Promise<ChatOutcome> => {
    const outcome = await done(name, body);
    if (!outcome) await refreshLobby();
    return outcome;
  };
  const toward = (what: 'block' | 'mute', { id }: Person, on: boolean): Promise<ChatOutcome> =>
    doneInLobby(what, { person: id, on });
  const stop = (): void => {
    clearInterval(probing);
    globalThis.document?.removeEventListener('visibilitychange', onLook);
    rooms.stop();
    connection.close();
  };

  return {
    getState: get,
    subscribe: store.subscribe,
    open: rooms.show,
    close: () => rooms.show(undefined),
    loadOlder: (room) => void rooms.loadOlder(room),
    loadMorePeople: (room) => rooms.fetchPeople(room, get().rooms[room]?.people.at(-1)?.name),
    ...sender.actions,
    edit: (room, seq, text) => done('edit', { room, seq, text }),
    delete: (room, seq) => done('delete', { room, seq }),
    react: async (room, seq, reaction, on) => {
      const outcome = await done('react', { room, seq, reaction, on });
      if (!outcome) rooms.react(room, seq, reaction, on);
      return outcome;
    },
    typing,
    leave: async (room) => {
      const outcome = await done('leave', { room });
      if (outcome) return outcome;
      rooms.forget(room);
      await refreshLobby();
      return undefined;
    },
    openPrivateConversation: async (whom) => {
      const answer = await ask('converse', { person: whom });
      if ('error' in answer) return answer;
      await refreshLobby();
      return answer.ok;
    },
    findPartner: (wish) => doneInLobby('seek', wish),
    stopPartnerSearch: () => doneInLobby('stopSeeking', {}),
    block: (whom, on) => toward('block', whom, on),
    mute: (whom, on) => toward('mute', whom, on),
    report: (room, whom, reason, note, seq = Infinity) => {
      const all = get().rooms[room]?.messages ?? [];
      const until = all.filter((one) => one.seq <= seq).length + SHOWN_AFTER;
      const shown = all
        .slice(Math.max(0, until - SHOWN_MAX), until)
        .map((one): [number, number] => [one.seq, one.position]);
      return done('report', { room, person: whom, reason, note, shown });
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
