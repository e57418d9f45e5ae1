import { type ModerationHandlers, ModerationRefusal } from '../moderation-request.ts';
import { claimCaseByNickname } from './claim-case-by-nickname.ts';
import { claimCase } from './claim-case.ts';
import { mergeCase } from './merge-case.ts';
import { keepDeletedAddress } from './read-identity.ts';

/**
 * Names the person that form reports are about: the reports move into the open case of that person, with escalation and hold.
 * @returns that case, claimed
 * @throws ModerationRefusal `nickname` without such a nickname, `decided` if the person is known, `claimed` while another moderator works on
 * either case
 */
export const identifyPerson: ModerationHandlers['identify'] = ({ case: id, nickname }, request) =>
  request.context.brand.db.transaction().execute(async (transaction) => {
    const from = await claimCase(transaction, id, request);
    if (from.person !== null) throw new ModerationRefusal('decided');
    const to = await claimCaseByNickname(transaction, nickname, request);
    await transaction
      .updateTable('report')
      .set(({ selectFrom }) => ({ reported: selectFrom('user').select('id').where('id', '=', to.person) }))
      .where('case', '=', id)
      .execute();
    await mergeCase(transaction, from, to);
    await keepDeletedAddress(transaction, to.person, request.context.keyedAll);
    return { case: to.id };
  });
