import type { ManagerOptions, Socket, SocketOptions } from 'socket.io-client';

import type { ChatError } from '../../../contract/chat/chat-errors.ts';
import type {
  ClientToServerEvents,
  ConnectionRefused,
  ServerToClientEvents,
} from '../../../contract/chat/chat-events.ts';
import type { ChatResponse, RequestBody, RequestName, Requests } from '../../../contract/chat/chat-protocol.ts';
import { isPageVisible } from './page-visibility.ts';

export type ChatSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/**
 * - `connecting`: the first attempt
 * - `online`: the service answers
 * - `reconnecting`: a further attempt after the connection was lost
 * - `offline`: the browser has no network
 * - `signedOut`: the service refused the user; the client makes no further attempt
 * - `banned`: the same; the client asks again from time to time, because a ban can be undone
 */
export type ConnectionState =
  | { status: 'connecting' | 'online' | 'reconnecting' | 'offline' | 'signedOut' }
  | { status: 'banned'; until: number };

/** Sends a request to the service; `lost` where no answer came in time. */
type Ask = <Name extends RequestName>(
  name: Name,
  body: RequestBody<Name>,
) => Promise<{ ok: Requests[Name][1] } | { error: ChatError | 'lost' }>;

export type ChatConnection = ReturnType<typeof openConnection>;

const ANSWER_MS = 8000;
const RETRY_MS = 3000;
/** Pause between two attempts of a banned user. */
const BANNED_MS = 60_000;

/**
 * Keeps a connection to the chat of this origin.
 * @param onState called with each new state; with `online` each time the connection opens
 */
export function openConnection(
  onState: (state: ConnectionState) => void,
  { url = '/', ...options }: Partial<ManagerOptions & SocketOptions> & { url?: string } = {},
) {
  let socket: ChatSocket | undefined;
  let isClosed = false;
  let again: ReturnType<typeof setTimeout> | undefined;
  const status = createSocketStatus(onState);
  const tryAgain = (afterMs: number | undefined): void => {
    clearTimeout(again);
    if (afterMs !== undefined) again = setTimeout(() => socket?.disconnect().connect(), afterMs);
  };
  const script = loadSocketIo();
  const loading = script.then((library) => {
    socket = library.openSocket(url, { autoConnect: !isClosed, ...options });
    library.followSocket(socket, status, tryAgain);
    return [library, socket] as const;
  });
  /** Listens, or stops to listen, once there is a socket: before it connects. */
  const after = (act: 'on' | 'off') =>
    ((...args: Parameters<ChatSocket['on']>) =>
      void loading.then(([, it]) => it[act](...args))) as unknown as ChatSocket['on'];
  const onVisibility = (): void => {
    if (status.isBanned() && isPageVisible()) tryAgain(0);
  };
  const online = (): void => {
    if (socket?.connected) onState({ status: 'online' });
    // Socket.IO would wait for the end of the current attempt, which died with the network, or for the next one.
    else if (status.wait()) socket?.disconnect().connect();
  };
  const unfollow = followPage(onVisibility, online, status.wait);

  return {
    /** The script of the socket, once it is loaded. */
    script,
    on: after('on'),
    off: after('off'),
    ask: (async (name, body) => {
      if (!status.hasBeenOpen())
        await Promise.race([status.opened, new Promise((done) => setTimeout(done, ANSWER_MS))]);
      // Socket.IO would buffer the request. The outbox decides which messages are sent later.
      if (!socket?.connected) return { error: 'lost' };
      try {
        return (await (socket as Socket).timeout(ANSWER_MS).emitWithAck(name, body)) as ChatResponse<typeof name>;
      } catch {
        // The acknowledgement timed out.
        return { error: 'lost' };
      }
    }) as Ask,
    isOpen: (): boolean => !!socket?.connected,
    /** Shortens the pauses between attempts: in a call, a fast reconnection matters more than a low load of the service. */
    setFastRetry: (on: boolean): void => void loading.then(([library, it]) => library.setFastRetry(it, on)),
    close: (): void => {
      isClosed = true;
      tryAgain(undefined);
      unfollow();
      socket?.disconnect();
    },
  };
}

export type SocketStatus = ReturnType<typeof createSocketStatus>;

/** How the connection stands, and whether the service refused the user. */
function createSocketStatus(onState: (state: ConnectionState) => void) {
  let hasBeenOpen = false;
  let isRefused = false;
  let isBanned = false;
  let markOpened!: () => void;
  const opened = new Promise<void>((done) => (markOpened = done));
  /** Tells of a further attempt. @returns whether there is one: a failed attempt changes nothing about a refusal */
  const wait = (): boolean => {
    if (isRefused) return false;
    if (globalThis.navigator?.onLine === false) onState({ status: 'offline' });
    else onState({ status: hasBeenOpen ? 'reconnecting' : 'connecting' });
    return true;
  };
  return {
    /** Resolves with the first connection. */
    opened,
    hasBeenOpen: (): boolean => hasBeenOpen,
    isBanned: (): boolean => isBanned,
    open: (): void => {
      hasBeenOpen = true;
      markOpened();
      isRefused = isBanned = false;
      onState({ status: 'online' });
    },
    wait,
    /** @returns pause before the next attempt, if there is one */
    refuse: (refusal: ConnectionRefused | undefined): number | undefined => {
      isBanned ||= refusal?.error === 'banned';
      isRefused ||= isBanned || refusal?.error === 'signedOut';
      if (refusal?.error === 'signedOut') {
        isBanned = false;
        onState({ status: 'signedOut' });
        return undefined;
      }
      if (refusal?.error === 'banned') {
        onState({ status: 'banned', until: refusal.until! });
        return BANNED_MS;
      }
      wait();
      return RETRY_MS;
    },
  };
}

/** Follows whether the page is visible, and whether there is a network. @returns a function that stops it */
function followPage(onVisibility: () => void, online: () => void, offline: () => void): () => void {
  const listeners = new AbortController();
  globalThis.document?.addEventListener('visibilitychange', onVisibility, listeners);
  globalThis.window?.addEventListener('online', online, listeners);
  globalThis.window?.addEventListener('offline', offline, listeners);
  return () => listeners.abort();
}

type SocketIo = typeof import('./socket-io.ts');

/** Loads Socket.IO; again after a pause where the network failed. */
const loadSocketIo = (): Promise<SocketIo> =>
  import('./socket-io.ts').catch(async () => {
    await new Promise((done) => setTimeout(done, RETRY_MS));
    return loadSocketIo();
  });
