import type { Transaction } from 'kysely';

import type { CallEnd } from '../../../contract/chat/call-protocol.ts';
import { required } from '../../../shared/required.ts';
import type { LiveCall } from '../../brands/account-events.ts';
import type { ServiceBrand } from '../../brands/open-brands.ts';
import type { Tables } from '../../database/tables/tables.ts';
import type { Broadcaster } from '../realtime/broadcaster.ts';
import { callIn, toCall } from './find-live-call.ts';
import { broadcastCallRecord, storeCallRecord, type StoredCallRecord } from './store-call-record.ts';

/** An ended call and its record, for the notification of its participants. */
export interface EndedCall {
  call: LiveCall;
  end: CallEnd;
  record: StoredCallRecord;
}

/** How a call ends now. @param by the person who ended it, if any */
export function callEndOf({ answeredAt, callee }: LiveCall, by?: string): CallEnd {
  if (answeredAt) return 'answered';
  return by === callee.id ? 'declined' : 'missed';
}

/**
 * Ends a call. Its room must be locked.
 * @param until end of the conversation
 */
export async function endCall(
  transaction: Transaction<Tables>,
  brand: ServiceBrand,
  call: LiveCall,
  end: CallEnd,
  until = call.now,
): Promise<EndedCall> {
  await transaction.deleteFrom('call').where('id', '=', call.id).execute();
  const talked = end === 'answered' ? until.getTime() - required(call.answeredAt, 'time of an answer').getTime() : 0;
  const seconds = Math.max(0, Math.floor(talked / 1000));
  return { call, end, record: await storeCallRecord(transaction, brand, call, { end, seconds, video: call.video }) };
}

/** Ends the call of a room, if any. The room must be locked. @param by the person who ended it */
export async function endCallIn(
  transaction: Transaction<Tables>,
  brand: ServiceBrand,
  room: string,
  by: string,
): Promise<EndedCall | undefined> {
  const call = await callIn(transaction, room);
  return call && endCall(transaction, brand, call, callEndOf(call, by));
}

/** Notifies participants of the end of their call. Call it after the commit. */
export function notifyEnded(brand: ServiceBrand, broadcaster: Broadcaster, { call, end, record }: EndedCall): void {
  sendCallEnd(brand, broadcaster, call, end);
  broadcastCallRecord(brand, broadcaster, record);
}

/** The same for a call without record, because its conversation is deleted. */
export function sendCallEnd({ id }: ServiceBrand, broadcaster: Broadcaster, call: LiveCall, end: CallEnd): void {
  for (const person of [call.caller.id, call.callee.id]) broadcaster.sendCall(id, person, toCall(call, person, end));
}
