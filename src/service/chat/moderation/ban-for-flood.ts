import { sql } from 'kysely';

import { lightTranslatorOf } from '../../../site/i18n/light-translator-of.ts';
import { editionOfAccount } from '../../brands/edition-of-account.ts';
import { transact } from '../../database/after-commit.ts';
import { secondsFromNow } from '../../database/database-now.ts';
import type { Db } from '../../database/tables/tables.ts';
import { bannedUntil } from '../core/banned-until.ts';
import type { ChatUser } from '../core/chat-user.ts';
import { cutOff } from '../core/cut-off.ts';
import { storeDecision } from './store-decision.ts';

/** Length of a ban for flooding. */
const FLOOD_BAN_SECONDS = 15 * 60;

/**
 * Bans a user for flooding by an automated decision, which is no strike and is mailed once a day at most, and ends their sockets. A user
 * who is banned already stays banned as long as before.
 */
export async function banForFlood(user: ChatUser): Promise<void> {
  const { id, brand, ruleChanges } = user;
  const isNew = await transact(brand.db, async (transaction) => {
    const account = await transaction
      .selectFrom('user')
      .select(['host', 'lang'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!account || (await bannedUntil({ db: transaction }, id))) return false;
    const isMailed = !(await hasFloodedToday(transaction, id));
    const { spam } = ruleChanges().reasons;
    const decision = {
      person: id,
      act: 'ban' as const,
      until: secondsFromNow(FLOOD_BAN_SECONDS),
      facts: lightTranslatorOf(brand.folder, editionOfAccount(account, brand).lang)('automated.flood'),
      initiative: 'own' as const,
      rule: spam && { id: spam.rule, version: spam.version },
    };
    await storeDecision(transaction, user, decision, isMailed);
    return true;
  });
  // A further socket of a person who is banned already.
  if (!isNew) await cutOff(brand, id);
}

const hasFloodedToday = async (db: Db, person: string): Promise<boolean> =>
  (await db
    .selectFrom('decision')
    .select('id')
    .where('person', '=', person)
    .where('automated', '=', true)
    .where('act', '=', 'ban')
    .where('createdAt', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirst()) !== undefined;
