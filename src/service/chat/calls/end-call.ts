import type { Transaction } from 'kysely';

import type { CallEnd } from '../../../contract/chat-protocol.ts';
import type { LiveCall } from '../../brands/brand-events.ts';
import type { Brand } from '../../brands/brands.ts';
import type { Tables } from '../../database/tables.ts';
import type { Courier } from '../realtime/broadcaster.ts';
import { leaveTrace, tellTrace, type Trace } from './call-record.ts';
import { callIn, toCall } from './live-call.ts';

/** A call that has ended, and what the two have yet to be told of it. */
export interface Over {
  call: LiveCall;
  end: CallEnd;
  trace: Trace;
}

/** How a call ends that is over now. @param by who ended it, if somebody did */
export function endOf({ answeredAt, callee }: LiveCall, by?: string): CallEnd {
  if (answeredAt) return 'answered';
  return by === callee.id ? 'declined' : 'missed';
}

/**
 * Ends a call; its room is locked.
 * @param until when they talked last
 */
export async function endCall(
  transaction: Transaction<Tables>,
  brand: Brand,
  call: LiveCall,
  end: CallEnd,
  until = call.now,
): Promise<Over> {
  await transaction.deleteFrom('call').where('id', '=', call.id).execute();
  const talked = end === 'answered' ? until.getTime() - call.answeredAt!.getTime() : 0;
  const seconds = Math.max(0, Math.floor(talked / 1000));
  return { call, end, trace: await leaveTrace(transaction, brand, call, { end, seconds, video: call.video }) };
}

/** Ends the call of a room, if there is one; the room is locked. @param by who put an end to it */
export async function endCallIn(
  transaction: Transaction<Tables>,
  brand: Brand,
  room: string,
  by: string,
): Promise<Over | undefined> {
  const call = await callIn(transaction, room);
  return call && endCall(transaction, brand, call, endOf(call, by));
}

/** Tells the two that their call is over, once that is stored. */
export function tellOver(brand: Brand, courier: Courier, { call, end, trace }: Over): void {
  tellEnd(brand, courier, call, end);
  tellTrace(brand, courier, trace);
}

/** The same of a call that leaves no trace, because its conversation has gone with it. */
export function tellEnd({ id }: Brand, courier: Courier, call: LiveCall, end: CallEnd): void {
  for (const person of [call.caller.id, call.callee.id]) courier.tellCall(id, person, toCall(call, person, end));
}
