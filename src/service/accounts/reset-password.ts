import { sql } from 'kysely';

import type { FormBody } from '../../contract/form-schemas.ts';
import { forms } from '../../contract/forms.ts';
import { pathOfOutcome } from '../../contract/outcomes.ts';
import { routes } from '../../site/editions/routes.ts';
import { hashPassword, isGuessable } from '../auth/password.ts';
import { newToken, tokenHash } from '../auth/tokens.ts';
import { now } from '../database/database-now.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { mailboxOf } from '../mail/mailbox.ts';
import { type FormResult, refuse, refuseForm } from '../request/form-result.ts';
import { deviceCookie } from '../request/known-device-cookie.ts';
import { checkRateLimits } from '../request/rate-limits.ts';
import type { RequestContext } from '../request/request-context.ts';
import { isDuplicateSubmission } from './duplicate-submission.ts';
import { knownDeviceOf } from './known-device.ts';

/** Sends a link for a password reset to an address with an account; the response does not reveal whether it has an account. */
export async function restore({ email }: FormBody<'restore'>, context: RequestContext): Promise<FormResult> {
  const { brand } = context;
  const limited = await checkRateLimits(
    context,
    ['restore', context.network],
    ['restoreFromWideNetwork', context.wideNetwork],
  );
  if (limited) return limited;
  const device = await knownDeviceOf(email, context);
  const isMailed = !(await (device
    ? checkRateLimits(context, ['mailFromDevice', email, device.id])
    : checkRateLimits(context, ['mail', 'restore', mailboxOf(email)], ['mailOfDay', 'restore', mailboxOf(email)])));
  await brand.db.transaction().execute(async (transaction) => {
    if (await isDuplicateSubmission(transaction, context, 'restore', email)) return;
    const user = await transaction.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst();
    if (!user || !isMailed) return;
    const token = newToken();
    await transaction
      .insertInto('passwordReset')
      .values({ tokenHash: tokenHash(token), userId: user.id, expiresAt: sql`now() + interval '1 hour'` })
      .execute();
    await enqueueMail(transaction, context, 'restore', email, `${forms.finish.action}?token=${token}`);
  });
  return { next: pathOfOutcome('link-sent') };
}

/** Sets a new password with the link from the mail, which works once, and ends every session. */
export async function finish({ password }: FormBody<'finish'>, context: RequestContext): Promise<FormResult> {
  const { brand } = context;
  const token = context.linkToken('finish') ?? '';
  const known = await brand.db
    .selectFrom('passwordReset')
    .select('tokenHash')
    .where('tokenHash', '=', tokenHash(token))
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  if (!known) return refuseForm('link');
  const limited = await checkRateLimits(context, ['newPassword', context.network]);
  if (limited) return limited;
  if (await isGuessable(password, [brand.name])) return refuse({ password: 'passwordGuessable' });
  const hashed = await hashPassword(password);
  const owner = await brand.db.transaction().execute(async (transaction) => {
    // Serialises with other changes of this account: another link, or its deletion. `no key` lets its messages through.
    const user = await transaction
      .selectFrom('user')
      .select(['id', 'email'])
      .where('id', '=', (query) =>
        query.selectFrom('passwordReset').select('userId').where('tokenHash', '=', tokenHash(token)),
      )
      .forNoKeyUpdate()
      .executeTakeFirst();
    const reset = await transaction
      .deleteFrom('passwordReset')
      .where('tokenHash', '=', tokenHash(token))
      .where('expiresAt', '>', now)
      .returning('tokenHash')
      .executeTakeFirst();
    if (!user || !reset) return undefined;
    const { id: userId, email } = user;
    await transaction
      .updateTable('account')
      .set({ password: hashed, updatedAt: now })
      .where('userId', '=', userId)
      .execute();
    // A thief of the account may have created the first three. Sessions come last: a concurrent sign-in checks its password or
    // passkey again after its session is stored, and waits for this transaction.
    for (const table of ['passwordReset', 'addressChange', 'passkey', 'session'] as const)
      await transaction.deleteFrom(table).where('userId', '=', userId).execute();
    await enqueueMail(transaction, context, 'changed', email, routes.restore.path);
    // Unlock an owner locked out by wrong passwords of strangers.
    await transaction.deleteFrom('attempts').where('key', '=', context.keyed('password', email)).execute();
    return userId;
  });
  if (!owner) return refuseForm('link');
  brand.events.emit('sessionsEnded', owner);
  // The device becomes known, so that strangers who guess passwords cannot lock the owner out. It is not signed in: another person
  // may have requested the link, and would share the session.
  return { next: pathOfOutcome('restored'), cookies: [deviceCookie(context, owner)] };
}
