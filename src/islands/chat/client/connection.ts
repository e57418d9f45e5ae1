import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';

import {
  type ChatResponse,
  type ChatError,
  type ConnectionRefused,
  type RequestBody,
  type RequestName,
  type Requests,
  SOCKET_PATH,
  type ServerToClientEvents,
  type ClientToServerEvents,
} from '../../../contract/chat-protocol.ts';

type ChatSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/**
 * - `connecting`: for the first time
 * - `online`: the service answers
 * - `reconnecting`: it answered before, and is asked again
 * - `offline`: the browser has no network
 * - `signedOut`, `banned`: the service lets nobody in, and is not asked again
 */
export type ConnectionState =
  | { status: 'connecting' | 'online' | 'reconnecting' | 'offline' | 'signedOut' }
  | { status: 'banned'; until: number };

export interface ChatConnection {
  on: ChatSocket['on'];
  off: ChatSocket['off'];
  /** Asks the service; `lost` where nobody answered in time. */
  ask: <Name extends RequestName>(
    name: Name,
    body: RequestBody<Name>,
  ) => Promise<{ ok: Requests[Name][1] } | { error: ChatError | 'lost' }>;
  isOpen: () => boolean;
  /** In a call, one wants to be back sooner than a service is spared that comes back. */
  setFastRetry: (on: boolean) => void;
  close: () => void;
}

const ANSWER_MS = 8000;
const RETRY_MS = 3000;
/** The longest wait between two attempts, and for one of them; and the same in a call. */
const PATIENCE_MS = [5000, 20_000] as const;
const HURRY_MS = [1000, 3000] as const;
const BANNED_MS = 30_000;
/** The longest time that a timer takes. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Keeps a connection to the chat of this origin.
 * @param onState is told how it stands; `online` each time it has been opened
 */
export function openConnection(
  onState: (state: ConnectionState) => void,
  { url, ...options }: Partial<ManagerOptions & SocketOptions> & { url?: string } = {},
): ChatConnection {
  const socket: ChatSocket = io(url ?? '/', {
    path: SOCKET_PATH,
    transports: ['websocket'],
    // From at once to twice as long: a node that stops has all its people come back.
    reconnectionDelay: 1500,
    randomizationFactor: 1,
    reconnectionDelayMax: PATIENCE_MS[0],
    timeout: PATIENCE_MS[1],
    ...options,
  });
  let hasBeenOpen = false;
  /** Whether the service lets nobody in. */
  let isShut = false;
  let again: ReturnType<typeof setTimeout> | undefined;
  const waiting = (): void => {
    if (isShut) return;
    if (globalThis.navigator?.onLine === false) onState({ status: 'offline' });
    else onState({ status: hasBeenOpen ? 'reconnecting' : 'connecting' });
  };
  const tryAgain = (afterMs: number): void => {
    clearTimeout(again);
    again = setTimeout(() => socket.disconnect().connect(), Math.min(afterMs, LONGEST_MS));
  };

  socket.on('draining', ({ withinMs }) => tryAgain(Math.random() * withinMs));
  socket.on('connect', () => {
    clearTimeout(again);
    hasBeenOpen = true;
    isShut = false;
    onState({ status: 'online' });
  });
  socket.on('disconnect', (reason) => {
    if (reason === 'io client disconnect') return;
    waiting();
    // The service has said goodbye; asked again, it says why.
    if (reason === 'io server disconnect') tryAgain(0);
  });
  socket.on('connect_error', (error) => {
    const { data } = error as { data?: ConnectionRefused };
    isShut = data?.error === 'signedOut' || data?.error === 'banned';
    if (data?.error === 'signedOut') return onState({ status: 'signedOut' });
    if (data?.error === 'banned') {
      onState({ status: 'banned', until: data.until! });
      // The clock of this machine may be wrong.
      return tryAgain(Math.max(BANNED_MS, data.until! - Date.now() + 1000));
    }
    waiting();
    // Only where it was let through to the service does the library not try again by itself.
    if (data) tryAgain(RETRY_MS);
    return undefined;
  });
  const online = (): void => {
    if (isShut) return;
    if (socket.connected) return onState({ status: 'online' });
    waiting();
    // The library would wait for an attempt that has gone with the network, or until its next one.
    socket.disconnect().connect();
  };
  globalThis.window?.addEventListener('online', online);
  globalThis.window?.addEventListener('offline', waiting);

  return {
    on: socket.on.bind(socket) as ChatSocket['on'],
    off: socket.off.bind(socket) as ChatSocket['off'],
    ask: async (name, body) => {
      // The library would keep it for later; what has to be sent later is ours to decide.
      if (!socket.connected) return { error: 'lost' };
      try {
        return (await (socket as Socket).timeout(ANSWER_MS).emitWithAck(name, body)) as ChatResponse<typeof name>;
      } catch {
        return { error: 'lost' };
      }
    },
    isOpen: () => socket.connected,
    setFastRetry: (on) => {
      const [delay, timeout] = on ? HURRY_MS : PATIENCE_MS;
      socket.io.reconnectionDelayMax(delay);
      socket.io.timeout(timeout);
    },
    close: () => {
      clearTimeout(again);
      globalThis.window?.removeEventListener('online', online);
      globalThis.window?.removeEventListener('offline', waiting);
      socket.disconnect();
    },
  };
}
