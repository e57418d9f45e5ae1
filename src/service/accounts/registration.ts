import type { Errors } from '../../contract/form-errors.ts';
import type { FormBody } from '../../contract/form-schemas.ts';
import { type FormId, forms, SENT_AGAIN } from '../../contract/forms.ts';
import { routes } from '../../site/editions/routes.ts';
import { hashPassword, isGuessable } from '../auth/password.ts';
import { newToken, tokenHash } from '../auth/tokens.ts';
import { now, readNow } from '../database/database-now.ts';
import type { Db } from '../database/tables/tables.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { mailboxOf } from '../mail/mailbox.ts';
import type { FormHandler } from '../request/current-user.ts';
import { type FormError, type FormResult, refuse, refuseForm } from '../request/form-result.ts';
import { checkRateLimits } from '../request/rate-limits.ts';
import type { RequestContext } from '../request/request-context.ts';
import { isDisposableAddress } from './addresses/disposable-address.ts';
import { isAdult, isPossibleBirth } from './age.ts';
import { isDuplicateSubmission } from './duplicate-submission.ts';
import { isReserved } from './nicknames/nickname-lookalikes.ts';
import { hasRefusedAge, refusedAgeCookie } from './refused-age-cookie.ts';
import {
  newCookieExpiry,
  readRegistrationCookie,
  registrationCookie,
  type SentRegistration,
} from './registration-cookie.ts';

const LIFETIME_MS = 7 * 24 * 3_600_000;

/**
 * Stores a registration until its address is confirmed, and sends a mail to the address. The response does not reveal whether
 * address or nickname are taken: the owner of a registered address learns it by mail.
 */
export async function register(body: FormBody<'registration'>, context: RequestContext): Promise<FormResult> {
  const { brand } = context;
  const { dateOfBirth, email, nickname } = body;
  const present = await readNow(brand.db);
  const errors: Errors = {};
  if (hasRefusedAge(context)) return refuseForm('underage');
  if (!isPossibleBirth(dateOfBirth, present)) errors.dateOfBirth = 'date';
  else if (!isAdult(dateOfBirth, present)) return { ...refuseForm('underage'), cookies: [refusedAgeCookie(context)] };
  if (isDisposableAddress(email)) errors.email = 'emailDisposable';
  if (isReserved(nickname, brand.name)) errors.nickname = 'nicknameReserved';
  const tooManyPasswords = await checkRateLimits(context, ['newPassword', context.network]);
  if (tooManyPasswords) return tooManyPasswords;
  if (await isGuessable(body.password, [email, nickname, brand.name])) errors.password = 'passwordGuessable';
  if (Object.keys(errors).length) return refuse(errors);
  const limited = await checkRegistrationLimits(context);
  if (limited) return limited;
  const password = await hashPassword(body.password);
  // 18 bits distinguish passwords, but do not help to guess them.
  const typed = context.keyed('password', body.password).slice(0, 3);
  const form = { nickname, password, at: present.toISOString() };
  const sent: SentRegistration = { email, form, until: newCookieExpiry() };
  await mailRegistration(sent, context, ['registration', email, nickname, typed]);
  return { next: forms.confirm.action, cookies: [registrationCookie(context, sent)] };
}

/**
 * Sends the mail of a registration once more, to its address or a corrected address. The registration is that of the browser's
 * cookie; in a browser without it, the newest registration of the address. The response is the same for every address.
 */
export const resend: FormHandler<FormBody<'resend' | 'correctAddress'>> = async (body, context) => {
  const before = readRegistrationCookie(context);
  const email = 'email' in body ? body.email : before?.email;
  // The cookie has expired: the page without it asks for the address.
  if (!email) return { next: forms.confirm.action };
  if (isDisposableAddress(email)) return refuse({ email: 'emailDisposable' });
  const limited = await checkRegistrationLimits(context);
  if (limited) return limited;
  const sent: SentRegistration = { until: newCookieExpiry(), ...before, email };
  await mailRegistration(sent, context, ['resend', email]);
  return { next: `${forms.confirm.action}?${SENT_AGAIN}`, cookies: [registrationCookie(context, sent)] };
};

const checkRegistrationLimits = (context: RequestContext): Promise<FormError | undefined> =>
  checkRateLimits(context, ['registration', context.network], ['registrationFromWideNetwork', context.wideNetwork]);

/**
 * Stores a registration with a new link and sends the link; sends another mail to an address that has an account. Above the limits
 * of mails to the address it does neither.
 * @param submission form and typed values, to ignore a double click
 */
async function mailRegistration(
  { email, form }: SentRegistration,
  context: RequestContext,
  submission: [form: FormId, ...typed: string[]],
): Promise<void> {
  const token = newToken();
  await context.brand.db.transaction().execute(async (transaction) => {
    if (await isDuplicateSubmission(transaction, context, ...submission)) return;
    const isMailed = !(await checkRateLimits(
      { ...context, brand: { ...context.brand, db: transaction } },
      ['mail', 'registration', mailboxOf(email)],
      ['mailOfDay', 'registration', mailboxOf(email)],
    ));
    const stored = form ? undefined : await newestRegistration(transaction, email);
    if (!isMailed) return;
    const owner = await transaction.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst();
    if (owner) return enqueueMail(transaction, context, 'known', email, routes.restore.path);
    const registration = form ? { ...form, createdAt: new Date(form.at) } : stored;
    if (!registration) return;
    const { nickname, password, createdAt } = registration;
    await transaction
      .insertInto('registration')
      .values({
        tokenHash: tokenHash(token),
        email,
        nickname,
        password,
        createdAt,
        // Sent again, it expires with the original: requests by strangers do not prolong it.
        expiresAt: new Date(createdAt.getTime() + LIFETIME_MS),
      })
      .execute();
    await enqueueMail(transaction, context, 'confirm', email, `${forms.confirm.action}?token=${token}`);
  });
}

const newestRegistration = (db: Db, email: string) =>
  db
    .selectFrom('registration')
    .select(['nickname', 'password', 'createdAt'])
    .where('email', '=', email)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
