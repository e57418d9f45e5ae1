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
import { type BrandChat, createBrandChat } from './brand-chat.ts';
import type { TurnServers } from './calls/turn-credentials.ts';
import { bannedUntil } from './core/banned-until.ts';
import type { ChatUser } from './core/chat-user.ts';
import { handleRequest } from './handle-request.ts';
import type { WordFilter } from './messages/word-filter.ts';
import { relayModeration } from './moderation/relay-moderation.ts';
import { Broadcaster } from './realtime/broadcaster.ts';
import type { ChatServer, ChatSocket } from './realtime/chat-server.ts';
import { type ConnectionGuard, createConnectionGuard } from './realtime/connection-guard.ts';
import { drainSockets } from './realtime/drain-sockets.ts';
import { createSocketRateLimits } from './realtime/socket-rate-limit.ts';
import { attachSocketServer, createAttachmentsTable, createSocketServer } from './realtime/socket-server.ts';
import { relayAccountEvents } from './relay-account-events.ts';
import { lobbyFactsOf, lobbyOf } from './rooms/read-lobby.ts';

/** Dependencies of {@link Chat}. */
interface ChatDeps extends ContextDeps, LoadLimits {
  /** Of the present word lists. */
  wordFilter: () => WordFilter;
  /** Connection pool of the PostgreSQL that nodes share. */
  broadcastPool: BroadcastPool | undefined;
  /** TURN servers of calls; undefined turns calls off. */
  turnServers: TurnServers | undefined;
  /** Called with unexpected errors. */
  onError: (error: unknown) => void;
}

/** Interval of heartbeats and maintenance. */
const HEARTBEAT_MS = 5000;

/** Time that a person stays online after a disconnect. */
const RELOAD_MS = 3000;

/** The chat of all brands. */
export class Chat {
  readonly #deps: ChatDeps;
  readonly #onError: (error: unknown) => void;
  readonly #node = randomUUID();
  readonly #hasPeers: boolean;
  readonly #io: ChatServer;
  readonly #broadcaster: Broadcaster;
  readonly #rateLimits = createSocketRateLimits();
  readonly #connections: ConnectionGuard;
  /** By the id of the brand. */
  readonly #chats: ReadonlyMap<string, BrandChat>;
  /** Checks whether a user was banned while their socket opened. */
  readonly #checkNewSocket: (user: ChatUser) => void;
  #maintenance: NodeJS.Timeout | undefined;
  #isClosing = false;

  static async start(deps: ChatDeps): Promise<Chat> {
    if (deps.broadcastPool) await createAttachmentsTable(deps.broadcastPool);
    const chat = new Chat(deps);
    await chat.#open();
    return chat;
  }

  private constructor(deps: ChatDeps) {
    this.#deps = deps;
    // Errors during shutdown are expected.
    this.#onError = (error) => {
      if (!this.#isClosing) deps.onError(error);
    };
    this.#hasPeers = deps.broadcastPool !== undefined;
    this.#io = createSocketServer(deps, deps.broadcastPool, this.#onError);
    this.#broadcaster = new Broadcaster(this.#io, this.#hasPeers, deps.metrics);
    this.#connections = createConnectionGuard(deps.metrics);
    this.#chats = new Map([...deps.brands.values()].map((brand) => [brand.id, this.#createBrandChat(brand)]));
    this.#checkNewSocket = relayModeration(this.#relayDeps);
  }

