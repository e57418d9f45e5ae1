import type { IncomingMessage, Server as HttpServer } from 'node:http';

import { createAdapter } from '@socket.io/postgres-adapter';
import { Server as SocketServer, type Socket } from 'socket.io';

import { SOCKET_PATH } from '../../../contract/api-paths.ts';
import type { Signal } from '../../../contract/chat/call-protocol.ts';
import type {
  ClientToServerEvents,
  ConnectionRefused,
  ServerToClientEvents,
} from '../../../contract/chat/chat-events.ts';
import type { Person } from '../../../contract/chat/person.ts';
import { hasSeveralHosts } from '../../../output/requests/request-target.ts';
import { BusyError } from '../../../shared/fair-queue.ts';
import { lookUp, required } from '../../../shared/required.ts';
import type { BroadcastPool } from '../../database/broadcast-pool.ts';
import { isBusy } from '../../database/error-code.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { currentUser } from '../../request/current-user.ts';
import type { LoadLimits } from '../../request/heavy-work.ts';
import { endLeftSession } from '../../request/left-session.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { senderKey } from '../../request/request-limits.ts';
import { type ContextDeps, isSameOrigin, resolveContext } from '../../request/resolve-context.ts';
import { bannedUntil } from '../core/banned-until.ts';
import { type ChatUser, userChannel } from '../core/chat-user.ts';
import type { ConnectionGuard } from './connection-guard.ts';
import { createConnectionLimit } from './connection-limit.ts';
import type { RoomBroadcast } from './room-broadcast.ts';

/** Events between nodes. */
interface BetweenNodes {
  deliver: (broadcasts: RoomBroadcast[]) => void;
  part: (brand: string, one: string, two: string, done: () => void) => void;
  rejoin: (brand: string, one: string, two: string) => void;
  signal: (connection: string, signal: Signal, done: () => void) => void;
  /** The presence of people has changed. */
  presence: (brand: string, people: string[]) => void;
  /** A user has a new name. */
  renamed: (brand: string, person: Person) => void;
  /** Sessions of a person have ended: close their sockets. */
  sessionsEnded: (brand: string, person: string) => void;
  /** A person was banned: cut their sockets. */
  banned: (brand: string, person: string, done: () => void) => void;
  roomModesChanged: (brand: string) => void;
}

interface SocketData {
  user: ChatUser;
  /** Set when a ban cuts the socket: the person is absent at once, and not after the time of a reload. */
  isCut?: true;
}

export type ChatServer = SocketServer<ClientToServerEvents, ServerToClientEvents, BetweenNodes, SocketData>;
export type ChatSocket = Socket<ClientToServerEvents, ServerToClientEvents, BetweenNodes, SocketData>;

/** The path as Engine.IO compares it. */
const ENGINE_PATH = `${SOCKET_PATH}/`;

/** Far more than the largest request. */
const FRAME_MAX_BYTES = 16_384;

/** Most parts of a message, as its sender divides it. Browsers send a message of 16 kB whole, or in a few parts. */
const PARTS_MAX = 32;

/** Most packets of the network that a part of a message takes. The smallest packets of today's networks have 536 bytes. */
const CHUNKS_MAX = 256;

/** Most sockets of an account on a node. */
const SOCKETS_MAX = 10;

/** Table of the adapter for payloads too long for a notification. */
const ATTACHMENTS = 'socket_io_attachments';

/** PostgreSQL refuses notifications of 8,000 bytes or more. @see https://www.postgresql.org/docs/current/sql-notify.html */
const NOTIFICATION_MAX_BYTES = 7999;

/** Creates the table of the adapter; nodes take turns. @see https://socket.io/docs/v4/postgres-adapter/ */
export const createAttachmentsTable = (pool: BroadcastPool) =>
  pool.query(`
    select pg_advisory_xact_lock(hashtext('${ATTACHMENTS}'));
    create table if not exists ${ATTACHMENTS} (
      id bigserial primary key, created_at timestamptz default now(), payload bytea
    )`);

