import { verifyPassword } from '../auth/password.ts';
import { type FormError, refuse, signedOut } from './form-result.ts';
import { checkRateLimits } from './rate-limits.ts';
import type { RequestContext } from './request-context.ts';

/**
 * Checks the password of the user before an action that a stolen session must not perform.
 * @returns the stored hash, or the error
 */
export async function checkOwnPassword(
  password: string,
  context: RequestContext,
  userId: string,
): Promise<{ stored: string } | FormError> {
  const limited = await checkRateLimits(context, ['ownPassword', userId]);
  if (limited) return limited;
  const account = await context.brand.db
    .selectFrom('account')
    .select('password')
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!account?.password) return signedOut;
  if (!(await verifyPassword(account.password, password))) return refuse({ password: 'passwordWrong' });
  // Only wrong passwords count, so that the owner can make several changes in a row.
  await context.brand.db.deleteFrom('attempts').where('key', '=', context.keyed('ownPassword', userId)).execute();
  return { stored: account.password };
}
