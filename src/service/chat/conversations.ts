import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';

import { areBlocked } from './access.ts';
import type { Guest } from './guest.ts';
import { Refused } from './refused.ts';

/** The private conversation of two; the other one learns of it once something is said. */
export async function converse(person: string, { id, brand }: Guest): Promise<{ room: string }> {
  if (person === id) throw new Refused('body');
  return brand.db.transaction().execute(async (transaction) => {
    const other = await transaction.selectFrom('user').select('id').where('id', '=', person).executeTakeFirst();
    if (!other) throw new Refused('gone');
    if (await areBlocked(transaction, id, person)) throw new Refused('blocked');
    const [one, two] = [id, person].toSorted() as [string, string];
    const { id: room, head } = await transaction
      .insertInto('room')
      .values({ id: randomUUID(), kind: 'private', one, two })
      // Says nothing new, but makes the row come back.
      .onConflict((conflict) =>
        conflict.columns(['one', 'two']).where('kind', '=', sql.lit('private')).doUpdateSet({ one }),
      )
      .returning(['id', 'head'])
      .executeTakeFirstOrThrow();
    await transaction
      .insertInto('member')
      .values({ room, userId: id, read: head })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return { room };
  });
}
