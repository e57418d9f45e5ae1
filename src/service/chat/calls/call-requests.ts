import { sql, type Transaction } from 'kysely';

import type { Call, RequestBody } from '../../../contract/chat-protocol.ts';
import type { LiveCall, Part } from '../../brands/brand-events.ts';
import type { Tables } from '../../database/tables.ts';
import { areBlocked, roomOf } from '../core/access.ts';
import { Refused } from '../core/chat-refusal.ts';
import type { Guest } from '../core/chat-user.ts';
import type { Courier } from '../realtime/broadcaster.ts';
import { endAbandoned, isAbandoned } from './abandoned-calls.ts';
import { hasSaid, leaveTrace, tellTrace, type Trace } from './call-record.ts';
import { endCall, endOf, tellOver } from './end-call.ts';
import { callIn, lockRooms, toCall } from './live-call.ts';

/** What has become of a call, and whether its two people have to be told. */
interface Step {
  call: LiveCall;
  isNews: boolean;
}

/** Nothing was done, because calls have to end first. */
interface Abandoned {
  abandonedWith: string;
}

/**
 * Rings the other one of a conversation, or answers them where they ring already.
 * @throws Refused `gone`, `blocked` or `stranger` where one may not, `busy` where either is in another call
 */
export async function begin(body: RequestBody<'call'>, guest: Guest, courier: Courier): Promise<Call> {
  const { brand, id } = guest;
  const step = await brand.db.transaction().execute(async (transaction) => {
    await lockRooms(transaction, [body.room]);
    const call = await callIn(transaction, body.room);
    return call ? joinIn(transaction, call, body, guest) : ring(transaction, body, guest);
  });
  if ('abandonedWith' in step) {
    // In a transaction of its own: its room comes before or after this one.
    await endAbandoned(brand, courier, id, step.abandonedWith);
    return begin(body, guest, courier);
  }
  if ('delivery' in step) {
    tellTrace(brand, courier, step);
    throw new Refused('busy');
  }
  return tell(step, guest, courier);
}

/** @throws Refused `gone` where it does not ring for oneself any more */
export async function answer({ call: id, device }: RequestBody<'answerCall'>, guest: Guest, courier: Courier) {
  const step = await change(id, guest, (transaction, call, own) => {
    if (own.id === call.caller.id) throw new Refused('gone');
    if (call.answeredAt && own.device !== device) throw new Refused('gone');
    return take(transaction, call, device, guest);
  });
  return tell(step, guest, courier);
}

/** @throws Refused `gone` where it is over, or another device takes part */
export async function resume({ call: id, device }: RequestBody<'resumeCall'>, guest: Guest): Promise<Call> {
  const { call } = await change(id, guest, (transaction, found, own) => {
    if (own.device !== device) throw new Refused('gone');
    return take(transaction, found, device, guest);
  });
  return toCall(call, guest.id);
}

/** @throws Refused `gone` where it is over, or another device of one's own takes part */
export async function hangUp(
  { call: id, device, failed }: RequestBody<'hangUp'>,
  guest: Guest,
  courier: Courier,
): Promise<void> {
  const over = await change(id, guest, (transaction, call, own) => {
    if (own.device && own.device !== device) throw new Refused('gone');
    return endCall(transaction, guest.brand, call, failed && call.answeredAt ? 'failed' : endOf(call, guest.id));
  });
  tellOver(guest.brand, courier, over);
}

/** Changes a call of one's own under the lock of its room. */
const change = <Result>(
  id: string,
  guest: Guest,
  apply: (transaction: Transaction<Tables>, call: LiveCall, own: Part) => Promise<Result>,
): Promise<Result> =>
  guest.brand.db.transaction().execute(async (transaction) => {
    const found = await transaction
      .selectFrom('inCall')
      .innerJoin('call', 'call.id', 'inCall.call')
      .select('room')
      .where('userId', '=', guest.id)
      .where('call.id', '=', id)
      .executeTakeFirst();
    if (!found) throw new Refused('gone');
    await lockRooms(transaction, [found.room]);
    const call = await callIn(transaction, found.room);
    if (call?.id !== id) throw new Refused('gone');
    return apply(transaction, call, call.caller.id === guest.id ? call.caller : call.callee);
  });

