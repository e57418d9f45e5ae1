import { sql } from 'kysely';

import type { Errors } from '../../contract/form-errors.ts';
import type { FormBody } from '../../contract/form-schemas.ts';
import { forms } from '../../contract/forms.ts';
import { routes } from '../../site/editions/routes.ts';
import { hashPassword, isGuessable } from '../auth/password.ts';
import { newToken, tokenHash } from '../auth/tokens.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { type FormResult, refuse, refuseForm } from '../request/form-result.ts';
import { checkRateLimits } from '../request/rate-limits.ts';
import type { RequestContext } from '../request/request-context.ts';
import { isAdult, isPossibleBirth } from './age.ts';
import { isDisposableAddress } from './disposable-address.ts';
import { isDuplicateSubmission } from './duplicate-submission.ts';
import { isReserved } from './nickname-lookalikes.ts';

/**
 * Stores a registration until its address is confirmed, and sends a mail to the address. The response does not reveal whether
 * address or nickname are taken: the owner of a registered address learns it by mail.
 */
export async function register(body: FormBody<'registration'>, context: RequestContext): Promise<FormResult> {
  const { brand } = context;
  const { dateOfBirth, email, nickname } = body;
  const now = new Date();
  const errors: Errors = {};
  if (!isPossibleBirth(dateOfBirth, now)) errors.dateOfBirth = 'date';
  else if (!isAdult(dateOfBirth, now)) return refuseForm('underage');
  if (isDisposableAddress(email)) errors.email = 'emailDisposable';
  if (isReserved(nickname, brand.name)) errors.nickname = 'nicknameReserved';
  const tooManyPasswords = await checkRateLimits(context, ['newPassword', context.network]);
  if (tooManyPasswords) return tooManyPasswords;
  if (await isGuessable(body.password, [email, nickname, brand.name])) errors.password = 'passwordGuessable';
  if (Object.keys(errors).length) return refuse(errors);
  const limited = await checkRateLimits(
    context,
    ['registration', context.network],
    ['registrationFromWideNetwork', context.wideNetwork],
  );
  if (limited) return limited;
  const isMailed = !(await checkRateLimits(
    context,
    ['mail', 'registration', email],
    ['mailOfDay', 'registration', email],
  ));
  const password = await hashPassword(body.password);
  const token = newToken();
  await brand.db.transaction().execute(async (transaction) => {
    // 18 bits distinguish passwords, but do not help to guess them.
    const typed = context.keyed('password', body.password).slice(0, 3);
    if (await isDuplicateSubmission(transaction, context, 'registration', email, nickname, typed)) return;
    if (!isMailed) return;
    const owner = await transaction.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst();
    if (owner) return enqueueMail(transaction, context, 'known', email, routes.restore.path);
    await transaction
      .insertInto('registration')
      .values({
        tokenHash: tokenHash(token),
        email,
        nickname,
        password,
        createdAt: now,
        expiresAt: sql`now() + interval '7 days'`,
      })
      .execute();
    await enqueueMail(transaction, context, 'confirm', email, `${forms.confirm.action}?token=${token}`);
  });
  return { next: routes.confirm.path };
}
