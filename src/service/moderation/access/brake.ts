import { sql } from 'kysely';

import type { StoppedModerator } from '../../../contract/moderation/me.ts';
import { now } from '../../database/database-now.ts';
import type { Db, Transaction } from '../../database/tables/tables.ts';
import { type ModerationHandlers, ModerationRefusal } from '../moderation-request.ts';

/** Bans of a moderator within an hour, without a report and in all, until a lead lets them go on: a session may be stolen. */
const MAX = { own: 10, all: 20 };

/** Has bans of a moderator take turns. Call it before rows are locked. */
export const lockBansOf = (transaction: Transaction, moderator: string): Promise<unknown> =>
  transaction.selectFrom('moderator').select('userId').where('userId', '=', moderator).forUpdate().execute();

/** @throws ModerationRefusal `brake` after too many bans */
export async function checkBrake(db: Db, moderator: string, initiative: 'report' | 'own'): Promise<void> {
  const bans = await bansOf(db).where('moderator.userId', '=', moderator).executeTakeFirst();
  if (bans && (bans.all >= MAX.all || (initiative === 'own' && bans.own >= MAX.own)))
    throw new ModerationRefusal('brake');
}

/** The moderators whom the brake has stopped, but for the viewer: another lead lets a lead go on. */
export async function readStopped(db: Db, viewer: string): Promise<StoppedModerator[]> {
  const rows = await bansOf(db)
    .innerJoin('user', 'user.id', 'moderator.userId')
    .select('user.name')
    .groupBy('user.name')
    .where('moderator.userId', '<>', viewer)
    .having((row) => row.or([sql<boolean>`${ofOwnInitiative} >= ${MAX.own}`, sql<boolean>`count(*) >= ${MAX.all}`]))
    .orderBy('user.name')
    .execute();
  return rows.map(({ userId, name, all }) => ({ id: userId, name, bans: all }));
}

/** Lets a moderator go on. @throws ModerationRefusal `ownDecision` for the lead's own brake, `gone` without the moderator */
export const releaseBrake: ModerationHandlers['releaseBrake'] = async ({ moderator: id }, { context, moderator }) => {
  if (id === moderator.id) throw new ModerationRefusal('ownDecision');
  const { numUpdatedRows } = await context.brand.db
    .updateTable('moderator')
    .set({ brakeReleasedAt: now })
    .where('userId', '=', id)
    .executeTakeFirst();
  if (!numUpdatedRows) throw new ModerationRefusal('gone');
};

const ofOwnInitiative = sql<number>`count(*) filter (where "initiative" = 'own')`;

const bansOf = (db: Db) =>
  db
    .selectFrom('moderator')
    .innerJoin('decision', 'decision.moderator', 'moderator.userId')
    .select('moderator.userId')
    .select(({ fn }) => [ofOwnInitiative.as('own'), fn.countAll<number>().as('all')])
    .where('act', '=', 'ban')
    .where('decision.createdAt', '>', sql<Date>`now() - interval '1 hour'`)
    .where(sql<boolean>`"decision"."createdAt" > coalesce("brakeReleasedAt", '-infinity')`)
    .groupBy('moderator.userId');
