import type { CallEnd } from '../../../contract/chat/call-protocol.ts';
import { required } from '../../../shared/required.ts';
import type { LiveCall } from '../../brands/account-events.ts';
import type { ServiceBrand } from '../../brands/open-brands.ts';
import { afterCommit } from '../../database/after-commit.ts';
import type { Transaction } from '../../database/tables/tables.ts';
import type { Broadcaster } from '../realtime/broadcaster.ts';
import { callIn, toCall } from './find-live-call.ts';
import { broadcastCallRecord, storeCallRecord } from './store-call-record.ts';

/** How a call ends now. @param by the person who ended it, if any */
export function callEndOf({ answeredAt, callee }: LiveCall, by?: string): CallEnd {
  if (answeredAt) return 'answered';
  return by === callee.id ? 'declined' : 'missed';
}

/**
 * Ends a call, and notifies its participants after the commit. Its room must be locked.
 * @param until end of the conversation
 */
export async function endCall(
  transaction: Transaction,
  brand: ServiceBrand,
  broadcaster: Broadcaster,
  call: LiveCall,
  end: CallEnd,
  until = call.now,
): Promise<void> {
  await transaction.deleteFrom('call').where('id', '=', call.id).execute();
  const talked = end === 'answered' ? until.getTime() - required(call.answeredAt, 'time of an answer').getTime() : 0;
  const seconds = Math.max(0, Math.floor(talked / 1000));
  const record = await storeCallRecord(transaction, brand, call, { end, seconds, video: call.video });
  afterCommit(transaction, () => {
    sendCallEnd(brand, broadcaster, call, end);
    broadcastCallRecord(brand, broadcaster, record);
  });
}

/** Ends the call of a room, if any. The room must be locked. @param by the person who ended it */
export async function endCallIn(
  transaction: Transaction,
  brand: ServiceBrand,
  broadcaster: Broadcaster,
  room: string,
  by: string,
): Promise<void> {
  const call = await callIn(transaction, room);
  if (call) await endCall(transaction, brand, broadcaster, call, callEndOf(call, by));
}

/** Notifies participants of the end of their call. */
export function sendCallEnd({ id }: ServiceBrand, broadcaster: Broadcaster, call: LiveCall, end: CallEnd): void {
  for (const person of [call.caller.id, call.callee.id]) broadcaster.sendCall(id, person, toCall(call, person, end));
}
