import type { ChatError } from '../../contract/chat/chat-errors.ts';
import type { ChatResponse, RequestName, Requests } from '../../contract/chat/chat-protocol.ts';
import { chatSchemas } from '../../contract/chat/chat-schemas.ts';
import { BusyError } from '../../shared/fair-queue.ts';
import type { Work } from '../database/database-handle.ts';
import { isBusy } from '../database/error-code.ts';
import { isWithinRateLimit } from '../request/rate-limits.ts';
import { ChatRefusal } from './core/chat-refusal.ts';
import { userChannel } from './core/chat-user.ts';
import { banForFlood } from './moderation/ban-for-flood.ts';
import { isCostly } from './realtime/socket-rate-limit.ts';
import { type HandlerContext, handlers, rateLimitOf } from './request-handlers.ts';

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
const SLOW_READER_BYTES = 262_144;

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
  const user = { ...context.user, brand: context.user.brand.for[(known && workOf[known]) ?? 'other'] };
  const rate = rateLimitOf(context).take(known);
  if (rate === 'disconnect') {
    socket.disconnect(true);
    return { error: 'body' };
  }
  try {
    if (rate === 'tooMany') return { error: await escalateFlood(rate, { ...context, user }) };
    if (!known) return { error: 'body' };
    // Not counted as a flood: a slow connection alone causes it.
    if (inFlight > IN_FLIGHT_MAX[isCostly(known) ? 'costly' : 'all']) return { error: 'tooMany' };
    if (isCostly(known) && connection.unsentBytes() > SLOW_READER_BYTES) return { error: 'tooMany' };
    return await handle(known, body, { ...context, user });
  } catch (error) {
    if (!(error instanceof BusyError)) onError(error);
    return { error: isBusy(error) ? 'tooMany' : 'server' };
  }
}

const isRequest = (name: string): name is RequestName => Object.hasOwn(handlers, name);

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
    if (error instanceof ChatRefusal) return { error: await escalateFlood(error.code, context) };
    throw error;
  }
}

/** Bans a user for a while after too many refusals. Refusals that arrive until then wait for the same ban. */
async function escalateFlood(code: ChatError, context: HandlerContext): Promise<ChatError> {
  const { user } = context;
  const isFlood = code === 'tooMany' || code === 'repeated' || code === 'newAccount';
  if (!isFlood || (await isWithinRateLimit(user, 'flood', user.id))) return code;
  const limit = rateLimitOf(context);
  limit.ban ??= banForFlood(user).finally(() => (limit.ban = undefined));
  await limit.ban;
  return 'banned';
}
