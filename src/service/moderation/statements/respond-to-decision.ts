import { sql } from 'kysely';

import { resources } from '../../../contract/api-paths.ts';
import type { ActionBody } from '../../../contract/form-schemas.ts';
import { APPEAL_DAYS } from '../../../contract/moderation/protocol.ts';
import { now, secondsFromNow } from '../../database/database-now.ts';
import type { Db } from '../../database/tables/tables.ts';
import type { UserFormHandler } from '../../request/current-user.ts';
import { refuseForm } from '../../request/form-result.ts';
import { decisionsAbout } from './read-statements.ts';

const DAY_SECONDS = 86_400;

/** Stores that a user has read a decision. The first time counts. */
export const confirmDecisionRead: UserFormHandler<ActionBody<'readDecision'>> = async (
  { decision },
  { brand },
  { user },
) => {
  if (!(await find(brand.db, user.id, decision))) return refuseForm('body');
  await brand.db
    .updateTable('decision')
    .set({ readAt: sql<Date>`coalesce("readAt", now())` })
    .where('id', '=', decision)
    .execute();
  // Pages on other devices show it no more.
  brand.events.emit('decided', user.id);
  return { next: resources.account };
};

/** Stores the appeal of a user against a decision, once, within the time for it. Undone decisions need none. */
export const appealDecision: UserFormHandler<ActionBody<'appeal'>> = async (
  { decision, text },
  { brand },
  { user },
) => {
  if (!(await find(brand.db, user.id, decision))) return refuseForm('body');
  const { numUpdatedRows } = await brand.db
    .updateTable('decision')
    .set({ appeal: text, appealedAt: now, readAt: sql<Date>`coalesce("readAt", now())` })
    .where('id', '=', decision)
    .where('appealedAt', 'is', null)
    .where('undoneAt', 'is', null)
    .where('createdAt', '>=', secondsFromNow(-APPEAL_DAYS * DAY_SECONDS))
    .executeTakeFirst();
  if (!numUpdatedRows) return refuseForm('appealClosed');
  brand.events.emit('decided', user.id);
  return { next: resources.account };
};

const find = (db: Db, userId: string, decision: string) =>
  decisionsAbout(db, userId).where('id', '=', decision).executeTakeFirst();
