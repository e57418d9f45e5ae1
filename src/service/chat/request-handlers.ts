import type { Answer, ChatError, People, RequestBody, RequestName, Requests } from '../../contract/chat-protocol.ts';
import { chatBodies } from '../../contract/chat-schemas.ts';
import type { SerialQueue } from '../../shared/serial-queue.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { isWithin } from '../request/rate-limits.ts';
import { answer, begin, hangUp, resume } from './calls/call-requests.ts';
import { signal } from './calls/relay-signal.ts';
import { relays, type Turn } from './calls/turn-credentials.ts';
import { hiddenFrom, roomOf } from './core/access.ts';
import { Refused } from './core/chat-refusal.ts';
import { type Guest, inRoom, ofPerson } from './core/chat-user.ts';
import { edit, react, remove } from './messages/edit-delete-react.ts';
import { mayWrite, withinFirstHour } from './messages/first-hour.ts';
import { hasLink } from './messages/has-link.ts';
import { before, firstLook, since } from './messages/history.ts';
import type { Writer } from './messages/message-writer.ts';
import { banForFlood, block, mute, report } from './moderation/block-mute-report.ts';
import type { PresenceTracker } from './presence/presence-tracker.ts';
import type { Courier } from './realtime/broadcaster.ts';
import { heavyWork } from './realtime/heavy-work.ts';
import type { SendBuffer } from './realtime/send-buffer.ts';
import { isCostly, type RateLimit, type RateLimits } from './realtime/socket-rate-limit.ts';
import type { GuestSocket } from './realtime/socket-server.ts';
import { factsOf, headsOf, lobbyOf } from './rooms/lobby.ts';
import { enter, leave, read } from './rooms/membership.ts';
import { seek, stopSeeking } from './rooms/partner-matching.ts';
import { converse } from './rooms/private-conversation.ts';