/** Has a device of one's own take part from now on; where it rings for oneself, that is the answer. */
async function take(
  transaction: Transaction<Tables>,
  call: LiveCall,
  device: string,
  { id, session, connection }: Guest,
): Promise<Step> {
  await transaction
    .updateTable('inCall')
    .set({ device, session, connection, seenAt: sql<Date>`now()` })
    .where('userId', '=', id)
    .execute();
  const isAnswer = call.callee.id === id && !call.answeredAt;
  if (isAnswer)
    await transaction
      .updateTable('call')
      .set({ answeredAt: sql<Date>`now()` })
      .where('id', '=', call.id)
      .execute();
  return { call: (await callIn(transaction, call.room))!, isNews: isAnswer };
}

/** Where both call each other, or one's own device calls again; or another one, since that has gone. */
async function joinIn(
  transaction: Transaction<Tables>,
  call: LiveCall,
  { device }: RequestBody<'call'>,
  guest: Guest,
): Promise<Step | Abandoned> {
  const own = [call.caller, call.callee].find(({ id }) => id === guest.id);
  if (!own) throw new Refused('gone');
  const isForMe = own.id === call.callee.id && !call.answeredAt;
  if (!isForMe && own.device !== device) {
    const other = own === call.caller ? call.callee : call.caller;
    if (await isAbandoned(transaction, guest.id, other.id)) return { abandonedWith: other.id };
    throw new Refused('busy');
  }
  return take(transaction, call, device, guest);
}

/** @returns the trace alone where the other one is in another call */
async function ring(
  transaction: Transaction<Tables>,
  { call: id, device, room, video }: RequestBody<'call'>,
  guest: Guest,
): Promise<Step | Trace | Abandoned> {
  const { brand, session, connection } = guest;
  const callee = await calleeIn(transaction, room, guest);
  // Asked again after all was over.
  if (await hasSaid(transaction, guest.id, id)) throw new Refused('gone');
  if (await isAbandoned(transaction, guest.id, callee)) return { abandonedWith: callee };
  const isNew = await transaction
    .insertInto('call')
    .values({ id, room, caller: guest.id, video })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!isNew) throw new Refused('body');
  const both = [
    { userId: guest.id, call: id, device, session, connection },
    { userId: callee, call: id, device: null, session: null, connection: null },
  ];
  const free = await transaction
    .insertInto('inCall')
    .values(both.toSorted((one, other) => (one.userId < other.userId ? -1 : 1)))
    .onConflict((conflict) => conflict.doNothing())
    .returning('userId')
    .execute();
  if (!free.some(({ userId }) => userId === guest.id)) throw new Refused('busy');
  if (free.length === 2) return { call: (await callIn(transaction, room))!, isNews: true };
  await transaction.deleteFrom('call').where('id', '=', id).execute();
  return leaveTrace(transaction, brand, { id, room, caller: guest }, { end: 'busy', seconds: 0, video });
}

/** Whom somebody calls in a conversation. @throws Refused where they may not */
async function calleeIn(transaction: Transaction<Tables>, room: string, guest: Guest): Promise<string> {
  const { kind, one, two, endedAt } = await roomOf(transaction, guest, room);
  if (kind === 'public' || endedAt) throw new Refused('gone');
  const callee = one === guest.id ? two! : one!;
  if (await areBlocked(transaction, guest.id, callee)) throw new Refused('blocked');
  // Nobody is rung by somebody whom they have never said a word to.
  const answered = transaction
    .selectFrom('message')
    .select('seq')
    .where('room', '=', room)
    .where('sender', '=', callee);
  if (kind === 'private' && !(await answered.executeTakeFirst())) throw new Refused('stranger');
  return callee;
}

function tell({ call, isNews }: Step, { id, brand }: Guest, courier: Courier): Call {
  if (isNews)
    for (const person of [call.caller.id, call.callee.id]) courier.tellCall(brand.id, person, toCall(call, person));
  return toCall(call, id);
}
