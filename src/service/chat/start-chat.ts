import { randomUUID } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { createSerialQueue } from '../../shared/serial-queue.ts';
import type { ServiceBrand } from '../brands/brands.ts';
import type { BroadcastPool } from '../database/broadcast-pool.ts';
import type { ContextDeps } from '../request/resolve-context.ts';
import { createCallTimeouts } from './calls/call-timeouts.ts';
import { callEndOf, sendCallEnd } from './calls/end-call.ts';
import type { TurnServers } from './calls/turn-credentials.ts';
import { openPublicRooms } from './core/public-rooms.ts';
import { createMessageWriter } from './messages/message-writer.ts';
import { createPresenceTracker } from './presence/presence-tracker.ts';
import { createBroadcaster } from './realtime/broadcaster.ts';
import { disconnectSignedOut, socketsOf } from './realtime/disconnect-signed-out.ts';
import { unsentBytesOf, watchSendBuffer } from './realtime/send-buffer.ts';
import { createSocketRateLimits } from './realtime/socket-rate-limit.ts';
import { attachSocketServer, createSocketServer, createAttachmentsTable } from './realtime/socket-server.ts';
import { handleRequest } from './request-handlers.ts';

export interface Chat {
  /** Takes the sockets that are opened on a server. */
  attach: (server: HttpServer) => void;
  countSockets: () => number;
  /** Bytes that sockets of this node were sent and their readers have not taken yet. */
  unsentBytes: () => number;
  /** Lets no more sockets in and sends people to other nodes, if there can be any, not all at once. Done once they are gone, or have had their time. */
  drain: () => Promise<void>;
  /** Closes every socket. */
  closeSockets: () => void;
  /** Ends what runs beside the sockets. */
  close: () => Promise<void>;
}

/** How often a node says that it lives, and looks who has gone without a word. */
const HEARTBEAT_MS = 5000;

/** Time for load balancers to notice that this node is not ready, so that they send no one back to it. */
const NOTICE_MS = 1000;

/** Time for each socket that moves to another node when this one ends, and for all of them. */
const MOVE_MS = 10;
const MOVE_MIN_MS = 3000;
const MOVE_MAX_MS = 10_000;
/** After it sockets are cut: their browsers are slow, or know nothing of moving. */
const LATE_MS = 2000;

/** So long somebody is still there whose connection has ended. */
const RELOAD_MS = 3000;

/**
 * Starts the chat of all brands.
 * @param broadcastPool of the PostgreSQL that nodes share
 * @param turn through which calls go; without it, nobody can call
 */