/** Creates the Socket.IO server of the chat. @param pool connection pool of the PostgreSQL that nodes share */
export function createSocketServer(
  deps: ContextDeps & LoadLimits,
  pool: BroadcastPool | undefined,
  onError: (error: unknown) => void,
): ChatServer {
  const mayConnect = createConnectionLimit(deps.networkOf);
  const contexts = new WeakMap<IncomingMessage, RequestContext>();
  const io: ChatServer = new SocketServer({
    path: SOCKET_PATH,
    serveClient: false,
    transports: ['websocket'],
    maxHttpBufferSize: FRAME_MAX_BYTES,
    perMessageDeflate: false,
    pingInterval: 10_000,
    pingTimeout: 8000,
    connectTimeout: 10_000,
    allowRequest: (request, answer) => {
      const context = isSameOrigin(request) ? resolveContext(request, deps) : undefined;
      if (!context) return answer(null, false);
      contexts.set(request, context);
      const isWithin = !deps.requestLimits.check(context, 'handshake') && mayConnect(request);
      if (!isWithin) deps.metrics.refusals.inc({ source: 'connection', code: 'tooMany' });
      return answer(null, isWithin);
    },
    ...(pool && {
      adapter: createAdapter(pool, {
        tableName: ATTACHMENTS,
        payloadThreshold: NOTIFICATION_MAX_BYTES,
        errorHandler: onError,
      }),
    }),
  });
  const known = new WeakSet<ChatSocket['conn']>();
  const refuse = (data: ConnectionRefused): Error => {
    deps.metrics.refusals.inc({ source: 'connection', code: data.error });
    return Object.assign(new Error(data.error), { data });
  };
  io.use(async (socket, next) => {
    // A page connects to the namespace once per connection; repeated attempts would cost an account lookup each.
    if (known.has(socket.conn)) {
      socket.conn.close(true);
      return next(refuse({ error: 'server' }));
    }
    known.add(socket.conn);
    try {
      const context = required(contexts.get(socket.request), 'context of a handshake');
      const user = await deps.heavyWork.run(senderKey(context), () => chatUserOf(socket, context));
      if ('error' in user) return next(refuse(user));
      const all = userChannel(user.brand, user.id);
      // Join before counting, to count concurrent sockets; a refused socket leaves again.
      void socket.join(all);
      if (lookUp(io.of('/').adapter.rooms, all).size > SOCKETS_MAX) return next(refuse({ error: 'tooMany' }));
      socket.data.user = user;
      forgetRequest(socket);
      next();
    } catch (error) {
      if (!(error instanceof BusyError)) onError(error);
      next(refuse({ error: isBusy(error) ? 'tooMany' : 'server' }));
    }
  });
  return io;
}

/** Attaches the Socket.IO server to an HTTP server, and closes sockets of other paths. */
export function attachSocketServer(
  io: ChatServer,
  server: HttpServer,
  { guard }: ConnectionGuard,
  { refusals }: Metrics,
): void {
  io.attach(server, { destroyUpgrade: false });
  const { engine } = io;
  engine.on('connection', guard);
  limitParts(engine as unknown as EngineServer);
  server.on('upgrade', ({ url = '' }, socket) => {
    if (url.startsWith(ENGINE_PATH)) return;
    refusals.inc({ source: 'connection', code: 'path' });
    // With an answer, so that a proxy does not take the node for failed.
    socket
      .on('error', () => undefined)
      .write('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    socket.destroy();
  });
  engine.use((request: IncomingMessage, _response: unknown, next: (error?: Error) => void) => {
    const [path, query] = (request.url ?? '').split('?');
    if (path !== ENGINE_PATH) {
      refusals.inc({ source: 'connection', code: 'path' });
      return next(new Error('path'));
    }
    // Engine.IO calls `allowRequest` for handshakes only, not for upgrades of an open socket. A WebSocket needs no upgrade.
    const isRefused = new URLSearchParams(query).has('sid') || hasSeveralHosts(request);
    return next(isRefused ? new Error('refused') : undefined);
  });
}

/**
 * Limits the memory of a message that is not complete.
 * @see https://github.com/websockets/ws/blob/master/doc/ws.md#new-websocketserveroptions-callback
 */
function limitParts(engine: EngineServer): void {
  const { wsEngine: WebSocketServer } = engine.opts;
  engine.opts.wsEngine = class extends WebSocketServer {
    constructor(options: object) {
      super({ ...options, maxFragments: PARTS_MAX, maxBufferedChunks: CHUNKS_MAX });
    }
  };
  engine.init();
}

/** Members of Engine.IO 6.6 that its types do not export. */
interface EngineServer {
  opts: { wsEngine: new (options: object) => object };
  /** Creates the WebSocket server; also called once the HTTP server listens. */
  init: () => void;
}

/** Authenticates the user of a socket. */
async function chatUserOf(socket: ChatSocket, context: RequestContext): Promise<ChatUser | ConnectionRefused> {
  const hasLeft = await endLeftSession(context);
  const signedIn = !hasLeft && (await currentUser(context));
  if (!signedIn) return { error: 'signedOut' };
  const { user, session } = signedIn;
  const until = await bannedUntil(context.brand, user.id);
  if (until) return { error: 'banned', until: until.getTime() };
  const { brand, edition, origin, keyed, ruleChanges } = context;
  return {
    id: user.id,
    name: user.name,
    brand,
    edition,
    origin,
    keyed,
    ruleChanges,
    session: session.id,
    joinedAt: user.createdAt.getTime(),
    connection: socket.id,
  };
}

/** Drops the handshake request: it is no longer needed and takes half of a socket's memory. */
function forgetRequest({ conn, handshake }: ChatSocket): void {
  Object.assign(conn, { request: undefined });
  Object.assign(handshake, { headers: {}, query: {} });
}
