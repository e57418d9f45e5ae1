import type {
  ChatResponse,
  ChatError,
  OnlinePeople,
  RequestBody,
  RequestName,
  Requests,
} from '../../contract/chat-protocol.ts';
import { chatSchemas } from '../../contract/chat-schemas.ts';
import type { SerialQueue } from '../../shared/serial-queue.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { isWithinRateLimit } from '../request/rate-limits.ts';
import { answerCall, startCall, hangUp, resumeCall } from './calls/call-requests.ts';
import { relaySignal } from './calls/relay-signal.ts';
import { issueTurnCredentials, type TurnServers } from './calls/turn-credentials.ts';
import { hiddenFrom, roomOf } from './core/access.ts';
import { ChatRefusal } from './core/chat-refusal.ts';
import { type ChatUser, roomChannel, userChannel } from './core/chat-user.ts';
import { editMessage, reactToMessage, deleteMessage } from './messages/edit-delete-react.ts';
import { enforceFirstHourOfMessage, enforceFirstHourLimit } from './messages/first-hour.ts';
import { hasLink } from './messages/has-link.ts';
import { historyBefore, initialHistory, changesSince } from './messages/history.ts';
import type { MessageWriter } from './messages/message-writer.ts';
import { banForFlood, block, mute, report } from './moderation/block-mute-report.ts';
import type { PresenceTracker } from './presence/presence-tracker.ts';
import type { Broadcaster } from './realtime/broadcaster.ts';
import { heavyWork } from './realtime/heavy-work.ts';
import type { SendBuffer } from './realtime/send-buffer.ts';
import { isCostly, type SocketRateLimit, type SocketRateLimits } from './realtime/socket-rate-limit.ts';
import type { ChatSocket } from './realtime/socket-server.ts';
import { lobbyFactsOf, headsOf, lobbyOf } from './rooms/lobby.ts';
import { enterRoom, leaveRoom, markRead } from './rooms/membership.ts';
import { findPartner, stopSeeking } from './rooms/partner-matching.ts';
import { openPrivateConversation } from './rooms/private-conversation.ts';

/** Who asks, and with what the answer is made. */
export interface HandlerContext {
  socket: ChatSocket;
  user: ChatUser;
  broadcaster: Broadcaster;
  writer: MessageWriter;
  presence: PresenceTracker;
  rateLimits: SocketRateLimits;
  sendBuffer: SendBuffer;
  /** Requests of the socket with big answers that are under way. */
  inFlight: number;
  /** Does one thing after the other. */
  enqueue: SerialQueue;
  turn: TurnServers | undefined;
  metrics: Metrics;
}

/** Requests with big answers that one socket has under way: a page opens fewer rooms. */
const IN_FLIGHT_MAX = 50;

/** With more unsent bytes than this, a socket gets no more big answers: its reader has to catch up first. */
const UNSENT_MAX_BYTES = 262_144;

/**
 * Answers what a browser asks for.
 * @param body as it came
 * @param reply sends the answer, where the browser waits for it
 */
export async function handleRequest(
  name: string,
  body: unknown,
  context: HandlerContext,
  reply: (answer: ChatResponse<RequestName>) => void,
  onError: (error: unknown) => void,
): Promise<void> {
  const { sendBuffer, metrics } = context;
  const began = performance.now();
  const isBig = isRequest(name) && isCostly(name);
  if (isBig) context.inFlight += 1;
  const answered = await responseTo(name, body, context, onError);
  if (isBig) context.inFlight -= 1;
  if (isRequest(name)) metrics.chatRequests.observe({ request: name }, (performance.now() - began) / 1000);
  if ('error' in answered) metrics.refusals.inc({ source: 'chat', code: answered.error });
  const writtenBytes = sendBuffer.writtenBytes();
  reply(answered);
  rateLimitOf(context).charge(sendBuffer.writtenBytes() - writtenBytes);
}

async function responseTo(
  name: string,
  body: unknown,
  context: HandlerContext,
  onError: (error: unknown) => void,
): Promise<ChatResponse<RequestName>> {
  const { socket, user, sendBuffer, inFlight } = context;
  const known = isRequest(name) ? name : undefined;
  const rate = rateLimitOf(context).take(known);
  if (rate === 'hopeless') socket.disconnect(true);
  if (!known || rate === 'hopeless') return { error: 'body' };
  try {
    if (rate === 'tooMany') return { error: await escalateFlood(rate, user) };
    // No offence: a slow line alone brings it about.
    if (isCostly(known) && (inFlight > IN_FLIGHT_MAX || sendBuffer.unsentBytes() > UNSENT_MAX_BYTES))
      return { error: 'tooMany' };
    return await handle(known, body, context);
  } catch (error) {
    onError(error);
    return { error: 'server' };
  }
}

const isRequest = (name: string): name is RequestName => Object.hasOwn(handlers, name);

