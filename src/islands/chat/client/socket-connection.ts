import type { ManagerOptions, Socket, SocketOptions } from 'socket.io-client';

import { SOCKET_PATH } from '../../../contract/api-paths.ts';
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

export interface ChatConnection {
  on: ChatSocket['on'];
  off: ChatSocket['on'];
  /** Sends a request to the service; `lost` where no answer came in time. */
  ask: <Name extends RequestName>(
    name: Name,
    body: RequestBody<Name>,
  ) => Promise<{ ok: Requests[Name][1] } | { error: ChatError | 'lost' }>;
  isOpen: () => boolean;
  /** Shortens the pauses between attempts: in a call, a fast reconnection matters more than a low load of the service. */
  setFastRetry: (on: boolean) => void;
  close: () => void;
}

const ANSWER_MS = 8000;
const RETRY_MS = 3000;
/** Longest pause between two attempts, and timeout of an attempt. */
const NORMAL_MS = [5000, 20_000] as const;
/** The same during a call. */
const CALL_MS = [1000, 3000] as const;
/** Pause between two attempts of a banned user. */
const BANNED_MS = 60_000;

/**
 * Keeps a connection to the chat of this origin.
 * @param onState called with each new state; with `online` each time the connection opens
 */
export function openConnection(
  onState: (state: ConnectionState) => void,
  { url, ...options }: Partial<ManagerOptions & SocketOptions> & { url?: string } = {},
): ChatConnection {
  let socket: ChatSocket | undefined;
  let isClosed = false;
  const create = ({ io, transports }: SocketIo): ChatSocket =>
    io(url ?? '/', {
      path: SOCKET_PATH,
      transports: transports(),
      // Random from 0 to 3 s, because all users of a stopped node reconnect at once.
      reconnectionDelay: 1500,
      randomizationFactor: 1,
      reconnectionDelayMax: NORMAL_MS[0],
      timeout: NORMAL_MS[1],
      autoConnect: !isClosed,
      ...options,
    });
  let hasBeenOpen = false;
  /** Whether the service refused the user. A failed attempt changes nothing about it. */
  let isRefused = false;
  let isBanned = false;
  let again: ReturnType<typeof setTimeout> | undefined;
  const waiting = (): void => {
    if (isRefused) return;
    if (globalThis.navigator?.onLine === false) onState({ status: 'offline' });
    else onState({ status: hasBeenOpen ? 'reconnecting' : 'connecting' });
  };
  const tryAgain = (afterMs: number): void => {
    clearTimeout(again);
    again = setTimeout(() => socket!.disconnect().connect(), afterMs);
  };

  let markOpened!: () => void;
  const opened = new Promise<void>((done) => (markOpened = done));
  const loading = loadSocketIo().then((library) => {
    const created = create(library);
    created.on('draining', ({ withinMs }) => tryAgain(Math.random() * withinMs));
    created.on('connect', () => {
      clearTimeout(again);
      hasBeenOpen = true;
      markOpened();
      isRefused = isBanned = false;
      onState({ status: 'online' });
    });
    created.on('disconnect', (reason) => {
      if (reason === 'io client disconnect') return;
      waiting();
      // The service closed the connection; the answer to the next attempt holds the reason.
      if (reason === 'io server disconnect') tryAgain(0);
    });
    created.on('connect_error', (error) => {
      const { data } = error as { data?: ConnectionRefused };
      isBanned ||= data?.error === 'banned';
      isRefused ||= isBanned || data?.error === 'signedOut';
      if (data?.error === 'signedOut') {
        isBanned = false;
        clearTimeout(again);
        return onState({ status: 'signedOut' });
      }
      if (data?.error === 'banned') {
        onState({ status: 'banned', until: data.until! });
        return tryAgain(BANNED_MS);
      }
      waiting();
      // Socket.IO makes no further attempt after a refusal by the service.
      if (data) tryAgain(RETRY_MS);
      return undefined;
    });
    return (socket = created);
  });
  /** Listens, or stops to listen, once there is a socket: before it connects. */
  const after = (act: 'on' | 'off') =>
    ((...args: Parameters<ChatSocket['on']>) =>
      void loading.then((it) => it[act](...args))) as unknown as ChatSocket['on'];
  const online = (): void => {
    if (isRefused) return;
    if (socket?.connected) return onState({ status: 'online' });
    waiting();
    // Socket.IO would wait for the end of the current attempt, which died with the network, or for the next one.
    socket?.disconnect().connect();
  };
  const onVisibility = (): void => {
    if (isBanned && isPageVisible()) tryAgain(0);
  };
  globalThis.document?.addEventListener('visibilitychange', onVisibility);
  globalThis.window?.addEventListener('online', online);
  globalThis.window?.addEventListener('offline', waiting);

  return {
    on: after('on'),
    off: after('off'),
    ask: async (name, body) => {
      if (!hasBeenOpen) await Promise.race([opened, new Promise((done) => setTimeout(done, ANSWER_MS))]);
      // Socket.IO would buffer the request. The outbox decides which messages are sent later.
      if (!socket?.connected) return { error: 'lost' };
      try {
        return (await (socket as Socket).timeout(ANSWER_MS).emitWithAck(name, body)) as ChatResponse<typeof name>;
      } catch {
        // The acknowledgement timed out.
        return { error: 'lost' };
      }
    },
    isOpen: () => !!socket?.connected,
    setFastRetry: (on) => {
      const [delay, timeout] = on ? CALL_MS : NORMAL_MS;
      void loading.then(({ io }) => io.reconnectionDelayMax(delay).timeout(timeout));
    },
    close: () => {
      isClosed = true;
      clearTimeout(again);
      globalThis.document?.removeEventListener('visibilitychange', onVisibility);
      globalThis.window?.removeEventListener('online', online);
      globalThis.window?.removeEventListener('offline', waiting);
      socket?.disconnect();
    },
  };
}

type SocketIo = typeof import('./socket-io.ts');

/** Loads Socket.IO; again after a pause where the network failed. */
const loadSocketIo = (): Promise<SocketIo> =>
  import('./socket-io.ts').catch(async () => {
    await new Promise((done) => setTimeout(done, RETRY_MS));
    return loadSocketIo();
  });
