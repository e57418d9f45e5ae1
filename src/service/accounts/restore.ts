import { sql } from 'kysely';

import type { FormBody } from '../../contract/form-schemas.ts';
import { forms } from '../../contract/forms.ts';
import { routes } from '../../site/editions/routes.ts';
import { hashPassword, isGuessable } from '../auth/password.ts';
import { newToken, tokenHash } from '../auth/tokens.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { deviceCookie } from '../request/device-cookie.ts';
import { type FormResult, refuse, refuseForm } from '../request/form-result.ts';
import { checkRateLimits } from '../request/rate-limits.ts';
import type { RequestContext } from '../request/request-context.ts';
import { isDuplicateSubmission } from './duplicate-submission.ts';
import { knownDeviceOf } from './known-device.ts';

/** Writes to an address that has an account; the answer does not tell whether it has. */
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
    : checkRateLimits(context, ['mail', 'restore', email], ['mailOfDay', 'restore', email])));
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
  return { next: routes.finish.path };
}

/** Sets a new password with the link from the mail, which works once; every session ends in the same moment. */
export async function finish({ password }: FormBody<'finish'>, context: RequestContext): Promise<FormResult> {
  const { brand } = context;
  const token = context.linkToken('finish') ?? '';
  const known = await brand.db
    .selectFrom('passwordReset')
    .select('tokenHash')
    .where('tokenHash', '=', tokenHash(token))
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (!known) return refuseForm('link');
  const limited = await checkRateLimits(context, ['newPassword', context.network]);
  if (limited) return limited;
  if (await isGuessable(password, [brand.name])) return refuse({ password: 'passwordGuessable' });
  const hashed = await hashPassword(password);
  const owner = await brand.db.transaction().execute(async (transaction) => {
    // Other changes of this account, by another link or its deletion, wait, or have been waited for; its messages are stored.
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
      .where('expiresAt', '>', sql<Date>`now()`)
      .returning('tokenHash')
      .executeTakeFirst();
    if (!user || !reset) return undefined;
    const { id: userId, email } = user;
    await transaction
      .updateTable('account')
      .set({ password: hashed, updatedAt: new Date() })
      .where('userId', '=', userId)
      .execute();
    // A thief of the account may have prepared the first three. Sessions come last: a sign-in under way looks for its password or
    // passkey again once its session is stored, and waits for this transaction if that has changed.
    for (const table of ['passwordReset', 'addressChange', 'passkey', 'session'] as const)
      await transaction.deleteFrom(table).where('userId', '=', userId).execute();
    await enqueueMail(transaction, context, 'changed', email, routes.restore.path);
    // Whoever locked the owner out with wrong passwords has done so until now.
    await transaction.deleteFrom('attempts').where('key', '=', context.keyed('password', email)).execute();
    return userId;
  });
  if (!owner) return refuseForm('link');
  brand.events.emit('sessionsEnded', owner);
  // The device is known from now on, so that strangers who guess passwords do not keep the owner out. It is not signed in:
  // another person may have sent the link, and would share the session.
  return { next: routes.login.path, cookies: [deviceCookie(context, owner)] };
}
