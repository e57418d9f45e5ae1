import { type Kysely, sql } from 'kysely';

import type { Tables } from '../database/tables.ts';
import type { RequestContext } from '../request/request-context.ts';

interface User {
  id: string;
  email: string;
}

/** Copies the ban of a user to a keyed hash of their address, because a new account can take that address. */
export async function copyBanToAddress(
  transaction: Kysely<Tables>,
  { keyed }: RequestContext,
  user: User,
): Promise<void> {
  // A concurrent ban is either written before this lock and read below, or finds no user.
  await transaction.selectFrom('user').select('id').where('id', '=', user.id).forUpdate().execute();
  const ban = await transaction
    .selectFrom('ban')
    .select(['until', 'reason', 'origin', 'decision'])
    .where('userId', '=', user.id)
    .where('until', '>', sql<Date>`now()`)
    // A concurrent change of the ban waits, and finds the copy.
    .forUpdate()
    .executeTakeFirst();
  if (!ban) return;
  await transaction
    .insertInto('bannedAddress')
    .values({ key: keyed(...keyParts(user.email)), ...ban })
    // Of several accounts of a mailbox, the longest ban counts.
    .onConflict((conflict) => conflict.column('key').doUpdateSet(ban).where('bannedAddress.until', '<', ban.until))
    .execute();
}

/**
 * Keeps a keyed hash of the address of a user with the undecided case about them, so that a ban can still follow the deletion of the
 * account. Call it before other rows of the user are locked: a decision locks the case first.
 */
export async function keepAddressOfCase(
  transaction: Kysely<Tables>,
  { keyed }: RequestContext,
  user: User,
): Promise<void> {
  await transaction
    .updateTable('moderationCase')
    .set({ addressKey: keyed(...keyParts(user.email)) })
    .where('person', '=', user.id)
    .where('decidedAt', 'is', null)
    .execute();
  // The foreign key would do it, too, but after the row of the user is locked.
  await transaction
    .updateTable('moderationCase')
    .set({ nextAccount: null })
    .where('nextAccount', '=', user.id)
    .execute();
}

/** Bans a new user whose mailbox is banned, by an existing or a deleted account. */
export async function applyBanOfAddress(
  transaction: Kysely<Tables>,
  { keyedAll }: RequestContext,
  user: User,
): Promise<void> {
  const keys = keyedAll(...keyParts(user.email));
  // Before the bans are read: a decision about the case either finds the new account, or its ban is found.
  await transaction
    .updateTable('moderationCase')
    .set({ nextAccount: user.id })
    .where('addressKey', 'in', keys)
    .execute();
  const ofDeleted = transaction
    .selectFrom('bannedAddress')
    .select(['until', 'reason', 'origin', 'decision'])
    .where('key', 'in', keys);
  const ofOthers = transaction
    .selectFrom('ban')
    .innerJoin('user', 'user.id', 'ban.userId')
    .select(['ban.until', 'ban.reason', 'ban.origin', 'ban.decision'])
    .where(sql<string>`regexp_replace("user"."email", '[+][^@]*@', '@')`, '=', mailboxOf(user.email));
  // A single statement, so that a ban that moves between the tables is found.
  const ban = await transaction
    .selectFrom(ofDeleted.unionAll(ofOthers).as('bans'))
    .selectAll()
    .where('until', '>', sql<Date>`now()`)
    .orderBy('until', 'desc')
    .executeTakeFirst();
  if (!ban || (await isUndone(transaction, ban.decision))) return;
  await transaction
    .insertInto('ban')
    .values({ userId: user.id, ...ban })
    .execute();
}

/** Whether a decision is undone. If it is not, it stays so until the transaction ends: undoing it finds the new ban. */
const isUndone = async (transaction: Kysely<Tables>, decision: string | null): Promise<boolean> =>
  (await transaction.selectFrom('decision').select('undoneAt').where('id', '=', decision).forShare().executeTakeFirst())
    ?.undoneAt != null;

const keyParts = (email: string): string[] => ['banned address', mailboxOf(email)];

/** `lena+chat@mail.example` is the mailbox of `lena@mail.example`. @see https://www.rfc-editor.org/rfc/rfc5233 */
const mailboxOf = (email: string): string => email.replace(/[+][^@]*@/, '@');
