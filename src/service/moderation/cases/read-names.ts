import { sql } from 'kysely';

import { now } from '../../database/database-now.ts';
import type { Db } from '../../database/tables/tables.ts';
import type { Case } from './claim-case.ts';
import { numberPeople } from './number-people.ts';
import { reportsOf } from './read-case.ts';

/** Names of the people in a case, by their numbers: of an account that is long deleted, the name that a reporter saw. */
export async function readNames(db: Db, { id, person }: Pick<Case, 'id' | 'person'>): Promise<Record<number, string>> {
  const reports = await reportsOf(db, id);
  const numbers = numberPeople(person, reports);
  const seen = reports.flatMap(({ shown }) => shown.map(({ sender, name }) => [sender, name] as const));
  const users = numbers.size
    ? await db
        .selectFrom('user')
        .select(['id', 'name'])
        .where('id', 'in', [...numbers.keys()])
        .unionAll(
          db
            .selectFrom('deletedUser')
            .select(['id', sql<string>`"name"`.as('name')])
            .where('id', 'in', [...numbers.keys()])
            .where('name', 'is not', null)
            .where('until', '>', now),
        )
        .execute()
    : [];
  const names = new Map([...seen, ...users.map((user) => [user.id, user.name] as const)]);
  return Object.fromEntries([...numbers].map(([of, number]) => [number, names.get(of) ?? '–']));
}
