import { sql } from 'kysely';

import type { Call } from '../../../contract/chat/call-protocol.ts';
import type { RequestBody } from '../../../contract/chat/chat-protocol.ts';
import { required } from '../../../shared/required.ts';
import type { CallParticipant, LiveCall } from '../../brands/account-events.ts';
import { transact } from '../../database/after-commit.ts';
import { now } from '../../database/database-now.ts';
import type { Transaction } from '../../database/tables/tables.ts';
import { areBlocked, isStranger, partnerOf, roomOf } from '../core/access.ts';
import { refuseBanned } from '../core/banned-until.ts';
import { ChatRefusal } from '../core/chat-refusal.ts';
import type { ChatUser } from '../core/chat-user.ts';
import { refuseRestricted } from '../core/restrictions.ts';
import { hasMessage } from '../messages/history.ts';
import type { Broadcaster, BroadcastingHandler } from '../realtime/broadcaster.ts';
import { endAbandonedCalls, hasAbandonedCalls } from './end-blocking-calls.ts';
import { callEndOf, endCall } from './end-call.ts';
import { callIn, lockRooms, toCall } from './find-live-call.ts';
import { broadcastCallRecord, storeCallRecord, type StoredCallRecord } from './store-call-record.ts';

/** State of a call, and whether to notify its participants. */
interface CallStep {
  call: LiveCall;
  isChanged: boolean;
}

/** Abandoned calls with a person must end first; nothing was changed. */
interface Abandoned {
  abandonedWith: string;
}

/**
 * Calls the other person of a conversation, or answers their call.
 * @throws ChatRefusal `gone`, `blocked` or `stranger` without permission, `busy` if either person is in another call
 */
export async function startCall(body: RequestBody<'call'>, user: ChatUser, broadcaster: Broadcaster): Promise<Call> {
  const { brand, id } = user;
  const step = await brand.db.transaction().execute(async (transaction) => {
    await lockRooms(transaction, [body.room]);
    const call = await callIn(transaction, body.room);
    return call ? joinCall(transaction, call, body, user) : ring(transaction, body, user);
  });
  if ('abandonedWith' in step) {
    // In a separate transaction, because rooms are locked in order.
    await endAbandonedCalls(brand, broadcaster, id, step.abandonedWith);
    return startCall(body, user, broadcaster);
  }
  if ('broadcast' in step) {
    broadcastCallRecord(brand, broadcaster, step);
    throw new ChatRefusal('busy');
  }
  return notifyParticipants(step, user, broadcaster);
}

/** Answers a call. @throws ChatRefusal `gone` if it does not ring for the user */
export const answerCall: BroadcastingHandler<'answerCall'> = async ({ call: id, device }, user, broadcaster) => {
  const step = await withOwnCall(id, user, (transaction, call, own) => {
    if (own.id === call.caller.id) throw new ChatRefusal('gone');
    if (call.answeredAt && own.device !== device) throw new ChatRefusal('gone');
    return joinWithDevice(transaction, call, device, user);
  });
  return notifyParticipants(step, user, broadcaster);
};

/** Resumes a call after a reconnect. @throws ChatRefusal `gone` if the call is over or another device participates */
export async function resumeCall({ call: id, device }: RequestBody<'resumeCall'>, user: ChatUser): Promise<Call> {
  const { call } = await withOwnCall(id, user, (transaction, found, own) => {
    if (own.device !== device) throw new ChatRefusal('gone');
    return joinWithDevice(transaction, found, device, user);
  });
  return toCall(call, user.id);
}

/** Ends, declines or cancels a call. @throws ChatRefusal `gone` if the call is over or another device of the user participates */
export const hangUp: BroadcastingHandler<'hangUp'> = ({ call: id, device, failed }, user, broadcaster) =>
  withOwnCall(id, user, (transaction, call, own) => {
    if (own.device && own.device !== device) throw new ChatRefusal('gone');
    const end = failed && call.answeredAt ? 'failed' : callEndOf(call, user.id);
    return endCall(transaction, user.brand, broadcaster, call, end);
  });

/** Runs a change of the user's call under the lock of its room. */
const withOwnCall = <Result>(
  id: string,
  user: ChatUser,
  apply: (transaction: Transaction, call: LiveCall, own: CallParticipant) => Promise<Result>,
): Promise<Result> =>
  transact(user.brand.db, async (transaction) => {
    const found = await transaction
      .selectFrom('inCall')
      .innerJoin('call', 'call.id', 'inCall.call')
      .select('room')
      .where('userId', '=', user.id)
      .where('call.id', '=', id)
      .executeTakeFirst();
    if (!found) throw new ChatRefusal('gone');
    await lockRooms(transaction, [found.room]);
    const call = await callIn(transaction, found.room);
    if (call?.id !== id) throw new ChatRefusal('gone');
    return apply(transaction, call, call.caller.id === user.id ? call.caller : call.callee);
  });

