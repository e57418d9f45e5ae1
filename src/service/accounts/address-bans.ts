import { type Kysely, sql } from 'kysely';

import type { Tables } from '../database/tables.ts';
import type { Visit } from '../http/visit.ts';

interface User {
  id: string;
  email: string;
}

/** Keeps the ban of a user under a keyed hash of their address, which another account may soon have. */
export async function keepBanOfAddress(transaction: Kysely<Tables>, { keyed }: Visit, user: User): Promise<void> {
  // A ban that is written at the same moment comes before this lock and is read below, or finds no user.
  await transaction.selectFrom('user').select('id').where('id', '=', user.id).forUpdate().execute();
  const ban = await transaction
    .selectFrom('ban')
    .select(['until', 'reason'])
    .where('userId', '=', user.id)
    .where('until', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (!ban) return;
  await transaction
    .insertInto('bannedAddress')
    .values({ key: keyed(...keyParts(user.email)), ...ban })
    // Of several accounts of one mailbox, the longest ban counts.
    .onConflict((conflict) => conflict.column('key').doUpdateSet(ban).where('bannedAddress.until', '<', ban.until))
    .execute();
}

/** Bans a new user whose address is banned. */
export async function takeOverBan(transaction: Kysely<Tables>, { keyedAll }: Visit, user: User): Promise<void> {
  const keys = keyedAll(...keyParts(user.email));
  const ban = await transaction
    .selectFrom('bannedAddress')
    .select(['until', 'reason'])
    .where('key', 'in', keys)
    .where('until', '>', sql<Date>`now()`)
    .orderBy('until', 'desc')
    .executeTakeFirst();
  if (!ban) return;
  await transaction
    .insertInto('ban')
    .values({ userId: user.id, ...ban })
    .execute();
}

/** `lena+chat@mail.example` is the mailbox of `lena@mail.example`. @see https://www.rfc-editor.org/rfc/rfc5233 */
const keyParts = (email: string): string[] => ['banned address', email.replace(/\+[^@]*(?=@)/, '')];
