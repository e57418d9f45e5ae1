import type { Kysely } from 'kysely';

import { linkTo } from '../../site/editions/urls.ts';
import { keyedHash, type Secrets } from '../auth/tokens.ts';
import type { MailKind } from '../database/account-tables.ts';
import type { Tables } from '../database/tables.ts';
import type { RequestContext } from '../request/request-context.ts';
import { seal, unseal } from './seal.ts';

/** What the key of links is derived for. */
const LINK_KEY_PURPOSE = 'links in the outbox';

/**
 * Puts a mail on its way: it leaves if, and only if, the transaction it is written in succeeds.
 * @param path where its link leads on the visitor's host, in the visitor's language
 * @param device browser and system that it is about
 */
export async function enqueueMail(
  transaction: Kysely<Tables>,
  { edition, origin, keyed }: RequestContext,
  kind: MailKind,
  recipient: string,
  path: string,
  device?: string,
): Promise<void> {
  const { host, lang } = edition;
  await transaction
    .insertInto('outbox')
    .values({
      kind,
      recipient,
      host,
      lang,
      link: seal(`${origin}${linkTo(edition, path)}`, keyed(LINK_KEY_PURPOSE)),
      device: device ?? null,
    })
    .execute();
}

/** Code of the error where a link cannot be opened. */
export const SEALED = 'ESEALED';

/**
 * Where the link of a mail leads.
 * @throws Error with the code `SEALED` where the secret that sealed it is no longer accepted
 */
export function openLink(link: string, secrets: Secrets): string {
  // A release without seals wrote the link as it is.
  if (URL.canParse(link)) return link;
  const keys = secrets.map((secret) => keyedHash(secret, LINK_KEY_PURPOSE));
  const opened = unseal(link, keys);
  if (opened === undefined) throw Object.assign(new Error('The link of a mail is sealed.'), { code: SEALED });
  return opened;
}
