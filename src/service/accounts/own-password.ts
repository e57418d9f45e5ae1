import { verifyPassword } from '../auth/password.ts';
import { type Refused, refuse, signedOut } from '../request/form-result.ts';
import { overLimit } from '../request/rate-limits.ts';
import type { Visit } from '../request/request-context.ts';

/**
 * Checks the password of an account whose session is used for something that a stolen session must not do.
 * @returns its stored hash, or the refusal
 */
export async function checkOwnPassword(
  password: string,
  visit: Visit,
  userId: string,
): Promise<{ stored: string } | Refused> {
  const limited = await overLimit(visit, ['ownPassword', userId]);
  if (limited) return limited;
  const account = await visit.brand.db
    .selectFrom('account')
    .select('password')
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!account?.password) return signedOut;
  if (!(await verifyPassword(account.password, password))) return refuse({ password: 'passwordWrong' });
  // Only wrong passwords count: the owner may change several things in a row.
  await visit.brand.db.deleteFrom('attempts').where('key', '=', visit.keyed('ownPassword', userId)).execute();
  return { stored: account.password };
}