/** Makes a device of the user participate; for a ringing callee, this is the answer. */
async function joinWithDevice(
  transaction: Transaction,
  call: LiveCall,
  device: string,
  user: ChatUser,
): Promise<CallStep> {
  const { id, session, connection } = user;
  await refuseBanned(transaction, id);
  await refuseRestricted(transaction, user, call.room);
  await transaction
    .updateTable('inCall')
    .set({ device, session, connection, seenAt: now })
    .where('userId', '=', id)
    .execute();
  const isAnswer = call.callee.id === id && !call.answeredAt;
  if (isAnswer) await transaction.updateTable('call').set({ answeredAt: now }).where('id', '=', call.id).execute();
  return { call: required(await callIn(transaction, call.room), 'call of a room'), isChanged: isAnswer };
}

/** Handles a call request in a room with a call: both call each other, the same device calls again, or another device of the user does. */
async function joinCall(
  transaction: Transaction,
  call: LiveCall,
  { device }: RequestBody<'call'>,
  user: ChatUser,
): Promise<CallStep | Abandoned> {
  const own = [call.caller, call.callee].find(({ id }) => id === user.id);
  if (!own) throw new ChatRefusal('gone');
  const isCallee = own.id === call.callee.id && !call.answeredAt;
  if (!isCallee && own.device !== device) {
    const other = own === call.caller ? call.callee : call.caller;
    if (await hasAbandonedCalls(transaction, user.id, other.id)) return { abandonedWith: other.id };
    throw new ChatRefusal('busy');
  }
  return joinWithDevice(transaction, call, device, user);
}

/** Starts a call. @returns only the call record if the callee is in another call */
async function ring(
  transaction: Transaction,
  { call: id, device, room, video }: RequestBody<'call'>,
  user: ChatUser,
): Promise<CallStep | StoredCallRecord | Abandoned> {
  const { brand, session, connection } = user;
  await refuseBanned(transaction, user.id);
  await refuseRestricted(transaction, user, room);
  const callee = await calleeIn(transaction, room, user);
  // A resent request after the call has ended.
  if (await hasMessage(transaction, user.id, id)) throw new ChatRefusal('gone');
  if (await hasAbandonedCalls(transaction, user.id, callee)) return { abandonedWith: callee };
  const isNew = await transaction
    .insertInto('call')
    .values({ id, room, caller: user.id, video })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!isNew) throw new ChatRefusal('body');
  const both = [
    { userId: user.id, call: id, device, session, connection },
    { userId: callee, call: id, device: null, session: null, connection: null },
  ];
  const free = await transaction
    .insertInto('inCall')
    .values(both.toSorted((one, other) => (one.userId < other.userId ? -1 : 1)))
    .onConflict((conflict) => conflict.doNothing())
    .returning('userId')
    .execute();
  if (!free.some(({ userId }) => userId === user.id)) throw new ChatRefusal('busy');
  if (free.length === 2) return { call: required(await callIn(transaction, room), 'call of a room'), isChanged: true };
  await transaction.deleteFrom('call').where('id', '=', id).execute();
  return storeCallRecord(transaction, brand, { id, room, caller: user }, { end: 'busy', seconds: 0, video });
}

/** The person to call in a conversation. @throws ChatRefusal without permission */
async function calleeIn(transaction: Transaction, room: string, user: ChatUser): Promise<string> {
  const found = await roomOf(transaction, user, room);
  if (found.kind === 'public' || found.endedAt) throw new ChatRefusal('gone');
  const callee = partnerOf(user.id, found);
  if (await areBlocked(transaction, user.id, callee)) throw new ChatRefusal('blocked');
  const refused = await transaction
    .selectFrom('room')
    .select('id')
    .where('id', '=', room)
    .where((row) => isStranger(transaction, row, user, sql.val(callee)))
    .executeTakeFirst();
  if (refused) throw new ChatRefusal('stranger');
  return callee;
}

function notifyParticipants({ call, isChanged }: CallStep, { id, brand }: ChatUser, broadcaster: Broadcaster): Call {
  if (isChanged)
    for (const person of [call.caller.id, call.callee.id]) broadcaster.sendCall(brand.id, person, toCall(call, person));
  return toCall(call, id);
}
