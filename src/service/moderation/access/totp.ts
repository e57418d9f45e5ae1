import { randomBytes } from 'node:crypto';

import { createOTP } from '@better-auth/utils/otp';
import { sql } from 'kysely';
import { renderSVG } from 'uqr';

import { isEqual } from '../../auth/tokens.ts';
import { decrypt, encrypt } from '../../mail/encrypt.ts';
import { checkOwnPassword } from '../../request/check-own-password.ts';
import { isWithinRateLimit } from '../../request/rate-limits.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { type ModerationHandlers, type ModerationRequest, ModerationRefusal } from '../moderation-request.ts';
import { acceptFactor } from './second-factor.ts';

/** 192 bits; RFC 4226 recommends 160. */
const SECRET_BYTES = 24;

/** Seconds of a code. @see https://www.rfc-editor.org/rfc/rfc6238 */
const STEP_SECONDS = 30;

/** Codes of an authenticator app. better-auth's own plugin would demand them at every sign-in, and accept a code twice. */
export const totpHandlers = {
  enrol: async ({ password }, { context, moderator, hasSecondFactor }) => {
    const checked = await checkOwnPassword(password, context, moderator.id);
    if ('status' in checked) throw new ModerationRefusal(checked.status === 429 ? 'tooMany' : 'code');
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const pending = encrypt(secret, context.keyed('totp'));
    const { numInsertedOrUpdatedRows } = await context.brand.db
      .insertInto('secondFactor')
      .values({ userId: moderator.id, pending })
      .onConflict((conflict) =>
        conflict
          .column('userId')
          .doUpdateSet({ pending })
          .where(({ or, eb, val }) => or([eb('secondFactor.enrolledAt', 'is', null), val(hasSecondFactor)])),
      )
      .executeTakeFirst();
    // A thief of the password must not replace the factor.
    if (!numInsertedOrUpdatedRows) throw new ModerationRefusal('secondFactor');
    const uri = createOTP(secret).url(context.brand.name, moderator.name);
    return { uri, picture: renderSVG(uri) };
  },
  verify: async ({ code }, request) => {
    const { context, moderator } = request;
    if (!(await isWithinRateLimit(context, 'secondFactor', moderator.id))) throw new ModerationRefusal('tooMany');
    const factor = await context.brand.db
      .selectFrom('secondFactor')
      .select(['pending', 'secret'])
      .where('userId', '=', moderator.id)
      .executeTakeFirst();
    const isRight =
      (await confirmEnrolment(factor?.pending, code, request)) || (await useCode(factor?.secret, code, request));
    if (!isRight) throw new ModerationRefusal('code');
    await acceptFactor(request);
  },
} satisfies Partial<ModerationHandlers>;

/** Makes the secret of an enrolment the secret of the moderator. @returns whether the code is of it */
async function confirmEnrolment(pending: Secret, code: string, request: ModerationRequest): Promise<boolean> {
  const { context, moderator, hasSecondFactor } = request;
  if (!pending) return false;
  const fit = await fitCode(code, pending, context);
  if (!fit) return false;
  const { numUpdatedRows } = await context.brand.db
    .updateTable('secondFactor')
    .set({ ...fit, pending: null, enrolledAt: sql`coalesce("enrolledAt", now())` })
    .where('userId', '=', moderator.id)
    .where('pending', '=', pending)
    // Another session can have enrolled a passkey since.
    .where(({ or, eb, val }) => or([eb('enrolledAt', 'is', null), val(hasSecondFactor)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Uses a code up. @returns whether it is of the secret, and newer than the last */
async function useCode(secret: Secret, code: string, { context, moderator }: ModerationRequest): Promise<boolean> {
  if (!secret) return false;
  const fit = await fitCode(code, secret, context);
  if (!fit) return false;
  const { numUpdatedRows } = await context.brand.db
    .updateTable('secondFactor')
    .set(fit)
    .where('userId', '=', moderator.id)
    .where('secret', '=', secret)
    .where('lastStep', '<', fit.lastStep)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Finds the time step of a code: the current, the last or, for a clock that is ahead, the next.
 * @returns the step, and the secret encrypted with the current `AUTH_SECRET`; undefined if the code is of none of them
 */
async function fitCode(code: string, encrypted: string, { keyed, keyedAll }: RequestContext) {
  const secret = decrypt(encrypted, keyedAll('totp'));
  if (!secret) return undefined;
  const now = Math.floor(Date.now() / 1000 / STEP_SECONDS);
  const codes = await Promise.all(
    [now, now - 1, now + 1].map(async (step) => ({ step, ofStep: await createOTP(secret).hotp(step) })),
  );
  const found = codes.find(({ ofStep }) => isEqual(ofStep, code));
  return found && { lastStep: found.step, secret: encrypt(secret, keyed('totp')) };
}

/** Encrypted secret of an authenticator app, if any. */
type Secret = string | null | undefined;
