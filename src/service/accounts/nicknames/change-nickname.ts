import { sql } from 'kysely';

import type { FormBody } from '../../../contract/form-schemas.ts';
import { pathOfOutcome } from '../../../contract/outcomes.ts';
import { nicknameKey } from '../../../shared/text/nickname-key.ts';
import { bannedUntil } from '../../chat/core/banned-until.ts';
import { restrictionsOf } from '../../chat/core/restrictions.ts';
import { partnersOf } from '../../chat/presence/presence-queries.ts';
import { now } from '../../database/database-now.ts';
import type { Db } from '../../database/tables/tables.ts';
import type { UserFormHandler } from '../../request/current-user.ts';
import { type FormError, refuse, signedOut } from '../../request/form-result.ts';
import { checkRateLimits } from '../../request/rate-limits.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { isReserved } from './nickname-lookalikes.ts';
import { isNicknameTaken, lockNicknames, type Owner } from './nickname-taken.ts';

/**
 * Changes the nickname of a user, once in 30 days. For that time no other account gets the former nickname, so that the people
 * who knew it are not deceived. Banned, muted and limited people keep theirs.
 */
export const changeNickname: UserFormHandler<FormBody<'newNickname'>> = async ({ nickname }, context, { user }) => {
  const { brand } = context;
  if (nickname === user.name) return refuse({ nickname: 'nicknameSame' });
  if (isReserved(nickname, brand.name)) return refuse({ nickname: 'nicknameReserved' });
  const limited = await checkRateLimits(context, ['nickname', user.id]);
  if (limited) return limited;
  const formError = await brand.db.transaction().execute((transaction) => rename(transaction, context, user, nickname));
  if (formError) return formError;
  brand.events.emit('renamed', { id: user.id, name: nickname }, await partnersOf(brand.db, user.id));
  return { next: pathOfOutcome('nickname-changed') };
};

async function rename(
  transaction: Db,
  context: RequestContext,
  { id: userId, email }: Owner,
  name: string,
): Promise<FormError | undefined> {
  const before = await transaction
    .selectFrom('user')
    .select('nicknameKey')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!before) return signedOut;
  // Everybody reads a nickname, also in the messages that the person has written.
  const isKept =
    (await bannedUntil({ db: transaction }, userId)) ||
    (await restrictionsOf(transaction, userId).executeTakeFirst()) !== undefined;
  if (isKept) return refuse({ nickname: 'nicknameRestricted' });
  if (await nicknameFixedUntil(transaction, userId)) return refuse({ nickname: 'nicknameRecent' });
  const key = nicknameKey(name);
  await lockNicknames(transaction, before.nicknameKey, key);
  if (await isNicknameTaken(transaction, context, key, { id: userId, email }))
    return refuse({ nickname: 'nicknameTaken' });
  const former = { userId, until: sql<Date>`now() + interval '30 days'` };
  await transaction
    .insertInto('formerNickname')
    .values({ nicknameKey: before.nicknameKey, ...former })
    .onConflict((conflict) => conflict.column('nicknameKey').doUpdateSet(former))
    .execute();
  await transaction
    .updateTable('user')
    .set({ name, nicknameKey: key, updatedAt: now })
    .where('id', '=', userId)
    .execute();
  return undefined;
}

/** Time until which a user keeps the current nickname; undefined if it may change now. */
export async function nicknameFixedUntil(db: Db, userId: string): Promise<Date | undefined> {
  const found = await db
    .selectFrom('formerNickname')
    .select('until')
    .where('userId', '=', userId)
    .where('until', '>', now)
    .executeTakeFirst();
  return found?.until;
}
