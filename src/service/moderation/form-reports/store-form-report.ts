import { resources } from '../../../contract/api-paths.ts';
import type { FormBody } from '../../../contract/form-schemas.ts';
import { summarizeReports } from '../../chat/moderation/summarize-reports.ts';
import { encrypt } from '../../mail/encrypt.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { mailboxOf } from '../../mail/mailbox.ts';
import type { FormResult } from '../../request/form-result.ts';
import { linkCookie } from '../../request/link-token-cookies.ts';
import { checkRateLimits, isWithinRateLimit } from '../../request/rate-limits.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { REPORT_ADDRESS_KEY } from '../decisions/outcome-mails.ts';
import { STATUS_KEY, statusPath } from './read-report-status.ts';

type Body = FormBody<'report'>;

/**
 * Stores a report without an account, in a case of its own without a person, and mails its receipt. Above the limit of mails to
 * the address, the status page alone has it.
 */
export async function storeFormReport(body: Body, context: RequestContext): Promise<FormResult> {
  const { brand, edition, keyed } = context;
  const { reason, place, note, email } = body;
  const limited = await checkRateLimits(
    context,
    ['formReport', context.network],
    ['formReportFromWideNetwork', context.wideNetwork],
    ...(email === undefined ? [] : [['formReportOfAddress', mailboxOf(email)] as ['formReportOfAddress', string]]),
  );
  if (limited) return limited;
  const token = statusTokenOf(body, context);
  const broken = context.ruleChanges().reasons[reason];
  await brand.db.transaction().execute(async (transaction) => {
    const stored = await transaction
      .insertInto('report')
      .values({
        source: 'form',
        reporter: null,
        reported: null,
        room: null,
        reason,
        note,
        place,
        rule: broken ? `rules#${broken.rule}` : null,
        ruleVersion: broken?.version ?? null,
        shown: '[]',
        statusKey: keyed(STATUS_KEY, token),
        host: edition.host,
        lang: edition.lang,
        ...(email !== undefined && { email: encrypt(`${token} ${email}`, keyed(REPORT_ADDRESS_KEY)) }),
      })
      .onConflict((conflict) => conflict.column('statusKey').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!stored) return;
    const { id } = await transaction
      .insertInto('moderationCase')
      .values({ person: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    await transaction.updateTable('report').set({ case: id }).where('id', '=', stored.id).execute();
    await summarizeReports(transaction, id);
    // Anyone can type an address of another person.
    const inTransaction = { ...context, brand: { ...brand, db: transaction } };
    if (email !== undefined && (await isWithinRateLimit(inTransaction, 'mailOfDay', 'report', mailboxOf(email))))
      await enqueueMail(transaction, context, 'receipt', email, statusPath(token));
  });
  return { next: resources.reportStatus, cookies: [linkCookie('reportStatus', token)] };
}

/**
 * Secret of the status link. Submissions of a network with the same values have the same secret within a day: the second is ignored,
 * and its browser still gets the secret of the first, whose response a double click discards.
 */
const statusTokenOf = ({ reason, place, note, email = '' }: Body, { network, keyed }: RequestContext): string =>
  keyed('secret of a report', network, new Date().toISOString().slice(0, 10), reason, place, note, email);
