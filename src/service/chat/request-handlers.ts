import { sql } from 'kysely';

import type { OnlinePeople, RequestBody, RequestName, Requests } from '../../contract/chat/chat-protocol.ts';
import type { FairQueue } from '../../shared/fair-queue.ts';
import type { SerialQueue } from '../../shared/serial-queue.ts';
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
import { block, mute } from './moderation/block-mute.ts';
import { report } from './moderation/store-report.ts';
import type { BrandPresence } from './presence/brand-presence.ts';
import type { Broadcaster } from './realtime/broadcaster.ts';
import type { ChatSocket } from './realtime/chat-server.ts';
import type { GuardedConnection } from './realtime/connection-guard.ts';
import type { SocketRateLimit, SocketRateLimits } from './realtime/socket-rate-limit.ts';
import { markRead, markReceived, sendMarks } from './rooms/delivery-marks.ts';
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

/** The limit of an account over all its sockets. */
export const rateLimitOf = ({ rateLimits, user }: HandlerContext): SocketRateLimit =>
  rateLimits.of(userChannel(user.brand, user.id));

/** @throws ChatRefusal `tooMany` above the limit */
async function enforceRateLimit(
  limit: 'call' | 'change' | 'converse' | 'leave' | 'linkInMessage' | 'report' | 'seek',
  user: ChatUser,
): Promise<void> {
  if (!(await isWithinRateLimit(user, limit, user.id))) throw new ChatRefusal('tooMany');
}

/** The handler of each request. */
export const handlers: {
  [Name in RequestName]: (body: RequestBody<Name>, context: HandlerContext) => Promise<Requests[Name][1] | void>;
} = {
  lobby: async (_body, { socket, user, presence, turnServers }) => {
    // Join before reading, so that no event is missed in between.
    const facts = await lobbyFactsOf(user);
    await socket.join(facts.rooms.map((room) => roomChannel(user.brand, room)));
    return lobbyOf(user, facts, presence, !!turnServers);
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
    const { seq, at } = await writer.write({ ...draft, user });
    return { seq, at: at.getTime() };
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
  showSeen: async ({ on }, { user: { id, brand }, broadcaster }) => {
    await brand.db.updateTable('user').set({ seenMarks: on }).where('id', '=', id).execute();
    broadcaster.notifyLobby(brand.id, [id]);
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
  presence.list(room, id, new Set([...hidden, ...broadcaster.recentlyHidden.from(brand.id, id)]), after);
