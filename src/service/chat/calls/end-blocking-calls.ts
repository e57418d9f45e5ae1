import { ABANDONED_MS } from '../../../contract/chat/call-protocol.ts';
import type { ServiceBrand } from '../../brands/open-brands.ts';
import type { Db } from '../../database/tables/tables.ts';
import type { Broadcaster } from '../realtime/broadcaster.ts';
import { ago, endDueCalls, hasNoSocket } from './end-calls-under-lock.ts';

/**
 * Calls that make a person busy although a participating device has no socket. The caller's previous call ends as soon as its
 * device has no socket, because the caller calls from another device; the callee's only after the reconnect time.
 */
const abandonedCalls = (db: Db, caller: string, callee: string) =>
  db
    .selectFrom('inCall')
    .innerJoin('call', 'call.id', 'inCall.call')
    .select(['call.id', 'room', 'seenAt as goneSince'])
    .where(hasNoSocket)
    .where(({ or, and, eb }) =>
      or([eb('userId', '=', caller), and([eb('userId', '=', callee), eb('seenAt', '<', ago(ABANDONED_MS))])]),
    );

/** Whether a call of either person must end before the caller can call. */
export const hasAbandonedCalls = async (db: Db, caller: string, callee: string): Promise<boolean> =>
  (await abandonedCalls(db, caller, callee).executeTakeFirst()) !== undefined;

/** Ends these calls. */
export const endAbandonedCalls = (
  brand: ServiceBrand,
  broadcaster: Broadcaster,
  caller: string,
  callee: string,
): Promise<void> => endDueCalls(brand, broadcaster, (db) => abandonedCalls(db, caller, callee));
