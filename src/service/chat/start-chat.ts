import { randomUUID } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Lobby } from '../../contract/chat/chat-protocol.ts';
import type { Person } from '../../contract/chat/person.ts';
import { lookUp } from '../../shared/required.ts';
import { createSerialQueue } from '../../shared/serial-queue.ts';
import type { ServiceBrand } from '../brands/open-brands.ts';
import type { BroadcastPool } from '../database/broadcast-pool.ts';
import type { LoadLimits } from '../request/heavy-work.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { ContextDeps } from '../request/resolve-context.ts';
import { type CallTimeouts, createCallTimeouts } from './calls/call-timeouts.ts';
import type { TurnServers } from './calls/turn-credentials.ts';
import { bannedUntil } from './core/banned-until.ts';
import { openPublicRooms } from './core/public-rooms.ts';
import { handleRequest } from './handle-request.ts';
import { createChangeWriter } from './messages/change-writer.ts';
import { createMessageWriter } from './messages/message-writer.ts';
import type { WordFilter } from './messages/word-filter.ts';
import { relayModeration } from './moderation/relay-moderation.ts';
import { BrandPresence } from './presence/brand-presence.ts';
import { Broadcaster } from './realtime/broadcaster.ts';
import { createConnectionGuard } from './realtime/connection-guard.ts';
import { disconnectSignedOut, socketsOf } from './realtime/disconnect-signed-out.ts';
import { drainSockets } from './realtime/drain-sockets.ts';
import { createSocketRateLimits } from './realtime/socket-rate-limit.ts';
import { attachSocketServer, createAttachmentsTable, createSocketServer } from './realtime/socket-server.ts';
import { relayAccountEvents } from './relay-account-events.ts';
import { lobbyFactsOf, lobbyOf } from './rooms/read-lobby.ts';

/** Dependencies of {@link startChat}. */
interface ChatDeps extends ContextDeps, LoadLimits {
  /** Of the present word lists. */
  wordFilter: () => WordFilter;
}

export interface Chat {
  /** Attaches the sockets of the chat to a server. */
  attach: (server: HttpServer) => void;
  /** Reads the lobby of a signed-in user who has no socket yet; undefined for a banned user. */
  readLobby: (context: Pick<RequestContext, 'brand'>, user: Person & { createdAt: Date }) => Promise<Lobby | undefined>;
  /** A round number below the number of people online, for visitors. */
  moreThanOnline: (brand: ServiceBrand) => number;
  countSockets: () => number;
  /** Bytes that readers of this node's sockets have not received yet. */
  unsentBytes: () => number;
  /** Refuses new sockets and moves clients to other nodes, spread over time. Resolves once all have moved or the time is over. */
  drain: () => Promise<void>;
  /** Closes every socket. */
  closeSockets: () => void;
  /** Stops background work. */
  close: () => Promise<void>;
}

/** Parts of the chat of a brand that run in the background. */
interface BrandChat {
  brand: ServiceBrand;
  presence: BrandPresence;
  callTimeouts: CallTimeouts;
}

/** Interval of heartbeats and maintenance. */
const HEARTBEAT_MS = 5000;

/** Time that a person stays online after a disconnect. */
const RELOAD_MS = 3000;

/**
 * Starts the chat of all brands.
 * @param broadcastPool connection pool of the PostgreSQL that nodes share
 * @param turnServers TURN servers of calls; undefined turns calls off
 */
