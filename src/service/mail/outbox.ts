import type { Kysely } from 'kysely';

import type { MailKind, Tables } from '../database/tables.ts';
import type { Visit } from '../http/visit.ts';

/**
 * Puts a mail on its way: it leaves if, and only if, the transaction it is written in succeeds.
 * @param path where its link leads on the visitor's host
 */
export async function post(
  transaction: Kysely<Tables>,
  { edition, origin }: Visit,
  kind: MailKind,
  recipient: string,
  path: string,
): Promise<void> {
  const { host, lang } = edition;
  await transaction
    .insertInto('outbox')
    .values({ kind, recipient, host, lang, link: `${origin}${path}` })
    .execute();
}
