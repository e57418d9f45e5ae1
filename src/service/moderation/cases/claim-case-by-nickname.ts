import { nicknameKey } from '../../../shared/text/nickname-key.ts';
import { lockOpenCase } from '../../chat/moderation/lock-open-case.ts';
import type { Transaction } from '../../database/tables/tables.ts';
import { ModerationRefusal, type ModerationRequest } from '../moderation-request.ts';
import { type Case, claimCase } from './claim-case.ts';

/**
 * Claims the open case of a person for a moderator. It is created if there is none. Nicknames that look alike in upper or lower case are
 * the same nickname.
 * @throws ModerationRefusal `nickname` without such a nickname, `gone` for the moderator's own, `claimed` while another moderator works on
 * the case
 */
export async function claimCaseByNickname(
  transaction: Transaction,
  nickname: string,
  request: ModerationRequest,
): Promise<Case & { person: string }> {
  const person = await transaction
    .selectFrom('user')
    .select('id')
    .where('nicknameKey', '=', nicknameKey(nickname.trim()))
    .executeTakeFirst();
  if (!person) throw new ModerationRefusal('nickname');
  const id = await lockOpenCase(transaction, person.id);
  return { ...(await claimCase(transaction, id, request)), person: person.id };
}
