import type { Lobby } from '../../../contract/chat/chat-protocol.ts';
import type { ChatClient, PendingMessage } from './chat-client-types.ts';
import { createDelayedDeletions } from './delayed-deletions.ts';
import { createLobbyReader } from './lobby-reader.ts';
import { createSender } from './message-sender.ts';
import { browserOutbox, type Outbox } from './outbox.ts';
import { isPageVisible } from './page-visibility.ts';
import { followPeople } from './presence-and-typing.ts';
import { createRooms } from './rooms/opened-rooms.ts';
import { openConnection } from './socket-connection.ts';
import { createStore, type Store } from './store.ts';
import { outcomeOf, userRequests } from './user-requests.ts';

/** Interval at which the client asks for events that got lost. */
const PROBE_MS = 20_000;

interface Options {
  connection?: Parameters<typeof openConnection>[1];
  outbox?: Outbox;
  probeMs?: number;
  /** Called when all chat data in the browser is deleted. */
  onForget?: () => void;
  /** Shown until the service has answered the first request. */
  lobby?: Lobby | undefined;
}

type StoppableClient = ChatClient & { stop: () => void };

/** The chat of the signed-in user: its state, and the requests a user can make. */
export function createChatClient({ probeMs = PROBE_MS, lobby, ...options }: Options = {}): StoppableClient {
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
  const { connection, sender, rooms, deletions, refresh, probe, forgetAll } = openChat(store, now, setClock, options);
  const typing = followPeople(connection, store, rooms);
  // With the script of the socket: nothing arrives before it opens.
  const following = connection.script.then(({ confirmReceipt, followService }) => {
    followService(connection, store, rooms, refresh);
    return confirmReceipt(connection, store);
  });
  const unwatch = watchPage(rooms.onVisibility, deletions.sendAll, probe, probeMs);
  const stop = (): void => {
    deletions.sendAll();
    unwatch();
    rooms.stop();
    void following.then((stopReceipts) => stopReceipts());
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
    ...userRequests(connection.ask, store, rooms, refresh),
    delete: deletions.start,
    typing,
    connection,
    stopAndForget: () => {
      stop();
      set({ connection: { status: 'signedOut' } });
      forgetAll();
    },
    stop,
  };
}

/** Opens the connection of a user, with the parts that send and receive over it. */
function openChat(
  store: Store,
  now: () => number,
  onLobby: (lobby: Lobby) => void,
  { connection: connectionOptions, outbox = browserOutbox(), onForget }: Options,
) {
  const { set } = store;
  const connection = openConnection((state) => {
    set({ connection: state });
    if (state.status === 'online') void resume();
    if (state.status === 'signedOut') forgetAll();
  }, connectionOptions);
  const sender = createSender(connection, outbox, now, (pending) => showPending(store, pending));
  const rooms = createRooms(connection, store, sender.arrived, (room, seq) => deletions.includes(room, seq));
  const reader = createLobbyReader(connection, store, sender, rooms, onLobby);
  const deletions = createDelayedDeletions(
    (room, seq) => outcomeOf(connection.ask('delete', { room, seq })),
    rooms.publish,
  );

  /** Deletes all loaded data, so that the next user of the browser sees none of it. */
  function forgetAll(): void {
    sender.forget();
    onForget?.();
    rooms.clear();
    set({ lobby: undefined, call: undefined, rooms: {} });
  }

  /** After a new connection, fetches missed changes and sends waiting messages. */
  async function resume(): Promise<void> {
    await reader.refresh();
    await rooms.resume();
  }

  return { connection, sender, rooms, deletions, forgetAll, ...reader };
}

/** Probes from time to time, and follows whether the page is visible. @returns a function that stops it */
function watchPage(
  onVisibility: () => void,
  beforeClose: () => void,
  probe: () => Promise<void>,
  probeMs: number,
): () => void {
  const probing = setInterval(() => void probe(), probeMs);
  const onChange = (): void => {
    onVisibility();
    // A hidden page may be closed without notice.
    if (!isPageVisible()) beforeClose();
    else void probe();
  };
  globalThis.document?.addEventListener('visibilitychange', onChange);
  return () => {
    clearInterval(probing);
    globalThis.document?.removeEventListener('visibilitychange', onChange);
  };
}

function showPending({ get, setRoom }: Store, pending: readonly PendingMessage[]): void {
  for (const room of new Set([...pending.map((one) => one.room), ...Object.keys(get().rooms)]))
    setRoom(room, { pending: pending.filter((one) => one.room === room) });
}
