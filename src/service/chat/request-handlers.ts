import { sql } from 'kysely';

import type {
  ChatError,
  ChatResponse,
  OnlinePeople,
  RequestBody,
  RequestName,
  Requests,
} from '../../contract/chat-protocol.ts';
import { chatSchemas } from '../../contract/chat-schemas.ts';
import { BusyError, type FairQueue } from '../../shared/fair-queue.ts';
import type { SerialQueue } from '../../shared/serial-queue.ts';
import type { Work } from '../database/database-handle.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { isWithinRateLimit } from '../request/rate-limits.ts';
import { answerCall, hangUp, resumeCall, startCall } from './calls/call-requests.ts';
import { relaySignal } from './calls/relay-signal.ts';
import { issueTurnCredentials, type TurnServers } from './calls/turn-credentials.ts';
import { hiddenFrom, hiddenPeople, roomOf } from './core/access.ts';
import { ChatRefusal } from './core/chat-refusal.ts';
import { type ChatUser, roomChannel, userChannel } from './core/chat-user.ts';
import { mayWriteIn } from './core/restrictions.ts';
import type { ChangeWriter } from './messages/change-writer.ts';
import { hasLink } from './messages/has-link.ts';
import { changesSince, historyBefore, initialHistory } from './messages/history.ts';
import { holdListed, refuseListed } from './messages/hold-messages.ts';
import type { MessageWriter } from './messages/message-writer.ts';
import { enforceNewAccountLimit, enforceNewAccountLimitOfMessage } from './messages/new-account-limits.ts';
import type { WordFilter } from './messages/word-filter.ts';
import { banForFlood } from './moderation/ban-for-flood.ts';
import { block, mute } from './moderation/block-mute.ts';
import { report } from './moderation/report.ts';
import type { BrandPresence } from './presence/brand-presence.ts';
import type { Broadcaster } from './realtime/broadcaster.ts';
import type { GuardedConnection } from './realtime/connection-guard.ts';
import { isCostly, type SocketRateLimit, type SocketRateLimits } from './realtime/socket-rate-limit.ts';
import type { ChatSocket } from './realtime/socket-server.ts';
import { markRead, markReceived, sendMarks, setSeenMarks } from './rooms/delivery-marks.ts';
import { enterRoom, leaveRoom } from './rooms/membership.ts';
import { acceptRequest, declineRequest, setNotNow } from './rooms/message-requests.ts';
import { findPartner, stopSeeking } from './rooms/partner-matching.ts';
import { openPrivateConversation } from './rooms/private-conversation.ts';
import { headsOf, lobbyFactsOf, lobbyOf } from './rooms/read-lobby.ts';

/** Dependencies of the handlers of a socket. */
export interface HandlerContext {
  socket: ChatSocket;
  user: ChatUser;
  broadcaster: Broadcaster;
  writer: MessageWriter;
  changeWriter: ChangeWriter;
  presence: BrandPresence;
  rateLimits: SocketRateLimits;
  connection: GuardedConnection;
  heavyWork: FairQueue;
  /** Number of running requests of the socket. */
  inFlight: number;
  /** Runs signals in order. */
  enqueueSignal: SerialQueue;
  turnServers: TurnServers | undefined;
  /** Of the present word lists. */
  wordFilter: () => WordFilter;
  metrics: Metrics;
}

/** Running requests of a socket above which it gets no costly ones, and none at all. A page has fewer. */
const IN_FLIGHT_MAX = { costly: 50, all: 200 };

/** Requests whose statements, those of their limits included, have connections of their own. */
const workOf: Partial<Record<RequestName, Work>> = {
  send: 'messages',
  edit: 'changes',
  delete: 'changes',
  react: 'changes',
  seek: 'matching',
  stopSeeking: 'matching',
};

/** A socket with more unsent bytes gets no large responses until its reader catches up. */
const UNSENT_MAX_BYTES = 262_144;

/**
 * Handles a request of a browser.
 * @param body unverified
 * @param reply sends the response, if the browser expects it
 */
export async function handleRequest(
  name: string,
  body: unknown,
  context: HandlerContext,
  reply: (response: ChatResponse<RequestName>) => void,
  onError: (error: unknown) => void,
): Promise<void> {
  const { connection, metrics } = context;
  const began = performance.now();
  context.inFlight += 1;
  const response = await responseTo(name, body, context, onError);
  context.inFlight -= 1;
  if (isRequest(name)) metrics.chatRequests.observe({ request: name }, (performance.now() - began) / 1000);
  if ('error' in response) metrics.refusals.inc({ source: 'chat', code: response.error });
  const writtenBytes = connection.writtenBytes();
  reply(response);
  rateLimitOf(context).charge(connection.writtenBytes() - writtenBytes);
}

