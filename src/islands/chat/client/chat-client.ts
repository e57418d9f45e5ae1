import type { Person, RequestBody, RequestName } from '../../../contract/chat.ts';
import { openConnection } from './connection.ts';
import { browserOutbox, type Outbox } from './outbox.ts';
import { followPeople } from './people.ts';
import { createRooms, isLookedAt } from './rooms.ts';
import { createSender } from './sender.ts';
import type { ChatClient, Outcome } from './state.ts';
import { createStore } from './store.ts';

/** How often it is asked whether something was missed that nobody told of. */
const PROBE_MS = 20_000;

/** Messages that are sent along with a report. */
const SHOWN_MAX = 100;

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
    if (now.is === 'online') void resume();
  }, options);
  const { ask } = connection;
  const sender = createSender(connection, outbox, (pending) => {
    for (const room of new Set([...pending.map((one) => one.room), ...Object.keys(get().rooms)]))
      store.setRoom(room, { pending: pending.filter((one) => one.room === room) });
  });
  const rooms = createRooms(connection, store, sender.arrived);
  const typing = followPeople(connection, store);

  /** Everything that may have been missed is fetched, and everything that waits is sent. */
  async function resume(): Promise<void> {
    await refreshLobby();
    const { lobby } = get();
    if (lobby) void sender.resume(lobby.me.id);
    await rooms.resume();
  }

  async function refreshLobby(): Promise<void> {
    const answer = await ask('lobby', {});
    if ('error' in answer) return;
    set({ lobby: answer.ok });
    rooms.refresh();
    await rooms.catchUp(Object.fromEntries(answer.ok.rooms.map(({ id, head }) => [id, head])));
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
    if (isNews) await refreshLobby();
  }

  connection.on('changes', (changes) => {
    if (!store.factsOf(changes.room)) void refreshLobby();
    rooms.apply(changes);
  });
  connection.on('lobby', () => void refreshLobby());
  connection.on('read', ({ room, seq }) => rooms.wasRead(room, seq));

  const probing = setInterval(() => void probe(), probeMs);
  const onLook = (): void => {
    if (!isLookedAt()) return;
    void probe();
    rooms.looked();
  };
  globalThis.document?.addEventListener('visibilitychange', onLook);

  const done = async <Name extends RequestName>(name: Name, body: RequestBody<Name>): Promise<Outcome> => {
    const answer = await ask(name, body);
    return 'error' in answer ? answer.error : undefined;
  };
  /** What changes the lobby. */
  const doneInLobby = async <Name extends RequestName>(name: Name, body: RequestBody<Name>): Promise<Outcome> => {
    const outcome = await done(name, body);
    if (!outcome) await refreshLobby();
    return outcome;
  };
  const toward = (what: 'block' | 'mute', { id }: Person, on: boolean): Promise<Outcome> =>
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
    older: (room) => void rooms.older(room),
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
      const { [room]: _left, ...others } = get().rooms;
      set({ rooms: others });
      await refreshLobby();
      return undefined;
    },
    converse: async (person) => {
      const answer = await ask('converse', { person });
      if ('error' in answer) return answer;
      await refreshLobby();
      return answer.ok;
    },
    seek: (wish) => doneInLobby('seek', wish),
    stopSeeking: () => doneInLobby('stopSeeking', {}),
    block: (person, on) => toward('block', person, on),
    mute: (person, on) => toward('mute', person, on),
    report: (room, person, reason, note) => {
      const shown = rooms.messagesOf(room).slice(-SHOWN_MAX);
      return done('report', { room, person, reason, note, shown: shown.map(({ seq, position }) => [seq, position]) });
    },
    vanish: () => {
      stop();
      outbox.clear();
      set({ connection: { is: 'signedOut' }, rooms: {} });
    },
    stop,
  };
}
