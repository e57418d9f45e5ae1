import { sql, type SqlBool } from 'kysely';

import { nicknameKey } from '../../../shared/text/nickname-key.ts';
import { lockOpenCase } from '../../chat/moderation/lock-open-case.ts';
import { now } from '../../database/database-now.ts';
import type { Db, Transaction } from '../../database/tables/tables.ts';
import { ModerationRefusal, type ModerationRequest } from '../moderation-request.ts';
import { type Case, claimCase } from './claim-case.ts';

/**
 * Claims the open case of a person for a moderator. It is created if there is none. Nicknames that look alike in upper or lower case are
 * the same nickname. A former nickname and that of a deleted account lead to their person, too.
 * @throws ModerationRefusal `nickname` without such a nickname, `gone` for the moderator's own, `claimed` while another moderator works on
 * the case
 */
export async function claimCaseByNickname(
  transaction: Transaction,
  nickname: string,
  request: ModerationRequest,
): Promise<Case & { person: string }> {
  const person = await personOf(transaction, nickname);
  if (person === undefined) throw new ModerationRefusal('nickname');
  const id = await lockOpenCase(transaction, person);
  return { ...(await claimCase(transaction, id, request)), person };
}

/** The person who has a nickname, had it until less than 30 days ago, or had it in an account that was deleted a few days ago. */
export async function personOf(db: Db, nickname: string): Promise<string | undefined> {
  const key = nicknameKey(nickname.trim());
  const found = await db
    .selectFrom('user')
    .select(['id', sql<number>`1`.as('rank'), 'createdAt as since'])
    .where('nicknameKey', '=', key)
    .unionAll(
      db
        .selectFrom('formerNickname')
        .select(['userId as id', sql<number>`2`.as('rank'), 'until as since'])
        .where('nicknameKey', '=', key)
        .where('until', '>', now),
    )
    .unionAll(
      db
        .selectFrom('deletedUser')
        .select(['id', sql<number>`3`.as('rank'), 'deletedAt as since'])
        .where(sql<SqlBool>`${key} = any("nicknameKeys")`)
        .where('until', '>', now),
    )
    .orderBy('rank')
    .orderBy('since', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}
