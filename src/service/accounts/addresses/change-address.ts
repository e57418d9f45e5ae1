import { sql } from 'kysely';

import type { FormBody } from '../../../contract/form-schemas.ts';
import { forms } from '../../../contract/forms.ts';
import { pathOfOutcome } from '../../../contract/outcomes.ts';
import { routes } from '../../../site/editions/routes.ts';
import { newToken, tokenHash } from '../../auth/tokens.ts';
import { now } from '../../database/database-now.ts';
import type { Db } from '../../database/tables/tables.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import { mailboxOf } from '../../mail/mailbox.ts';
import { checkOwnPassword } from '../../request/check-own-password.ts';
import type { UserFormHandler } from '../../request/current-user.ts';
import { type FormResult, refuse, refuseForm } from '../../request/form-result.ts';
import { checkRateLimits } from '../../request/rate-limits.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { copyBanToAddress } from './address-bans.ts';
import { isDisposableAddress } from './disposable-address.ts';
import { lockMailbox } from './mailbox-accounts.ts';

/**
 * Sends mails to the old and the new address; the address changes once both have agreed. The response does not reveal whether the
 * new address has an account: its owner learns it by mail.
 */
export const requestAddress: UserFormHandler<FormBody<'newAddress'>> = async (
  { password, email },
  context,
  { user },
) => {
  if (email === user.email) return refuse({ email: 'emailSame' });
  if (isDisposableAddress(email)) return refuse({ email: 'emailDisposable' });
  const checked = await checkOwnPassword(password, context, user.id);
  if ('status' in checked) return checked;
  // Sorted, so that two accounts that swap addresses lock buckets in the same order.
  const mailboxes = [...new Set([user.email, email].map(mailboxOf))].toSorted();
  const limited = await checkRateLimits(
    context,
    ...mailboxes.map((mailbox): ['mail', string, string] => ['mail', 'newAddress', mailbox]),
    ['mailOfDay', 'newAddress', mailboxOf(email)],
  );
  if (limited) return limited;
  const [oldToken, newAddressToken] = [newToken(), newToken()];
  const linkOf = (token: string): string => `${forms.address.action}?token=${token}`;
  await context.brand.db.transaction().execute(async (transaction) => {
    const change = {
      email,
      oldTokenHash: tokenHash(oldToken),
      newTokenHash: tokenHash(newAddressToken),
      oldAgreed: false,
      newAgreed: false,
      expiresAt: sql<Date>`now() + interval '1 day'`,
    };
    await transaction
      .insertInto('addressChange')
      .values({ userId: user.id, ...change })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet(change))
      .execute();
    await enqueueMail(transaction, context, 'oldAddress', user.email, linkOf(oldToken));
    const owner = await transaction.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst();
    await (owner
      ? enqueueMail(transaction, context, 'known', email, routes.restore.path)
      : enqueueMail(transaction, context, 'newAddress', email, linkOf(newAddressToken)));
  });
  return { next: pathOfOutcome('address-requested') };
};

/** Agrees to a change with the link from either mail. The second agreement changes the address. */
export async function agreeToAddress(_: FormBody<'address'>, context: RequestContext): Promise<FormResult> {
  const hashed = tokenHash(context.linkToken('address') ?? '');
  const outcome = await context.brand.db.transaction().execute(async (transaction) => {
    const found = await findChange(transaction, hashed).executeTakeFirst();
    if (!found) return undefined;
    const { userId, email } = found;
    // The same lock as for new accounts: an address goes to a single account.
    await lockMailbox(transaction, email);
    const user = await transaction
      .selectFrom('user')
      .select(['id', 'email'])
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    const change = await findChange(transaction, hashed).executeTakeFirst();
    if (!user || !change) return undefined;
    const oldAgreed = change.oldAgreed || change.oldTokenHash === hashed;
    const newAgreed = change.newAgreed || change.newTokenHash === hashed;
    await transaction.updateTable('addressChange').set({ oldAgreed, newAgreed }).where('userId', '=', userId).execute();
    if (!oldAgreed || !newAgreed) return 'address-agreed';
    await transaction.deleteFrom('addressChange').where('userId', '=', userId).execute();
    const owner = await transaction.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst();
    if (owner) return undefined;
    // A ban follows the account and stays with the old address.
    await copyBanToAddress(transaction, context, user);
    await transaction.updateTable('user').set({ email, updatedAt: now }).where('id', '=', userId).execute();
    // Invalidate links sent to the old address.
    await transaction.deleteFrom('passwordReset').where('userId', '=', userId).execute();
    return 'address-changed';
  });
  return outcome ? { next: pathOfOutcome(outcome) } : refuseForm('link');
}

/** Cancels a change with the link from either mail. */
export async function stopAddress(context: RequestContext): Promise<FormResult> {
  const hashed = tokenHash(context.linkToken('address') ?? '');
  const { numDeletedRows } = await context.brand.db
    .deleteFrom('addressChange')
    .where(({ or, eb }) => or([eb('oldTokenHash', '=', hashed), eb('newTokenHash', '=', hashed)]))
    .executeTakeFirst();
  return { next: pathOfOutcome(numDeletedRows ? 'address-stopped' : 'nothing-to-stop') };
}

const findChange = (db: Db, hashed: string) =>
  db
    .selectFrom('addressChange')
    .selectAll()
    .where(({ or, eb }) => or([eb('oldTokenHash', '=', hashed), eb('newTokenHash', '=', hashed)]))
    .where('expiresAt', '>', now);