export async function startChat(
  deps: ContextDeps,
  broadcastPool: BroadcastPool | undefined,
  turn: TurnServers | undefined,
  onUnexpected: (error: unknown) => void,
): Promise<Chat> {
  let isClosing = false;
  /** What fails because everything ends is expected. */
  const onError = (error: unknown): void => {
    if (!isClosing) onUnexpected(error);
  };
  const node = randomUUID();
  const brands = [...deps.brands.values()];
  if (broadcastPool) await createAttachmentsTable(broadcastPool);
  const io = createSocketServer(deps, broadcastPool, onError);
  const broadcaster = createBroadcaster(io, broadcastPool !== undefined, deps.metrics);
  const writers = new Map(brands.map((brand) => [brand.id, createMessageWriter(brand, broadcaster)]));
  const callTimeouts = new Map(brands.map((brand) => [brand.id, createCallTimeouts(brand, broadcaster)]));
  const rateLimits = createSocketRateLimits();
  const trackers = new Map(
    brands.map((brand) => {
      const tellNodes = (people: string[]): void => {
        if (broadcastPool) io.serverSideEmit('presence', brand.id, people);
      };
      return [brand.id, createPresenceTracker({ brand, node, io, broadcaster, tellNodes, onError })];
    }),
  );
  const trying = (work: () => Promise<unknown>): void => void work().catch(onError);

  const maintain = async (brand: ServiceBrand): Promise<void> => {
    await trackers.get(brand.id)!.heartbeat();
    await callTimeouts.get(brand.id)!.expireDueCalls(socketsOf(io, brand).map(({ id }) => id));
    await disconnectSignedOut(io, brand);
  };
  for (const brand of brands) {
    await openPublicRooms(brand);
    await trackers.get(brand.id)!.load();
    await callTimeouts.get(brand.id)!.expireDueCalls([]);
    brand.events.on('sessionsEnded', (person) => {
      trying(() => callTimeouts.get(brand.id)!.endCallsOf(person));
      trying(() => disconnectSignedOut(io, brand, person));
      if (broadcastPool) io.serverSideEmit('sessionsEnded', brand.id, person);
    });
    brand.events.on('deleted', ({ person, others, call }) => {
      if (call) sendCallEnd(brand, broadcaster, call, callEndOf(call));
      trackers.get(brand.id)!.changed([person]);
      broadcaster.notifyLobby(brand.id, others);
    });
  }
  io.on('sessionsEnded', (brand, person) => trying(() => disconnectSignedOut(io, deps.brands.get(brand)!, person)));
  io.on('presence', (brand, people) => trackers.get(brand)!.refresh(people));
  const maintenance = setInterval(() => {
    rateLimits.prune();
    for (const brand of brands) trying(() => maintain(brand));
  }, HEARTBEAT_MS);

  io.on('connection', (socket) => {
    const { user } = socket.data;
    const writer = writers.get(user.brand.id)!;
    const presence = trackers.get(user.brand.id)!;
    const context = {
      socket,
      user,
      broadcaster,
      writer,
      presence,
      rateLimits,
      sendBuffer: watchSendBuffer(socket),
      inFlight: 0,
      enqueue: createSerialQueue(),
      turn,
      metrics: deps.metrics,
    };
    // Instead of listeners: one function a socket rather than one for each kind of request.
    socket.use(([name, body, answer]) => {
      const reply = typeof answer === 'function' ? answer : () => undefined;
      void handleRequest(name, body, context, reply, onError);
    });
    presence.connect(user);
    socket.on('disconnect', async () => {
      // Whoever reloads a page is back at once.
      await sleep(RELOAD_MS, undefined, { ref: false });
      if (!isClosing) presence.disconnect(user);
    });
  });

  const drain = async (): Promise<void> => {
    io.engine?.use((_request: unknown, _response: unknown, next: (error: Error) => void) =>
      next(new Error('draining')),
    );
    // No other node has the embedded database: the sooner this one ends, the sooner people are back.
    if (!broadcastPool) return;
    if (io.sockets.sockets.size) await sleep(NOTICE_MS);
    const withinMs = Math.min(Math.max(MOVE_MIN_MS, io.sockets.sockets.size * MOVE_MS), MOVE_MAX_MS);
    io.local.emit('draining', { withinMs });
    const end = performance.now() + withinMs + LATE_MS;
    while (io.sockets.sockets.size && performance.now() < end) await sleep(100);
  };
  const closeSockets = (): void => {
    isClosing = true;
    clearInterval(maintenance);
    for (const { stop } of trackers.values()) stop();
    void io.close();
  };
  return {
    attach: (server) => attachSocketServer(io, server),
    countSockets: () => io.of('/').sockets.size,
    unsentBytes: () => [...io.of('/').sockets.values()].reduce((bytes, socket) => bytes + unsentBytesOf(socket), 0),
    drain,
    closeSockets,
    close: async () => {
      closeSockets();
      for (const { isDone } of writers.values()) await isDone();
      // The nodes that go on find it silent, and tell everybody who has gone with it.
      for (const { db } of brands)
        await db
          .updateTable('node')
          .set({ seenAt: new Date(0) })
          .where('id', '=', node)
          .execute();
    },
  };
}