  /** Attaches the sockets of the chat to a server. */
  attach(server: HttpServer): void {
    attachSocketServer(this.#io, server, this.#connections, this.#deps.metrics);
  }

  /** Reads the lobby of a signed-in user who has no socket yet; undefined for a banned user. */
  async readLobby(
    { brand }: Pick<RequestContext, 'brand'>,
    { id, name, createdAt }: Person & { createdAt: Date },
  ): Promise<Lobby | undefined> {
    if (await bannedUntil(brand, id)) return undefined;
    const user = { id, name, brand, joinedAt: createdAt.getTime() };
    return lobbyOf(user, await lobbyFactsOf(user), lookUp(this.#chats, brand.id).presence, !!this.#deps.turnServers);
  }

  /** A round number below the number of people online, for visitors. */
  moreThanOnline({ id }: ServiceBrand): number {
    return lookUp(this.#chats, id).presence.moreThan();
  }

  countSockets(): number {
    return this.#io.of('/').sockets.size;
  }

  /** Bytes that readers of this node's sockets have not received yet. */
  unsentBytes(): number {
    return this.#connections.unsentBytes();
  }

  /** Refuses new sockets and moves clients to other nodes, spread over time. Resolves once all have moved or the time is over. */
  drain(): Promise<void> {
    return drainSockets(this.#io, this.#hasPeers);
  }

  /** Closes every socket. */
  closeSockets(): void {
    this.#isClosing = true;
    clearInterval(this.#maintenance);
    for (const { presence } of this.#chats.values()) presence.stop();
    void this.#io.close();
  }

  /** Stops background work. */
  async close(): Promise<void> {
    this.closeSockets();
    for (const chat of this.#chats.values()) await chat.whenStored();
    // Other nodes then treat this node as dead and announce its people as offline.
    for (const { db } of this.#deps.brands.values())
      await db
        .updateTable('node')
        .set({ seenAt: new Date(0) })
        .where('id', '=', this.#node)
        .execute();
  }

  async #open(): Promise<void> {
    for (const chat of this.#chats.values()) await chat.open();
    relayAccountEvents(this.#relayDeps);
    this.#io.on('presence', (brand, people) => lookUp(this.#chats, brand).presence.refresh(people));
    this.#maintenance = setInterval(() => {
      this.#rateLimits.prune();
      for (const chat of this.#chats.values()) chat.maintain().catch(this.#onError);
    }, HEARTBEAT_MS);
    this.#io.on('connection', (socket) => this.#welcome(socket));
  }

  #createBrandChat(brand: ServiceBrand): BrandChat {
    return createBrandChat({
      brand,
      node: this.#node,
      io: this.#io,
      broadcaster: this.#broadcaster,
      notifyNodes: (people) => {
        if (this.#hasPeers) this.#io.serverSideEmit('presence', brand.id, people);
      },
      onError: this.#onError,
    });
  }

  get #relayDeps() {
    return {
      io: this.#io,
      chats: this.#chats,
      broadcaster: this.#broadcaster,
      hasPeers: this.#hasPeers,
      onError: this.#onError,
    };
  }

  /** Handles the requests of a socket that has opened, until it closes. */
  #welcome(socket: ChatSocket): void {
    const { user } = socket.data;
    const { writer, changeWriter, presence } = lookUp(this.#chats, user.brand.id);
    const connection = this.#connections.of(socket);
    connection.signIn();
    const context = {
      socket,
      user,
      broadcaster: this.#broadcaster,
      writer,
      changeWriter,
      presence,
      rateLimits: this.#rateLimits,
      connection,
      inFlight: 0,
      enqueueSignal: createSerialQueue(),
      heavyWork: this.#deps.heavyWork,
      turnServers: this.#deps.turnServers,
      wordFilter: this.#deps.wordFilter,
      metrics: this.#deps.metrics,
    };
    // A middleware instead of listeners: a single function for each socket, and not a function for each request.
    socket.use(([name, body, answer]) => {
      const reply = typeof answer === 'function' ? answer : () => undefined;
      void handleRequest(name, body, context, reply, this.#onError);
    });
    presence.connect(user);
    this.#checkNewSocket(user);
    socket.on('disconnect', async () => {
      connection.closeSoon();
      // After a reload the person is back at once.
      if (!socket.data.isCut) await sleep(RELOAD_MS, undefined, { ref: false });
      if (!this.#isClosing) presence.disconnect(user);
    });
  }
}
