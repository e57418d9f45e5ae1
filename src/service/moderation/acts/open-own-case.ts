import type { ModerationBody } from '../../../contract/moderation/protocol.ts';
import { claimCaseOf } from '../cases/claim-case-of.ts';
import type { ModerationRequest } from '../moderation-request.ts';

/**
 * Opens a case about a person without a report, or takes their open case, and claims it.
 * @throws ModerationRefusal as `claimCaseOf`
 */
export const openOwnCase = async (
  { nickname }: ModerationBody<'person'>,
  { context, moderator }: ModerationRequest,
): Promise<{ case: string }> =>
  context.brand.db.transaction().execute(async (transaction) => {
    const { id } = await claimCaseOf(transaction, nickname, moderator.id);
    return { case: id };
  });