export async function startChat(
  deps: ChatDeps,
  broadcastPool: BroadcastPool | undefined,
  turnServers: TurnServers | undefined,
  onUnexpected: (error: unknown) => void,
): Promise<Chat> {
  let isClosing = false;
  /** Errors during shutdown are expected. */
  const onError = (error: unknown): void => {
    if (!isClosing) onUnexpected(error);
  };
  const node = randomUUID();
  const brands = [...deps.brands.values()];
  if (broadcastPool) await createAttachmentsTable(broadcastPool);
  const io = createSocketServer(deps, broadcastPool, onError);
  const broadcaster = new Broadcaster(io, broadcastPool !== undefined, deps.metrics);
  const rateLimits = createSocketRateLimits();
  const connections = createConnectionGuard(deps.metrics);
  const hasPeers = broadcastPool !== undefined;
  const chats = new Map(
    brands.map((brand) => {
      const writer = createMessageWriter(brand.for.messages, broadcaster);
      const changeWriter = createChangeWriter(brand.for.changes, broadcaster, writer);
      const callTimeouts = createCallTimeouts(brand, broadcaster);
      const notifyNodes = (people: string[]): void => {
        if (broadcastPool) io.serverSideEmit('presence', brand.id, people);
      };
      const presence = new BrandPresence({ brand, node, io, broadcaster, notifyNodes, onError });
      return [brand.id, { brand, writer, changeWriter, callTimeouts, presence }];
    }),
  );
  const moderation = relayModeration({ io, chats, broadcaster, hasPeers, onError });
  const attempt = (work: () => Promise<unknown>): void => void work().catch(onError);

  const maintain = async ({ brand, presence, callTimeouts }: BrandChat): Promise<void> => {
    await presence.heartbeat();
    await callTimeouts.expireDueCalls(socketsOf(io, brand).map(({ id }) => id));
    await disconnectSignedOut(io, brand);
  };
  for (const { brand, callTimeouts, presence } of chats.values()) {
    await openPublicRooms(brand);
    await presence.load();
    await callTimeouts.expireDueCalls([]);
  }
  relayAccountEvents({ io, chats, broadcaster, hasPeers, onError });
  io.on('presence', (brand, people) => lookUp(chats, brand).presence.refresh(people));
  const maintenance = setInterval(() => {
    rateLimits.prune();
    for (const chat of chats.values()) attempt(() => maintain(chat));
  }, HEARTBEAT_MS);

  io.on('connection', (socket) => {
    const { user } = socket.data;
    const { writer, changeWriter, presence } = lookUp(chats, user.brand.id);
    const connection = connections.of(socket);
    connection.signIn();
    const context = {
      socket,
      user,
      broadcaster,
      writer,
      changeWriter,
      presence,
      rateLimits,
      connection,
      inFlight: 0,
      enqueueSignal: createSerialQueue(),
      heavyWork: deps.heavyWork,
      turnServers,
      wordFilter: deps.wordFilter,
      metrics: deps.metrics,
    };
    // A middleware instead of listeners: a single function for each socket, and not a function for each request.
    socket.use(([name, body, answer]) => {
      const reply = typeof answer === 'function' ? answer : () => undefined;
      void handleRequest(name, body, context, reply, onError);
    });
    presence.connect(user);
    moderation.checkNewSocket(user);
    socket.on('disconnect', async () => {
      connection.closeSoon();
      // After a reload the person is back at once.
      if (!socket.data.isCut) await sleep(RELOAD_MS, undefined, { ref: false });
      if (!isClosing) presence.disconnect(user);
    });
  });

  const closeSockets = (): void => {
    isClosing = true;
    clearInterval(maintenance);
    for (const { presence } of chats.values()) presence.stop();
    void io.close();
  };
  return {
    attach: (server) => attachSocketServer(io, server, connections, deps.metrics),
    readLobby: async ({ brand }, { id, name, createdAt }) => {
      if (await bannedUntil(brand, id)) return undefined;
      const user = { id, name, brand, joinedAt: createdAt.getTime() };
      return lobbyOf(user, await lobbyFactsOf(user), lookUp(chats, brand.id).presence, !!turnServers);
    },
    moreThanOnline: ({ id }) => lookUp(chats, id).presence.moreThan(),
    countSockets: () => io.of('/').sockets.size,
    unsentBytes: connections.unsentBytes,
    drain: () => drainSockets(io, hasPeers),
    closeSockets,
    close: async () => {
      closeSockets();
      for (const { writer, changeWriter } of chats.values()) {
        await writer.whenDone();
        await changeWriter.whenDone();
      }
      // Other nodes then treat this node as dead and announce its people as offline.
      for (const { db } of brands)
        await db
          .updateTable('node')
          .set({ seenAt: new Date(0) })
          .where('id', '=', node)
          .execute();
    },
  };
}
