import { sql, type SqlBool } from 'kysely';

import { SIGNED_IN } from '../../../contract/forms.ts';
import { editionOfAccount } from '../../brands/edition-of-account.ts';
import type { MailedDecision } from '../../database/tables/account-tables.ts';
import type { Decision } from '../../database/tables/moderation-tables.ts';
import type { Db } from '../../database/tables/tables.ts';
import { enqueueMail, type MailContext, mailContextIn } from '../../mail/enqueue-mail.ts';
import type { RequestContext } from '../../request/request-context.ts';

/** The parts of a request, or of the user of a socket, that a decision and its mail need. */
export type DecisionContext = MailContext & Pick<RequestContext, 'brand' | 'ruleChanges'>;

/**
 * Adds a mail about a decision to the outbox, in the language of the person's last visit. After the account is deleted, the account that
 * the decision bans since gets it, if any: call it before the ban is lifted. It leads to the account page, which has the facts and the appeal.
 */
export async function enqueueDecisionMail(
  transaction: Db,
  context: DecisionContext,
  kind: 'decision' | 'decisionUndone' | 'appealAnswered',
  decision: Decision,
): Promise<void> {
  const { brand, ruleChanges } = context;
  const account = await transaction
    .selectFrom('user')
    .select(['email', 'host', 'lang'])
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('id', '=', decision.person),
        eb(
          'id',
          'in',
          selectFrom('ban')
            .select('ban.userId')
            .where(sql<SqlBool>`"decisions" @> array[${decision.id}::uuid]`),
        ),
      ]),
    )
    .orderBy(sql`"id" is not distinct from ${decision.person}`, 'desc')
    .executeTakeFirst();
  if (!account) return;
  const edition = editionOfAccount(account, brand);
  const rule = decision.rule === null ? undefined : ruleChanges(edition).blocks[`rules#${decision.rule}`]?.title;
  const mailed = { at: decision.createdAt.getTime(), ...(rule !== undefined && { rule }), ...factsFor(kind, decision) };
  const inEdition = mailContextIn(edition, context);
  await enqueueMail(transaction, inEdition, kind, account.email, SIGNED_IN, { decision: mailed });
}

/** Act and duration of a decision that holds, or the outcome of the appeal. */
function factsFor(kind: string, { act, until, upheld }: Decision): Partial<MailedDecision> {
  if (kind === 'decision' && act !== 'dismiss') return { act, ...(until && { until: until.getTime() }) };
  return kind === 'appealAnswered' ? { upheld: upheld === true } : {};
}
