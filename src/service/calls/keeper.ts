import { type Kysely, sql } from 'kysely';

import { AWAY_MS, RING_MS } from '../../contract/chat.ts';
import type { Brand } from '../brands.ts';
import type { Courier } from '../chat/delivery.ts';
import type { Tables } from '../database/tables.ts';
import { endCall, endOf, type Over, tellOver } from './end.ts';
import { callIn, lockRooms } from './live.ts';

/** After such a silence of its own, a node does not know who was there meanwhile. */
const SILENCE_MS = 15_000;

/** Sees to it that calls end whose time is over. */
export interface Keeper {
  /** Every few seconds. @param connections the sockets of this node */
  keep: (connections: string[]) => Promise<void>;
  /** At once, after sessions of somebody have ended. */
  endCallsOf: (person: string) => Promise<void>;
}

export function createKeeper(brand: Brand, courier: Courier): Keeper {
  let keptAt = -Infinity;
  return {
    keep: async (connections) => {
      // Media goes on while the service is away: everybody gets their time to come back.
      const isBack = performance.now() - keptAt > SILENCE_MS;
      await brand.db
        .updateTable('inCall')
        .set({ seenAt: sql<Date>`now()` })
        .$if(!isBack, (query) => query.where(sql<boolean>`"connection" = any(${connections}::text[])`))
        .execute();
      keptAt = performance.now();
      await endDue(brand, courier);
    },
    endCallsOf: (person) => endDue(brand, courier, person),
  };
}

async function endDue(brand: Brand, courier: Courier, person?: string): Promise<void> {
  const due = await dueIn(brand.db)
    .$if(person !== undefined, (query) => query.where('inCall.userId', '=', person!))
    .execute();
  for (const { id, room } of due) {
    const over = await endIfDue(brand, id, room);
    if (over) tellOver(brand, courier, over);
  }
}

/** Looks again under the lock: somebody may have answered, or come back. */
const endIfDue = (brand: Brand, id: string, room: string): Promise<Over | undefined> =>
  brand.db.transaction().execute(async (transaction) => {
    await lockRooms(transaction, [room]);
    const due = await dueIn(transaction).where('call.id', '=', id).execute();
    const call = due.length ? await callIn(transaction, room) : undefined;
    if (!call) return undefined;
    const gone = due.flatMap(({ goneSince }) => goneSince?.getTime() ?? []);
    const until = new Date(Math.min(call.now.getTime(), ...gone));
    return endCall(transaction, brand, call, endOf(call), until);
  });

/** Calls that ring for too long, of which somebody is away for too long, or whose people have been signed out or banned. */
const dueIn = (db: Kysely<Tables>) =>
  db
    .selectFrom('inCall')
    .innerJoin('call', 'call.id', 'inCall.call')
    .select(['call.id', 'room'])
    .select(sql<Date | null>`case when ${isAway} then "seenAt" end`.as('goneSince'))
    .where(({ or, and, eb, not, exists, selectFrom }) =>
      or([
        and([eb('answeredAt', 'is', null), eb('startedAt', '<', ago(RING_MS))]),
        isAway,
        and([
          eb('inCall.device', 'is not', null),
          not(
            exists(
              selectFrom('session')
                .select('session.id')
                .whereRef('session.id', '=', 'inCall.session')
                .where('expiresAt', '>', sql<Date>`now()`),
            ),
          ),
        ]),
        exists(
          selectFrom('ban')
            .select('until')
            .whereRef('ban.userId', '=', 'inCall.userId')
            .where('until', '>', sql<Date>`now()`),
        ),
      ]),
    );

const ago = (milliseconds: number) => sql<Date>`now() - make_interval(secs => ${sql.lit(milliseconds / 1000)})`;

const isAway = sql<boolean>`("answeredAt" is not null and "seenAt" < ${ago(AWAY_MS)})`;
