import { sql, type SqlBool } from 'kysely';

import { longerBan } from '../../chat/core/longer-ban.ts';
import { anyOf } from '../../database/any-of.ts';
import { now } from '../../database/database-now.ts';
import type { Db } from '../../database/tables/tables.ts';
import { DELETED_ADDRESS_KEY, encrypt } from '../../mail/encrypt.ts';
import { mailboxOf } from '../../mail/mailbox.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { accountsOfMailbox, lockMailbox } from './mailbox-accounts.ts';

interface User {
  id: string;
  email: string;
}

/** Copies the ban of a user to a keyed hash of their address, because a new account can take that address. */
export async function copyBanToAddress(transaction: Db, { keyed }: RequestContext, user: User): Promise<void> {
  // A concurrent ban is either written before this lock and read below, or finds no user.
  await transaction.selectFrom('user').select('id').where('id', '=', user.id).forUpdate().execute();
  const ban = await transaction
    .selectFrom('ban')
    .select(['until', 'reason', 'origin', 'decision', 'decisions'])
    .where('userId', '=', user.id)
    .where('until', '>', now)
    // A concurrent change of the ban waits, and finds the copy.
    .forUpdate()
    .executeTakeFirst();
  if (!ban) return;
  await transaction
    .insertInto('bannedAddress')
    .values({ key: keyed(...keyParts(user.email)), ...ban })
    // Of several accounts of a mailbox, the longest ban counts.
    .onConflict((conflict) => conflict.column('key').doUpdateSet(longerBan('bannedAddress')))
    .execute();
}

/**
 * Keeps of an account that is being deleted for some days by which it can be reported, identified and banned: nicknames, address, and the
 * other accounts of the mailbox; an undecided case about it keeps the latter as well. Call it before other rows of the user are locked: a
 * decision locks the case first.
 */
export async function keepTraces(
  transaction: Db,
  { brand, keyed, periods }: RequestContext,
  { id, name, email, createdAt }: User & { name: string; createdAt: Date },
): Promise<void> {
  await lockMailbox(transaction, email);
  const accounts = await accountsOfMailbox(transaction, email);
  const address = { addressKey: keyed(...keyParts(email)), nextAccounts: accounts.filter((other) => other !== id) };
  await transaction
    .updateTable('moderationCase')
    .set(address)
    .where('person', '=', id)
    .where((row) => row.or([row('decidedAt', 'is', null), row('heldAt', 'is not', null)]))
    .execute();
  for (const table of KEEPING_ACCOUNTS)
    await transaction
      .updateTable(table)
      .set({ nextAccounts: sql<string[]>`array_remove("nextAccounts", ${id}::text)` })
      .where('addressKey', 'is not', null)
      .where(sql<SqlBool>`${id} = any("nextAccounts")`)
      // A legal hold goes on for the account.
      .$if(table === 'moderationCase', (query) => query.where('heldAt', 'is', null))
      .execute();
  await transaction
    .insertInto('deletedUser')
    .values(({ selectFrom }) => ({
      ...address,
      id,
      name,
      createdAt,
      nicknameKeys: sql<string[]>`array(${selectFrom('user')
        .select('nicknameKey')
        .where('id', '=', id)
        .union(selectFrom('formerNickname').select('nicknameKey').where('userId', '=', id).where('until', '>', now))})`,
      conflicts: sql<string>`(select coalesce(jsonb_object_agg("userId", to_jsonb("why")), '{}') from ${selectFrom(
        'moderator',
      )
        .select('userId')
        .select(({ ref }) =>
          sql<string[]>`${sql.id(brand.schema, 'conflicts_of')}(null, ${id}, ${ref('userId')})`.as('why'),
        )
        .as('conflict')})`,
      email: encrypt(email, keyed(DELETED_ADDRESS_KEY)),
      until: sql<Date>`now() + make_interval(days => ${periods.deletedAccountDays})`,
    }))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Tables with the other accounts of the mailbox of a deleted account. */
const KEEPING_ACCOUNTS = ['deletedUser', 'moderationCase'] as const;

/** Bans a new user whose mailbox is banned, by an existing or a deleted account. */
export async function applyBanOfAddress(transaction: Db, { keyedAll }: RequestContext, user: User): Promise<void> {
  const keys = [...keyedAll(...keyParts(user.email)), ...keyedAll(...formerKeyParts(user.email))];
  // Before the bans are read: a decision about the case either finds the new account, or its ban is found.
  for (const table of KEEPING_ACCOUNTS)
    await transaction
      .updateTable(table)
      .set({ nextAccounts: sql<string[]>`array_append("nextAccounts", ${user.id}::text)` })
      .where('addressKey', 'in', keys)
      .execute();
  await copyLongestBan(transaction, keys, user);
}

/** Bans a user as long as the longest ban of their mailbox lasts. */
async function copyLongestBan(transaction: Db, keys: string[], user: User): Promise<void> {
  const ofDeleted = transaction
    .selectFrom('bannedAddress')
    .select(['until', 'reason', 'origin', 'decision', 'decisions'])
    .where('key', 'in', keys);
  const ofOthers = transaction
    .selectFrom('ban')
    .select(['until', 'reason', 'origin', 'decision', 'decisions'])
    .where('userId', '=', anyOf(await accountsOfMailbox(transaction, user.email)));
  // A single statement, so that a ban that moves between the tables is found.
  const bans = await transaction
    .selectFrom(ofDeleted.unionAll(ofOthers).as('bans'))
    .leftJoin('decision', 'decision.id', 'bans.decision')
    .selectAll('bans')
    .where('bans.until', '>', now)
    .where('undoneAt', 'is', null)
    .orderBy('bans.until', 'desc')
    .execute();
  const [longest] = bans;
  if (!longest) return;
  // Undone since they were read: another ban can have taken its place.
  if (await isUndone(transaction, longest.decision)) return copyLongestBan(transaction, keys, user);
  const decisions = [...new Set(bans.flatMap((ban) => ban.decisions))];
  await transaction
    .insertInto('ban')
    .values({ userId: user.id, ...longest, decisions })
    .execute();
}

/** Whether a decision is undone. If it is not, it stays so until the transaction ends: undoing it finds the new ban. */
const isUndone = async (transaction: Db, decision: string | null): Promise<boolean> =>
  (await transaction.selectFrom('decision').select('undoneAt').where('id', '=', decision).forShare().executeTakeFirst())
    ?.undoneAt != null;

const keyParts = (email: string): string[] => ['banned address', mailboxOf(email)];

/** Of bans that the release before has stored, which knew no providers. */
const formerKeyParts = (email: string): string[] => ['banned address', email.replace(/[+][^@]*@/, '@')];
