import type { NotNull } from 'kysely';

import { resources } from '../../../contract/api-paths.ts';
import { routes } from '../../../site/editions/routes.ts';
import { editionOfAccount } from '../../brands/edition-of-account.ts';
import type { Db } from '../../database/tables/tables.ts';
import { decrypt } from '../../mail/encrypt.ts';
import { enqueueMail, mailContextIn } from '../../mail/enqueue-mail.ts';
import { mailboxOf } from '../../mail/mailbox.ts';
import { isWithinRateLimit } from '../../request/rate-limits.ts';
import type { RequestContext } from '../../request/request-context.ts';

/** Purpose of the key that encrypts the secret and the address of a form report. */
export const REPORT_ADDRESS_KEY = 'address of a report';

/**
 * Mails the outcome to the senders of the form reports of a case, with the secret link to its status. Above the limit of mails to an
 * address, the status page alone has it: a stranger can have typed the address.
 * @param acted whether the rules were broken
 */
export async function enqueueOutcomeMails(
  transaction: Db,
  context: RequestContext,
  id: string,
  acted: boolean,
): Promise<void> {
  const { brand, keyedAll } = context;
  const reports = await transaction
    .selectFrom('report')
    .select(['email', 'host', 'lang', 'createdAt'])
    .where('case', '=', id)
    .where('email', 'is not', null)
    .$narrowType<{ email: NotNull }>()
    .execute();
  const inTransaction = { ...context, brand: { ...brand, db: transaction } };
  const addressed = reports.flatMap(({ email, ...report }) => {
    const opened = decrypt(email, keyedAll(REPORT_ADDRESS_KEY));
    // Encrypted with a secret that is no longer accepted.
    if (opened === undefined) return [];
    // An older release stored the address alone.
    const [address = '', token] = opened.split(' ').toReversed();
    return [{ ...report, address, token }];
  });
  // Sorted, so that two moderators lock buckets in the same order.
  for (const { address, token, host, lang, createdAt } of addressed.toSorted((a, b) =>
    a.address < b.address ? -1 : 1,
  )) {
    if (!(await isWithinRateLimit(inTransaction, 'mailOfDay', 'outcome', mailboxOf(address)))) continue;
    const link = token === undefined ? routes.report_status.path : `${resources.reportStatus}?token=${token}`;
    const edition = editionOfAccount({ host: host ?? '', lang: lang ?? '' }, brand);
    await enqueueMail(transaction, mailContextIn(edition, context), 'outcome', address, link, {
      decision: { at: createdAt.getTime(), acted },
    });
  }
}
