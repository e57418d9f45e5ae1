import { type Refused, refuse, signedOut } from '../http/outcome.ts';
import type { Visit } from '../http/visit.ts';
import { overLimit } from '../limits.ts';
import { verifyPassword } from './password.ts';

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
  return (await verifyPassword(account.password, password))
    ? { stored: account.password }
    : refuse({ password: 'passwordWrong' });
}
