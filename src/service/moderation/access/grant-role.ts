import { sql } from 'kysely';

import { MODERATION_ROLES, type ModerationRole } from '../../../contract/moderation/me.ts';
import { UserError } from '../../../shared/user-error.ts';
import type { Brand } from '../../../site/editions/editions.ts';
import type { Database } from '../../database/database-handle.ts';
import { lacksMigrations } from '../../database/migrations/migrations.ts';
import type { Db, Transaction } from '../../database/tables/tables.ts';
import { appendToLog, OPERATOR } from './audit-log.ts';

const USAGE = 'npm run service:grant -- <brand> <address> moderator|lead|none [--reset-second-factor]';

/** Roles, and `none`, which takes the role away. */
const ROLES = [...MODERATION_ROLES, 'none'];

/**
 * Gives or takes the role of a moderator, and notes it in the audit log. The second factor goes with the role.
 * @param args brand, address and role
 * @param resetsSecondFactor removes the second factor of a moderator, who enrols another
 * @returns a sentence that tells the change
 * @throws UserError that lists every wrong argument
 */
export async function grantRole(
  { db }: Pick<Database, 'db'>,
  brands: Pick<Brand, 'id'>[],
  [brand = '', address = '', role = '', ...more]: string[],
  resetsSecondFactor: boolean,
): Promise<string> {
  const ids = brands.map(({ id }) => id);
  const schema = ids.includes(brand) ? `brand_${brand}` : undefined;
  const isMigrated = schema && !(await lacksMigrations(db, [schema]));
  const own = db.withSchema(schema ?? '');
  const email = address.toLowerCase();
  const user = isMigrated
    ? await own.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst()
    : undefined;
  const mistakes = [
    !schema && `"${brand}" is no brand. Name one of: ${ids.join(', ')}`,
    schema && !isMigrated && `The tables of ${brand} are missing, or older than this release. Start the service once`,
    isMigrated && !user && `"${address}" is the address of no account of ${brand}. The person registers first`,
    !ROLES.includes(role) && `"${role}" is no role. Name one of: ${ROLES.join(', ')}`,
    more.length > 0 && `"${more.join(' ')}" is too much`,
  ].filter((mistake) => typeof mistake === 'string');
  if (!user || mistakes.length)
    throw new UserError([...mistakes.map((text) => `${text}.`), `Usage: ${USAGE}`].join('\n'));
  const former = await own.transaction().execute(async (transaction) => {
    const before = await setRole(transaction, user.id, role as ModerationRole | 'none');
    if (resetsSecondFactor || role === 'none') await resetSecondFactor(transaction, user.id);
    const subject = { user: user.id, role, ...(resetsSecondFactor && { resetsSecondFactor }) };
    // An operator can do more than a lead.
    await appendToLog({ db: transaction }, { moderator: OPERATOR, role: 'lead', request: 'grant', subject });
    return before;
  });
  const reset =
    role === 'none'
      ? ' The second factor is removed.'
      : resetsSecondFactor
        ? ' The second factor is removed: the moderator enrols another.'
        : '';
  return `${brand}: the role of ${email} is ${role} (before: ${former}).${reset}`;
}

/** @returns the former role */
async function setRole(db: Transaction, userId: string, role: ModerationRole | 'none'): Promise<string> {
  const former = await db.deleteFrom('moderator').where('userId', '=', userId).returning('role').executeTakeFirst();
  if (role === 'none') await endClaims(db, userId);
  else await db.insertInto('moderator').values({ userId, role }).execute();
  return former?.role ?? 'none';
}

/** Gives the cases of a former moderator to others at once. */
const endClaims = (db: Transaction, userId: string): Promise<unknown> =>
  db
    .updateTable('moderationCase')
    .set({ claimedBy: null, claimedUntil: sql<Date>`null` })
    .where('claimedBy', '=', userId)
    .execute();

/** Removes the secret, and the mark of a passkey as a second factor. The passkey stays: its owner signs in with it. */
async function resetSecondFactor(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('secondFactor').where('userId', '=', userId).execute();
  await db.updateTable('passkey').set({ isSecondFactor: false }).where('userId', '=', userId).execute();
  await db.updateTable('session').set({ secondFactorAt: null }).where('userId', '=', userId).execute();
}
