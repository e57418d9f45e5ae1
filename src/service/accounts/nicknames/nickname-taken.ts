import { sql } from 'kysely';

import { now } from '../../database/database-now.ts';
import type { Db } from '../../database/tables/tables.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { retiredBy } from './nicknames-of-deleted-accounts.ts';

/** Lets a single transaction at a time decide about nicknames. Sorted, so that two users who swap nicknames do not wait for each other. */
export async function lockNicknames(transaction: Db, ...keys: string[]): Promise<void> {
  for (const key of keys.toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`nickname ${key}`}, 0))`.execute(transaction);
}

export interface Owner {
  id: string;
  email: string;
}

/**
 * Whether another user has a nickname, or had it in the last 30 days, even if that account is deleted. Call it while the nickname
 * is locked.
 */
export async function isNicknameTaken(
  transaction: Db,
  context: RequestContext,
  key: string,
  { id, email }: Owner,
): Promise<boolean> {
  const owner = transaction
    .selectFrom('user')
    .select('nicknameKey')
    .where('nicknameKey', '=', key)
    .where('id', '!=', id);
  const former = transaction
    .selectFrom('formerNickname')
    .select('nicknameKey')
    .where('nicknameKey', '=', key)
    .where('userId', '!=', id)
    .where('until', '>', now);
  const retired = retiredBy(transaction, context, key, email).select('key as nicknameKey');
  // A single statement, so that a nickname that moves between the tables is found.
  return (await owner.unionAll(former).unionAll(retired).executeTakeFirst()) !== undefined;
}
