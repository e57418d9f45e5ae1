import type { Kysely } from 'kysely';

import { editionOfAccount } from '../../brands/edition-of-account.ts';
import type { Tables } from '../../database/tables.ts';
import { decrypt } from '../../mail/encrypt.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import type { RequestContext } from '../../request/request-context.ts';

/** Purpose of the key that encrypts the addresses of form reports. */
export const REPORT_ADDRESS_KEY = 'address of a report';

/** Page that shows the status of a form report to who has its secret. */
const STATUS_PATH = '/report/status';

/** Mails the outcome to the senders of the form reports of a case. @param acted whether the rules were broken */
export async function enqueueOutcomeMails(
  transaction: Kysely<Tables>,
  { brand, keyed, keyedAll }: RequestContext,
  id: string,
  acted: boolean,
): Promise<void> {
  const reports = await transaction
    .selectFrom('report')
    .select(['email', 'host', 'lang', 'createdAt'])
    .where('case', '=', id)
    .where('email', 'is not', null)
    .execute();
  for (const { email, host, lang, createdAt } of reports) {
    const address = decrypt(email!, keyedAll(REPORT_ADDRESS_KEY));
    // Encrypted with a secret that is no longer accepted.
    if (address === undefined) continue;
    const edition = editionOfAccount({ host: host ?? '', lang: lang ?? '' }, brand);
    const context = { edition, origin: `https://${edition.host}`, keyed };
    await enqueueMail(transaction, context, 'outcome', address, STATUS_PATH, {
      decision: { at: createdAt.getTime(), acted },
    });
  }
}
