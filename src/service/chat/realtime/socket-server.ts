import type { IncomingMessage, Server as HttpServer } from 'node:http';

import { createAdapter } from '@socket.io/postgres-adapter';
import { Server as SocketServer } from 'socket.io';

import { SOCKET_PATH } from '../../../contract/api-paths.ts';
import { hasSeveralHosts } from '../../../output/requests/request-target.ts';
import type { BroadcastPool } from '../../database/broadcast-pool.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { LoadLimits } from '../../request/heavy-work.ts';
import type { ContextDeps } from '../../request/resolve-context.ts';
import type { ChatServer } from './chat-server.ts';
import type { ConnectionGuard } from './connection-guard.ts';
import { SocketAdmission } from './socket-admission.ts';

/** The path as Engine.IO compares it. */
const ENGINE_PATH = `${SOCKET_PATH}/`;

/** Far more than the largest request. */
const FRAME_MAX_BYTES = 16_384;

/** Most parts of a message, as its sender divides it. Browsers send a message of 16 kB whole, or in a few parts. */
const PARTS_MAX = 32;

/** Most packets of the network that a part of a message takes. The smallest packets of today's networks have 536 bytes. */
const CHUNKS_MAX = 256;

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
  const admission = new SocketAdmission(deps, onError);
  const io: ChatServer = new SocketServer({
    path: SOCKET_PATH,
    serveClient: false,
    transports: ['websocket'],
    maxHttpBufferSize: FRAME_MAX_BYTES,
    perMessageDeflate: false,
    pingInterval: 10_000,
    pingTimeout: 8000,
    connectTimeout: 10_000,
    allowRequest: (request, answer) => answer(null, admission.admitHandshake(request)),
    ...(pool && {
      adapter: createAdapter(pool, {
        tableName: ATTACHMENTS,
        payloadThreshold: NOTIFICATION_MAX_BYTES,
        errorHandler: onError,
      }),
    }),
  });
  io.use(async (socket, next) => next(await admission.admitSocket(socket)));
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