/** Who asks, and with what the answer is made. */
export interface Context {
  socket: GuestSocket;
  guest: Guest;
  courier: Courier;
  writer: Writer;
  presence: PresenceTracker;
  rateLimits: RateLimits;
  sendBuffer: SendBuffer;
  /** Requests of the socket with big answers that are under way. */
  inFlight: number;
  /** Does one thing after the other. */
  inTurn: SerialQueue;
  turn: Turn | undefined;
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
export async function answerRequest(
  name: string,
  body: unknown,
  context: Context,
  reply: (answer: Answer<RequestName>) => void,
  onError: (error: unknown) => void,
): Promise<void> {
  const { sendBuffer, metrics } = context;
  const began = performance.now();
  const isBig = isRequest(name) && isCostly(name);
  if (isBig) context.inFlight += 1;
  const answered = await answerTo(name, body, context, onError);
  if (isBig) context.inFlight -= 1;
  if (isRequest(name)) metrics.chatRequests.observe({ request: name }, (performance.now() - began) / 1000);
  if ('error' in answered) metrics.refusals.inc({ source: 'chat', code: answered.error });
  const writtenBytes = sendBuffer.writtenBytes();
  reply(answered);
  rateLimitOf(context).charge(sendBuffer.writtenBytes() - writtenBytes);
}

async function answerTo(
  name: string,
  body: unknown,
  context: Context,
  onError: (error: unknown) => void,
): Promise<Answer<RequestName>> {
  const { socket, guest, sendBuffer, inFlight } = context;
  const known = isRequest(name) ? name : undefined;
  const rate = rateLimitOf(context).take(known);
  if (rate === 'hopeless') socket.disconnect(true);
  if (!known || rate === 'hopeless') return { error: 'body' };
  try {
    if (rate === 'tooMany') return { error: await damped(rate, guest) };
    // No offence: a slow line alone brings it about.
    if (isCostly(known) && (inFlight > IN_FLIGHT_MAX || sendBuffer.unsentBytes() > UNSENT_MAX_BYTES))
      return { error: 'tooMany' };
    return await obey(known, body, context);
  } catch (error) {
    onError(error);
    return { error: 'server' };
  }
}

const isRequest = (name: string): name is RequestName => Object.hasOwn(handlers, name);

const rateLimitOf = ({ rateLimits, guest }: Context): RateLimit => rateLimits.of(ofPerson(guest.brand, guest.id));

async function obey(name: RequestName, body: unknown, context: Context): Promise<Answer<RequestName>> {
  const { data, success } = chatBodies[name].safeParse(body);
  if (!success) return { error: 'body' };
  try {
    const handle = handlers[name] as (body: unknown, context: Context) => Promise<object | void>;
    const answered = isCostly(name) ? heavyWork(() => handle(data, context)) : handle(data, context);
    return { ok: ((await answered) ?? {}) as Requests[RequestName][1] };
  } catch (error) {
    if (error instanceof Refused) return { error: await damped(error.code, context.guest) };
    throw error;
  }
}

/** Whoever goes on after many refusals is kept out for a while. */
async function damped(code: ChatError, guest: Guest): Promise<ChatError> {
  const isFlood = code === 'tooMany' || code === 'repeated' || code === 'newAccount';
  if (!isFlood || (await isWithin(guest, 'flood', guest.id))) return code;
  await banForFlood(guest);
  return 'banned';
}

/** @throws Refused where somebody does something too often */
async function within(
  what: 'call' | 'change' | 'converse' | 'leave' | 'linkInMessage' | 'report' | 'seek',
  guest: Guest,
): Promise<void> {
  if (!(await isWithin(guest, what, guest.id))) throw new Refused('tooMany');
}

const handlers: {
  [Name in RequestName]: (body: RequestBody<Name>, context: Context) => Promise<Requests[Name][1] | void>;
} = {
  lobby: async (_body, { socket, guest, presence }) => {
    // Listened to before anything is read, so that nothing falls between.
    const facts = await factsOf(guest);
    await socket.join(facts.rooms.map((room) => inRoom(guest.brand, room)));
    return lobbyOf(guest, facts, presence);
  },
  heads: (_body, { guest }) => headsOf(guest),
  enter: async ({ room }, { socket, guest, courier, presence }) => {
    const { isNew, hidden } = await enter(room, guest);
    await socket.join(inRoom(guest.brand, room));
    if (isNew) presence.enter(guest, room);
    const look = courier.withoutParted(await firstLook(room, guest), guest);
    return { ...look, ...peopleIn(room, guest, hidden, presence, courier) };
  },
  leave: async ({ room }, { guest, courier, presence }) => {
    await within('leave', guest);
    const other = await leave(room, guest, courier);
    presence.leave(guest, room);
    courier.tellLobby(guest.brand.id, other ? [guest.id, other] : [guest.id]);
    courier.dismiss(guest.brand.id, guest.id, room);
  },
  people: async ({ room, after }, { guest, courier, presence }) => {
    const { db } = guest.brand;
    const [hidden] = await Promise.all([hiddenFrom(db, guest.id), roomOf(db, guest, room)]);
    return peopleIn(room, guest, hidden, presence, courier, after);
  },
  since: async ({ room, position }, { guest, courier }) =>
    courier.withoutParted(await since(room, position, guest), guest),
  before: async ({ room, seq }, { guest, courier }) => courier.withoutParted(await before(room, seq, guest), guest),
  send: async (draft, { guest, writer }) => {
    await mayWrite(draft, guest);
    return writer.write(draft, guest);
  },
  edit: async (body, { guest, courier }) => {
    await within('change', guest);
    if (hasLink(body.text)) {
      await within('linkInMessage', guest);
      await withinFirstHour('linkInMessage', guest);
    }
    await edit(body, guest, courier);
  },
  delete: async (body, { guest, courier }) => {
    await within('change', guest);
    await remove(body, guest, courier);
  },
  react: async (body, { guest, courier }) => {
    await within('change', guest);
    await react(body, guest, courier);
  },
  read: async ({ room, seq }, { socket, guest }) => {
    if (await read(room, seq, guest)) socket.to(ofPerson(guest.brand, guest.id)).emit('read', { room, seq });
  },
  typing: async ({ room }, context) => {
    const { socket, guest } = context;
    const { brand, id, name } = guest;
    const { showsPresence } = await roomOf(brand.db, guest, room);
    if (!showsPresence || !rateLimitOf(context).mayType()) return;
    const hidden = await hiddenFrom(brand.db, id);
    socket
      .to(inRoom(brand, room))
      .except([id, ...hidden].map((person) => ofPerson(brand, person)))
      .emit('typing', { room, person: { id, name } });
  },
  converse: async ({ person }, { guest, courier }) => {
    await within('converse', guest);
    await withinFirstHour('converse', guest);
    const conversation = await converse(person, guest);
    courier.tellLobby(guest.brand.id, [guest.id]);
    return conversation;
  },
  seek: async (wish, { guest, courier }) => {
    await within('seek', guest);
    await withinFirstHour('seek', guest);
    courier.tellLobby(guest.brand.id, await seek(wish, guest));
  },
  stopSeeking: (_body, { guest }) => stopSeeking(guest),
  block: async (body, { guest, courier, presence }) => {
    await within('report', guest);
    await block(body, guest, courier);
    presence.changed([guest.id, body.person]);
  },
  mute: async (body, { guest, courier }) => {
    await within('report', guest);
    await mute(body, guest, courier);
  },
  call: async (body, { guest, courier, turn }) => {
    if (!turn) throw new Refused('noCalls');
    await within('call', guest);
    await withinFirstHour('call', guest);
    return begin(body, guest, courier);
  },
  answerCall: (body, { guest, courier }) => answer(body, guest, courier),
  resumeCall: (body, { guest }) => resume(body, guest),
  hangUp: (body, { guest, courier }) => hangUp(body, guest, courier),
  signal: (body, { guest, courier, inTurn }) => inTurn(() => signal(body, guest, courier)),
  relays: (body, { guest, turn }) => relays(body, guest, turn),
  report: async (body, { guest }) => {
    await within('report', guest);
    await report(body, guest);
  },
};

/** @param hidden as it was read; blocks may have come since */
const peopleIn = (
  room: string,
  { id, brand }: Guest,
  hidden: string[],
  presence: PresenceTracker,
  courier: Courier,
  after?: string,
): People => presence.list(room, id, new Set([...hidden, ...courier.partedFrom(brand.id, id)]), after);
