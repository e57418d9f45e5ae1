import type { IncomingMessage, Server as HttpServer } from 'node:http';

import { createAdapter } from '@socket.io/postgres-adapter';
import { Server as SocketServer, type Socket } from 'socket.io';

import {
  type ConnectionRefused,
  type Signal,
  SOCKET_PATH,
  type ToBrowser,
  type ToService,
} from '../../../contract/chat-protocol.ts';
import type { BroadcastPool } from '../../database/broadcast-pool.ts';
import { whoIs } from '../../request/current-user.ts';
import type { Visit } from '../../request/request-context.ts';
import { isSameOrigin, type ContextDeps, visitOf } from '../../request/resolve-context.ts';
import { bannedUntil } from '../core/bans.ts';
import { type Guest, ofPerson } from '../core/chat-user.ts';
import { createConnectionLimit } from './connection-limit.ts';
import { heavyWork } from './heavy-work.ts';
import type { Delivery } from './room-broadcast.ts';

/** Events between nodes. */
interface BetweenNodes {
  deliver: (deliveries: Delivery[]) => void;
  part: (brand: string, one: string, two: string, done: () => void) => void;
  rejoin: (brand: string, one: string, two: string) => void;
  signal: (connection: string, signal: Signal, done: () => void) => void;
  /** The presence of people has changed. */
  presence: (brand: string, people: string[]) => void;
  /** Sessions of somebody have ended: whoever uses them has to go. */
  sessionsEnded: (brand: string, person: string) => void;
}

interface SocketData {
  guest: Guest;
}

export type Server = SocketServer<ToService, ToBrowser, BetweenNodes, SocketData>;
export type GuestSocket = Socket<ToService, ToBrowser, BetweenNodes, SocketData>;

/** Far more than any request holds. */
const FRAME_MAX_BYTES = 16_384;

/** Most sockets of one account on one node. */
const SOCKETS_MAX = 10;

/** Table of the adapter, for what is too long for a notification. */
const ATTACHMENTS = 'socket_io_attachments';

/** PostgreSQL refuses a notification from 8,000 bytes on. @see https://www.postgresql.org/docs/current/sql-notify.html */
const NOTIFICATION_MAX_BYTES = 7999;

/** Makes what the adapter keeps in the database; one node after the other. @see https://socket.io/docs/v4/postgres-adapter/ */
export const makeAttachments = (pool: BroadcastPool) =>
  pool.query(`
    select pg_advisory_xact_lock(hashtext('${ATTACHMENTS}'));
    create table if not exists ${ATTACHMENTS} (
      id bigserial primary key, created_at timestamptz default now(), payload bytea
    )`);

/** @param pool of the PostgreSQL that nodes share */
export function createSockets(
  reception: ContextDeps,
  pool: BroadcastPool | undefined,
  onError: (error: unknown) => void,
): Server {
  const mayConnect = createConnectionLimit(reception.networkOf);
  const visits = new WeakMap<IncomingMessage, Visit>();
  const io: Server = new SocketServer({
    path: SOCKET_PATH,
    serveClient: false,
    transports: ['websocket'],
    maxHttpBufferSize: FRAME_MAX_BYTES,
    perMessageDeflate: false,
    pingInterval: 10_000,
    pingTimeout: 8000,
    connectTimeout: 10_000,
    allowRequest: (request, answer) => {
      const visit = isSameOrigin(request) ? visitOf(request, reception) : undefined;
      if (visit) visits.set(request, visit);
      answer(null, !!visit && mayConnect(request));
    },
    ...(pool && {
      adapter: createAdapter(pool, {
        tableName: ATTACHMENTS,
        payloadThreshold: NOTIFICATION_MAX_BYTES,
        errorHandler: onError,
      }),
    }),
  });
  const known = new WeakSet<GuestSocket['conn']>();
  const refuse = (data: ConnectionRefused): Error => {
    reception.metrics.refusals.inc({ source: 'connection', code: data.error });
    return Object.assign(new Error(data.error), { data });
  };
  io.use(async (socket, next) => {
    // A page asks to be let in once; whoever asks again has the account looked up each time.
    if (known.has(socket.conn)) {
      socket.conn.close(true);
      return next(refuse({ error: 'server' }));
    }
    known.add(socket.conn);
    try {
      const guest = await heavyWork(() => guestOf(socket, visits.get(socket.request)!));
      if ('error' in guest) return next(refuse(guest));
      const all = ofPerson(guest.brand, guest.id);
      // Counted with those who come at the same moment; whoever is refused leaves again.
      void socket.join(all);
      if (io.of('/').adapter.rooms.get(all)!.size > SOCKETS_MAX) return next(refuse({ error: 'tooMany' }));
      socket.data.guest = guest;
      forgetRequest(socket);
      next();
    } catch (error) {
      onError(error);
      next(refuse({ error: 'server' }));
    }
  });
  return io;
}

/** Takes the sockets that are opened on a server. */
export function attachSockets(io: Server, server: HttpServer): void {
  io.attach(server);
  // Engine.IO asks `allowRequest` about handshakes alone, not about upgrades of an open socket. A WebSocket needs none.
  io.engine.use((request: IncomingMessage, _response: unknown, next: (error?: Error) => void) =>
    next(new URL(request.url!, 'http://host').searchParams.has('sid') ? new Error('upgrade') : undefined),
  );
}

/** Who opens a socket. */
async function guestOf(socket: GuestSocket, visit: Visit): Promise<Guest | ConnectionRefused> {
  const signedIn = await whoIs(visit);
  if (!signedIn) return { error: 'signedOut' };
  const { user, session } = signedIn;
  const until = await bannedUntil(visit.brand, user.id);
  if (until) return { error: 'banned', until: until.getTime() };
  const { brand, keyed } = visit;
  return {
    id: user.id,
    name: user.name,
    brand,
    keyed,
    session: session.id,
    joinedAt: user.createdAt.getTime(),
    connection: socket.id,
  };
}

/** What came with the request has told all that it can, and would take half of the memory of a socket. */
function forgetRequest({ conn, handshake }: GuestSocket): void {
  Object.assign(conn, { request: undefined });
  Object.assign(handshake, { headers: {}, query: {} });
}