async function responseTo(
  name: string,
  body: unknown,
  context: HandlerContext,
  onError: (error: unknown) => void,
): Promise<ChatResponse<RequestName>> {
  const { socket, connection, inFlight } = context;
  const known = isRequest(name) ? name : undefined;
  const user = userOver((known && workOf[known]) ?? 'other', context.user);
  const rate = rateLimitOf(context).take(known);
  if (rate === 'disconnect') socket.disconnect(true);
  if (rate === 'disconnect') return { error: 'body' };
  try {
    if (rate === 'tooMany') return { error: await escalateFlood(rate, user) };
    if (!known) return { error: 'body' };
    // Not counted as a flood: a slow connection alone causes it.
    if (inFlight > IN_FLIGHT_MAX[isCostly(known) ? 'costly' : 'all']) return { error: 'tooMany' };
    if (isCostly(known) && connection.unsentBytes() > UNSENT_MAX_BYTES) return { error: 'tooMany' };
    return await handle(known, body, { ...context, user });
  } catch (error) {
    if (error instanceof BusyError) return { error: 'tooMany' };
    onError(error);
    return { error: 'server' };
  }
}

const userOver = (work: Work, user: ChatUser): ChatUser => ({ ...user, brand: user.brand.for[work] });

const isRequest = (name: string): name is RequestName => Object.hasOwn(handlers, name);

const rateLimitOf = ({ rateLimits, user }: HandlerContext): SocketRateLimit =>
  rateLimits.of(userChannel(user.brand, user.id));

async function handle(name: RequestName, body: unknown, context: HandlerContext): Promise<ChatResponse<RequestName>> {
  const { data, success } = chatSchemas[name].safeParse(body);
  if (!success) {
    rateLimitOf(context).chargeInvalid();
    return { error: 'body' };
  }
  try {
    const handler = handlers[name] as (body: unknown, context: HandlerContext) => Promise<object | void>;
    const { heavyWork, user } = context;
    const run = (): Promise<object | void> => handler(data, context);
    const result = isCostly(name) ? heavyWork.run(userChannel(user.brand, user.id), run) : run();
    return { ok: ((await result) ?? {}) as Requests[RequestName][1] };
  } catch (error) {
    if (error instanceof ChatRefusal) return { error: await escalateFlood(error.code, context.user) };
    throw error;
  }
}

/** Bans a user for a while after too many refusals. */
async function escalateFlood(code: ChatError, user: ChatUser): Promise<ChatError> {
  const isFlood = code === 'tooMany' || code === 'repeated' || code === 'newAccount';
  if (!isFlood || (await isWithinRateLimit(user, 'flood', user.id))) return code;
  await banForFlood(user);
  return 'banned';
}

/** @throws ChatRefusal `tooMany` above the limit */
async function enforceRateLimit(
  limit: 'call' | 'change' | 'converse' | 'leave' | 'linkInMessage' | 'report' | 'seek',
  user: ChatUser,
): Promise<void> {
  if (!(await isWithinRateLimit(user, limit, user.id))) throw new ChatRefusal('tooMany');
}

