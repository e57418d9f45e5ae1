import { sql } from 'kysely';

import type { HeldIdentity } from '../../../contract/moderation/held-identity.ts';
import { anyOf } from '../../database/any-of.ts';
import type { Db } from '../../database/tables/tables.ts';
import { decrypt, DELETED_ADDRESS_KEY } from '../../mail/encrypt.ts';
import { ModerationRefusal } from '../moderation-request.ts';
import type { Case } from './claim-case.ts';

/**
 * Copies the address of a deleted account, if its person is under a legal hold. It was encrypted with a secret that is dropped some day.
 * @param keyedAll keyed hashes with every accepted secret
 */
export async function keepDeletedAddress(
  transaction: Db,
  person: string | null,
  keyedAll: (...parts: string[]) => string[],
): Promise<void> {
  const deleted = await transaction
    .selectFrom('deletedUser')
    .select('email')
    .where('id', '=', person)
    .executeTakeFirst();
  const email = decrypt(deleted?.email ?? '', keyedAll(DELETED_ADDRESS_KEY));
  if (person === null || email === undefined) return;
  await transaction
    .insertInto('heldFact')
    .columns(['person', 'kind', 'fact'])
    .expression(({ selectFrom }) =>
      selectFrom('moderationCase')
        .select([
          sql<string>`${person}`.as('person'),
          sql<'address'>`'address'`.as('kind'),
          sql<Record<string, string>>`jsonb_build_object('email', ${email}::text)`.as('fact'),
        ])
        .where('person', '=', person)
        .where('heldAt', 'is not', null)
        .limit(1),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Reads what a legal hold keeps of a person, and of the other accounts of the mailbox of a deleted account.
 * @throws ModerationRefusal `gone` without a person and a hold
 */
export async function readIdentity(
  db: Db,
  { person, heldAt, nextAccounts }: Pick<Case, 'person' | 'heldAt' | 'nextAccounts'>,
): Promise<HeldIdentity> {
  if (person === null || !heldAt) throw new ModerationRefusal('gone');
  const people = anyOf([person, ...nextAccounts]);
  const rows = await db.selectFrom('heldFact').select(['kind', 'fact']).where('person', '=', people).execute();
  const of = (kind: (typeof rows)[number]['kind']) => rows.flatMap((row) => (row.kind === kind ? [row.fact] : []));
  const timeIn = (kind: (typeof rows)[number]['kind'], field: string): number | null =>
    of(kind)
      .map((fact) => toTime(fact[field]))
      .find((time) => time !== null) ?? null;
  const { count } = await db
    .selectFrom(
      db
        .selectFrom('message')
        .select('seq')
        .where('sender', '=', people)
        .unionAll(db.selectFrom('keptMessage').select('seq').where('sender', '=', people))
        .as('kept'),
    )
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return {
    accountSince: timeIn('account', 'createdAt'),
    adultConfirmedAt: timeIn('account', 'adultConfirmedAt'),
    rulesAcceptedAt: timeIn('account', 'rulesAcceptedAt'),
    deletedAt: timeIn('deletion', 'at'),
    emails: distinct(of('address').map(({ email }) => email)),
    nicknames: distinct(of('nickname').map(({ nickname, former }) => nickname ?? former)),
    signIns: of('signIn')
      .map(({ at, host, device }) => ({ at: toTime(at) ?? 0, host: host ?? '', device: device ?? '' }))
      .toSorted((one, other) => other.at - one.at),
    conversations: of('conversation').map(({ room, kind, with: other, nickname }) => ({
      room: room ?? '',
      kind: kind ?? null,
      with: other ?? null,
      nickname: nickname ?? null,
    })),
    messages: count,
  };
}

const toTime = (value: string | null | undefined): number | null => (value ? Date.parse(value) : null);

const distinct = (values: (string | null | undefined)[]): string[] => [
  ...new Set(values.filter((value) => typeof value === 'string')),
];