const rateLimitOf = ({ rateLimits, user }: HandlerContext): SocketRateLimit =>
  rateLimits.of(userChannel(user.brand, user.id));

async function handle(name: RequestName, body: unknown, context: HandlerContext): Promise<ChatResponse<RequestName>> {
  const { data, success } = chatSchemas[name].safeParse(body);
  if (!success) return { error: 'body' };
  try {
    const handler = handlers[name] as (body: unknown, context: HandlerContext) => Promise<object | void>;
    const answered = isCostly(name) ? heavyWork(() => handler(data, context)) : handler(data, context);
    return { ok: ((await answered) ?? {}) as Requests[RequestName][1] };
  } catch (error) {
    if (error instanceof ChatRefusal) return { error: await escalateFlood(error.code, context.user) };
    throw error;
  }
}

/** Whoever goes on after many refusals is kept out for a while. */
async function escalateFlood(code: ChatError, user: ChatUser): Promise<ChatError> {
  const isFlood = code === 'tooMany' || code === 'repeated' || code === 'newAccount';
  if (!isFlood || (await isWithinRateLimit(user, 'flood', user.id))) return code;
  await banForFlood(user);
  return 'banned';
}

/** @throws Refused where somebody does something too often */
async function enforceRateLimit(
  what: 'call' | 'change' | 'converse' | 'leave' | 'linkInMessage' | 'report' | 'seek',
  user: ChatUser,
): Promise<void> {
  if (!(await isWithinRateLimit(user, what, user.id))) throw new ChatRefusal('tooMany');
}

const handlers: {
  [Name in RequestName]: (body: RequestBody<Name>, context: HandlerContext) => Promise<Requests[Name][1] | void>;
} = {
  lobby: async (_body, { socket, user, presence }) => {
    // Listened to before anything is read, so that nothing falls between.
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
  send: async (draft, { user, writer }) => {
    await enforceFirstHourOfMessage(draft, user);
    return writer.write(draft, user);
  },
  edit: async (body, { user, broadcaster }) => {
    await enforceRateLimit('change', user);
    if (hasLink(body.text)) {
      await enforceRateLimit('linkInMessage', user);
      await enforceFirstHourLimit('linkInMessage', user);
    }
    await editMessage(body, user, broadcaster);
  },
  delete: async (body, { user, broadcaster }) => {
    await enforceRateLimit('change', user);
    await deleteMessage(body, user, broadcaster);
  },
  react: async (body, { user, broadcaster }) => {
    await enforceRateLimit('change', user);
    await reactToMessage(body, user, broadcaster);
  },
  read: async ({ room, seq }, { socket, user }) => {
    if (await markRead(room, seq, user)) socket.to(userChannel(user.brand, user.id)).emit('read', { room, seq });
  },
  typing: async ({ room }, context) => {
    const { socket, user } = context;
    const { brand, id, name } = user;
    const { showsPresence } = await roomOf(brand.db, user, room);
    if (!showsPresence || !rateLimitOf(context).mayType()) return;
    const hidden = await hiddenFrom(brand.db, id);
    socket
      .to(roomChannel(brand, room))
      .except([id, ...hidden].map((person) => userChannel(brand, person)))
      .emit('typing', { room, person: { id, name } });
  },
  converse: async ({ person }, { user, broadcaster }) => {
    await enforceRateLimit('converse', user);
    await enforceFirstHourLimit('converse', user);
    const conversation = await openPrivateConversation(person, user);
    broadcaster.notifyLobby(user.brand.id, [user.id]);
    return conversation;
  },
  seek: async (wish, { user, broadcaster }) => {
    await enforceRateLimit('seek', user);
    await enforceFirstHourLimit('seek', user);
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
  call: async (body, { user, broadcaster, turn }) => {
    if (!turn) throw new ChatRefusal('noCalls');
    await enforceRateLimit('call', user);
    await enforceFirstHourLimit('call', user);
    return startCall(body, user, broadcaster);
  },
  answerCall: (body, { user, broadcaster }) => answerCall(body, user, broadcaster),
  resumeCall: (body, { user }) => resumeCall(body, user),
  hangUp: (body, { user, broadcaster }) => hangUp(body, user, broadcaster),
  signal: (body, { user, broadcaster, enqueue }) => enqueue(() => relaySignal(body, user, broadcaster)),
  relays: (body, { user, turn }) => issueTurnCredentials(body, user, turn),
  report: async (body, { user }) => {
    await enforceRateLimit('report', user);
    await report(body, user);
  },
};

/** @param hidden as it was read; blocks may have come since */
const peopleIn = (
  room: string,
  { id, brand }: ChatUser,
  hidden: string[],
  presence: PresenceTracker,
  broadcaster: Broadcaster,
  after?: string,
): OnlinePeople =>
  presence.list(room, id, new Set([...hidden, ...broadcaster.recentlyHiddenFrom(brand.id, id)]), after);
