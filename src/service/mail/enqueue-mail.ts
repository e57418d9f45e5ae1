import type { Insertable } from 'kysely';

import type { Edition } from '../../site/editions/editions.ts';
import { linkTo } from '../../site/editions/urls.ts';
import { keyedHash, type Secrets } from '../auth/tokens.ts';
import type { MailedChange, MailedDecision, MailKind, OutboxTable } from '../database/tables/account-tables.ts';
import type { Db } from '../database/tables/tables.ts';
import type { RequestContext } from '../request/request-context.ts';
import { encrypt, decrypt } from './encrypt.ts';

/** Purpose of the key that encrypts links. */
const LINK_KEY_PURPOSE = 'links in the outbox';

/** Facts that a mail names. */
interface MailDetails {
  /** Browser and system. */
  device?: string;
  changes?: MailedChange[];
  decision?: MailedDecision;
}

export type MailContext = Pick<RequestContext, 'edition' | 'origin' | 'keyed'>;

/**
 * The context of a mail to a person who reads another edition than that of the request. Links lead to the host of that edition, and where
 * mails are written to files to this machine, such as `http://de.velvet.example.localhost:4321`.
 */
export const mailContextIn = (edition: Edition, { edition: own, origin, keyed }: MailContext): MailContext => ({
  edition,
  origin: origin.replace(own.host, edition.host),
  keyed,
});

/**
 * Adds a mail to the outbox: it is sent if, and only if, the transaction succeeds.
 * @param path target of its link on the visitor's host, in the visitor's language
 */
export async function enqueueMail(
  transaction: Db,
  context: MailContext,
  kind: MailKind,
  recipient: string,
  path: string,
  details?: MailDetails,
): Promise<void> {
  await transaction
    .insertInto('outbox')
    .values(toOutbox(context, kind, recipient, path, details))
    .execute();
}

/** The row of a mail in the outbox; parameters as of {@link enqueueMail}. */
export const toOutbox = (
  { edition, origin, keyed }: MailContext,
  kind: MailKind,
  recipient: string,
  path: string,
  { device, changes, decision }: MailDetails = {},
): Insertable<OutboxTable> => ({
  kind,
  recipient,
  host: edition.host,
  lang: edition.lang,
  link: encrypt(`${origin}${linkTo(edition, path)}`, keyed(LINK_KEY_PURPOSE)),
  device: device ?? null,
  ...(changes && { changes: JSON.stringify(changes) }),
  ...(decision && { decision: JSON.stringify(decision) }),
});

/** Error code of a link that cannot be decrypted. */
export const SEALED = 'ESEALED';

/**
 * Decrypts the link of a mail.
 * @throws Error with the code `SEALED` if its secret is no longer accepted
 */
export function openLink(link: string, secrets: Secrets): string {
  // An older release stored links without encryption.
  if (URL.canParse(link)) return link;
  const keys = secrets.map((secret) => keyedHash(secret, LINK_KEY_PURPOSE));
  const opened = decrypt(link, keys);
  if (opened === undefined) throw Object.assign(new Error('The link of a mail cannot be decrypted.'), { code: SEALED });
  return opened;
}
