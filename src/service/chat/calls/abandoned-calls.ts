import type { Kysely } from 'kysely';

import { ABANDONED_MS } from '../../../contract/call-protocol.ts';
import type { ServiceBrand } from '../../brands/brands.ts';
import type { Tables } from '../../database/tables.ts';
import type { Broadcaster } from '../realtime/broadcaster.ts';
import { ago, endDueCalls, hasNoSocket } from './end-due-calls.ts';

/**
 * Calls that keep two people busy though the device of one of them has gone. The caller's own call ends as soon as their device
 * has no socket: they are calling from elsewhere. That of the callee only after the time in which devices come back.
 */
const abandoned = (db: Kysely<Tables>, caller: string, callee: string) =>
  db
    .selectFrom('inCall')
    .innerJoin('call', 'call.id', 'inCall.call')
    .select(['call.id', 'room', 'seenAt as goneSince'])
    .where(hasNoSocket)
    .where(({ or, and, eb }) =>
      or([eb('userId', '=', caller), and([eb('userId', '=', callee), eb('seenAt', '<', ago(ABANDONED_MS))])]),
    );

/** Whether a call of either has to end before one calls the other. */
export const isAbandoned = async (db: Kysely<Tables>, caller: string, callee: string): Promise<boolean> =>
  (await abandoned(db, caller, callee).executeTakeFirst()) !== undefined;

export const endAbandonedCalls = (
  brand: ServiceBrand,
  broadcaster: Broadcaster,
  caller: string,
  callee: string,
): Promise<void> => endDueCalls(brand, broadcaster, (db) => abandoned(db, caller, callee));