const handlers: {
  [Name in RequestName]: (body: RequestBody<Name>, context: HandlerContext) => Promise<Requests[Name][1] | void>;
} = {
  lobby: async (_body, { socket, user, presence }) => {
    // Join before reading, so that no event is missed in between.
    const facts = await lobbyFactsOf(user);
    await socket.join(facts.rooms.map((room) => roomChannel(user.brand, room)));
    return lobbyOf(user, facts, presence);
  },
  heads: (_body, { user }) => headsOf(user),
  enter: async ({ room }, { socket, user, broadcaster, presence }) => {
    const { isNew, hidden } = await enterRoom(room, user);
    await socket.join(roomChannel(user.brand, room));
    if (isNew) presence.enter(user, room);
    const look = broadcaster.withoutHidden(await initialHistory(room, user), user);
    return { ...look, ...peopleIn(room, user, hidden, presence, broadcaster) };
  },
  leave: async ({ room }, { user, broadcaster, presence }) => {
    await enforceRateLimit('leave', user);
    const other = await leaveRoom(room, user, broadcaster);
    presence.leave(user, room);
    broadcaster.notifyLobby(user.brand.id, other ? [user.id, other] : [user.id]);
    broadcaster.removeFromRoom(user.brand.id, user.id, room);
  },
  people: async ({ room, after }, { user, broadcaster, presence }) => {
    const { db } = user.brand;
    const [hidden] = await Promise.all([hiddenFrom(db, user.id), roomOf(db, user, room)]);
    return peopleIn(room, user, hidden, presence, broadcaster, after);
  },
  since: async ({ room, position }, { user, broadcaster }) =>
    broadcaster.withoutHidden(await changesSince(room, position, user), user),
  before: async ({ room, seq }, { user, broadcaster }) =>
    broadcaster.withoutHidden(await historyBefore(room, seq, user), user),
  send: async (draft, { user, writer, wordFilter }) => {
    await enforceNewAccountLimitOfMessage(draft, user);
    await holdListed(draft, user, wordFilter());
    return writer.write(draft, user);
  },
  edit: async (body, { user, changeWriter, wordFilter }) => {
    await enforceRateLimit('change', user);
    refuseListed(body, user, wordFilter());
    if (hasLink(body.text)) {
      await enforceRateLimit('linkInMessage', user);
      await enforceNewAccountLimit('linkInMessage', user);
    }
    await changeWriter.write({ ...body, change: 'edit', user });
  },
  delete: async (body, { user, changeWriter }) => {
    await changeWriter.write({ ...body, change: 'delete', user });
  },
  react: async ({ room, seq, reaction, on }, { user, changeWriter }) => {
    await changeWriter.write({ room, seq, reaction, change: on ? 'react' : 'unreact', user });
  },
  read: async ({ room, seq }, { socket, user, broadcaster }) => {
    const moved = await markRead(room, seq, user);
    if (!moved) return;
    socket.to(userChannel(user.brand, user.id)).emit('read', { room, seq });
    if (moved.isNews) await sendMarks([room], user, broadcaster);
  },
  received: async ({ heads }, { user, broadcaster }) => sendMarks(await markReceived(heads, user), user, broadcaster),
  showSeen: async ({ on }, { user, broadcaster }) => {
    await setSeenMarks(on, user);
    broadcaster.notifyLobby(user.brand.id, [user.id]);
  },
  typing: async ({ room }, context) => {
    const { socket, user } = context;
    const { brand, id, name } = user;
    const place = await roomOf(brand.db, user, room);
    if (!place.showsPresence || !rateLimitOf(context).mayType()) return;
    const { hidden, mayWrite } = await brand.db
      .selectNoFrom([hiddenPeople(brand.db, sql.val(id)).as('hidden'), mayWriteIn(user, place).as('mayWrite')])
      .executeTakeFirstOrThrow();
    if (!mayWrite) return;
    socket
      .to(roomChannel(brand, room))
      .except([id, ...hidden].map((person) => userChannel(brand, person)))
      .emit('typing', { room, person: { id, name } });
  },
  converse: async ({ person }, { user, broadcaster }) => {
    await enforceRateLimit('converse', user);
    await enforceNewAccountLimit('converse', user);
    const conversation = await openPrivateConversation(person, user);
    broadcaster.notifyLobby(user.brand.id, [user.id]);
    return conversation;
  },
  accept: ({ room }, { user, broadcaster }) => acceptRequest(room, user, broadcaster),
  decline: ({ room }, { user, broadcaster }) => declineRequest(room, user, broadcaster),
  notNow: ({ on }, { user, broadcaster }) => setNotNow(on, user, broadcaster),
  seek: async (wish, { user, broadcaster }) => {
    await enforceRateLimit('seek', user);
    await enforceNewAccountLimit('seek', user);
    broadcaster.notifyLobby(user.brand.id, await findPartner(wish, user));
  },
  stopSeeking: (_body, { user }) => stopSeeking(user),
  block: async (body, { user, broadcaster, presence }) => {
    await enforceRateLimit('report', user);
    await block(body, user, broadcaster);
    presence.changed([user.id, body.person]);
  },
  mute: async (body, { user, broadcaster }) => {
    await enforceRateLimit('report', user);
    await mute(body, user, broadcaster);
  },
  call: async (body, { user, broadcaster, turnServers }) => {
    if (!turnServers) throw new ChatRefusal('noCalls');
    await enforceRateLimit('call', user);
    await enforceNewAccountLimit('call', user);
    return startCall(body, user, broadcaster);
  },
  answerCall: (body, { user, broadcaster }) => answerCall(body, user, broadcaster),
  resumeCall: (body, { user }) => resumeCall(body, user),
  hangUp: (body, { user, broadcaster }) => hangUp(body, user, broadcaster),
  signal: (body, { user, broadcaster, enqueueSignal }) => enqueueSignal(() => relaySignal(body, user, broadcaster)),
  relays: (body, { user, turnServers }) => issueTurnCredentials(body, user, turnServers),
  report: async (body, { user }) => {
    await enforceRateLimit('report', user);
    await report(body, user);
  },
};

/** @param hidden people hidden at the time of the read; later blocks are added */
const peopleIn = (
  room: string,
  { id, brand }: ChatUser,
  hidden: string[],
  presence: BrandPresence,
  broadcaster: Broadcaster,
  after?: string,
): OnlinePeople =>
  presence.list(room, id, new Set([...hidden, ...broadcaster.recentlyHiddenFrom(brand.id, id)]), after);
