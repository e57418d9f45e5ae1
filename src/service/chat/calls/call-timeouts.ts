import { type Kysely, sql } from 'kysely';

import { ABANDONED_MS, AWAY_MS, RING_MS } from '../../../contract/call-protocol.ts';
import type { ServiceBrand } from '../../brands/brands.ts';
import { anyOf } from '../../database/any-of.ts';
import type { Tables } from '../../database/tables.ts';
import type { Broadcaster } from '../realtime/broadcaster.ts';
import { ago, endDueCalls, hasNoSocket } from './end-due-calls.ts';

/** After such a silence of its own, a node does not know who was there meanwhile. */
const SILENCE_MS = 15_000;

/** Sees to it that calls end whose time is over. */
export interface CallTimeouts {
  /** Every few seconds. @param connections the sockets of this node */
  expireDueCalls: (connections: string[]) => Promise<void>;
  /** At once, after sessions of somebody have ended. */
  endCallsOf: (person: string) => Promise<void>;
}

export function createCallTimeouts(brand: ServiceBrand, broadcaster: Broadcaster): CallTimeouts {
  let keptAt = -Infinity;
  return {
    expireDueCalls: async (connections) => {
      // Media goes on while the service is away: everybody gets their time to come back.
      const isBack = performance.now() - keptAt > SILENCE_MS;
      await brand.db
        .updateTable('inCall')
        .set({ seenAt: sql<Date>`now()` })
        .$if(!isBack, (query) => query.where('connection', '=', anyOf(connections)))
        .execute();
      keptAt = performance.now();
      await endDueCalls(brand, broadcaster, dueIn);
    },
    endCallsOf: (person) => endDueCalls(brand, broadcaster, (db) => dueIn(db).where('inCall.userId', '=', person)),
  };
}

/**
 * Calls that ring for too long or after the caller's device has gone, of which somebody is away for too long, or whose people have
 * been signed out or banned.
 */
const dueIn = (db: Kysely<Tables>) =>
  db
    .selectFrom('inCall')
    .innerJoin('call', 'call.id', 'inCall.call')
    .select(['call.id', 'room'])
    .select(sql<Date | null>`case when ${isAway} then "seenAt" end`.as('goneSince'))
    .where((row) =>
      row.or([
        row.and([row('answeredAt', 'is', null), row('startedAt', '<', ago(RING_MS))]),
        // Only the caller has a device by then.
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
                .where('expiresAt', '>', sql<Date>`now()`),
            ),
          ),
        ]),
        row.exists(
          row
            .selectFrom('ban')
            .select('until')
            .whereRef('ban.userId', '=', 'inCall.userId')
            .where('until', '>', sql<Date>`now()`),
        ),
      ]),
    );

const isAway = sql<boolean>`("answeredAt" is not null and "seenAt" < ${ago(AWAY_MS)})`;
