import { sql } from 'kysely';

import type { HeldIdentity } from '../../../contract/moderation/held-identity.ts';
import type { Db } from '../../database/tables/tables.ts';
import { decrypt, DELETED_ADDRESS_KEY } from '../../mail/encrypt.ts';
import { ModerationRefusal } from '../moderation-request.ts';
import type { Case } from './claim-case.ts';

/**
 * Reads what a legal hold keeps of a person.
 * @param keys of addresses of deleted accounts
 * @throws ModerationRefusal `gone` without a person and a hold
 */
export async function readIdentity(
  db: Db,
  { person, heldAt }: Pick<Case, 'person' | 'heldAt'>,
  keyedAll: (...parts: string[]) => string[],
): Promise<HeldIdentity> {
  if (person === null || !heldAt) throw new ModerationRefusal('gone');
  const rows = await db.selectFrom('heldFact').select(['kind', 'fact']).where('person', '=', person).execute();
  const keys = keyedAll(DELETED_ADDRESS_KEY);
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
        .where('sender', '=', person)
        .unionAll(db.selectFrom('keptMessage').select('seq').where('sender', '=', person))
        .as('kept'),
    )
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return {
    accountSince: timeIn('account', 'createdAt'),
    adultConfirmedAt: timeIn('account', 'adultConfirmedAt'),
    rulesAcceptedAt: timeIn('account', 'rulesAcceptedAt'),
    deletedAt: timeIn('deletion', 'at'),
    emails: distinct(of('address').map(({ email, encrypted }) => email ?? decrypt(encrypted ?? '', keys))),
    nicknames: distinct(of('nickname').map(({ nickname, former }) => nickname ?? former)),
    signIns: of('signIn')
      .map(({ at, host, device }) => ({ at: toTime(at) ?? 0, host: host ?? '', device: device ?? '' }))
      .toSorted((one, other) => other.at - one.at),
    messages: count,
  };
}

const toTime = (value: string | null | undefined): number | null => (value ? Date.parse(value) : null);

const distinct = (values: (string | null | undefined)[]): string[] => [
  ...new Set(values.filter((value) => typeof value === 'string')),
];
