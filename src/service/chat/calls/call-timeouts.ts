import { sql } from 'kysely';

import { ABANDONED_MS, AWAY_MS, RING_MS } from '../../../contract/chat/call-protocol.ts';
import type { ServiceBrand } from '../../brands/open-brands.ts';
import { anyOf } from '../../database/any-of.ts';
import { now } from '../../database/database-now.ts';
import type { Db } from '../../database/tables/tables.ts';
import type { Broadcaster } from '../realtime/broadcaster.ts';
import { ago, endDueCalls, hasNoSocket } from './end-calls-under-lock.ts';

/** After a pause of this length, a node does not know which devices were connected. */
const PAUSE_MS = 15_000;

export type CallTimeouts = ReturnType<typeof createCallTimeouts>;

/** Ends calls after their timeouts. */
export function createCallTimeouts(brand: ServiceBrand, broadcaster: Broadcaster) {
  let checkedAt = -Infinity;
  return {
    /** Runs every few seconds. @param connections sockets of this node */
    expireDueCalls: async (connections: string[]): Promise<void> => {
      // Media continues while the service is down: all devices get the reconnect time.
      const isBack = performance.now() - checkedAt > PAUSE_MS;
      await brand.db
        .updateTable('inCall')
        .set({ seenAt: now })
        .$if(!isBack, (query) => query.where('connection', '=', anyOf(connections)))
        .execute();
      checkedAt = performance.now();
      await endDueCalls(brand, broadcaster, dueIn);
    },
    /** Runs after sessions of a person have ended. */
    endCallsOf: (person: string): Promise<void> =>
      endDueCalls(brand, broadcaster, (db) => dueIn(db).where('inCall.userId', '=', person)),
  };
}

/**
 * Calls that ring for too long or without the caller's device, with a device away for too long, or with a participant who is signed
 * out, banned or muted.
 */
const dueIn = (db: Db) =>
  db
    .selectFrom('inCall')
    .innerJoin('call', 'call.id', 'inCall.call')
    .select(['call.id', 'room'])
    .select(sql<Date | null>`case when ${isAway} then "seenAt" end`.as('goneSince'))
    .where((row) =>
      row.or([
        row.and([row('answeredAt', 'is', null), row('startedAt', '<', ago(RING_MS))]),
        // Before the answer, only the caller has a device.
        row.and([row('answeredAt', 'is', null), hasNoSocket(row), row('seenAt', '<', ago(ABANDONED_MS))]),
        isAway,
        row.and([
          row('inCall.device', 'is not', null),
          row.not(
            row.exists(
              row
                .selectFrom('session')
                .select('session.id')
                .whereRef('session.id', '=', 'inCall.session')
                .where('expiresAt', '>', now),
            ),
          ),
        ]),
        row.exists(
          row
            .selectFrom('restriction')
            .select('until')
            .whereRef('restriction.userId', '=', 'inCall.userId')
            .where('kind', '=', 'mute')
            .where('until', '>', now),
        ),
        row.exists(
          row.selectFrom('ban').select('until').whereRef('ban.userId', '=', 'inCall.userId').where('until', '>', now),
        ),
      ]),
    );

const isAway = sql<boolean>`("answeredAt" is not null and "seenAt" < ${ago(AWAY_MS)})`;
