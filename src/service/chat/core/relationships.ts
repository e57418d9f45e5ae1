import type { Expression, ExpressionBuilder } from 'kysely';

import type { RelationshipKind } from '../../database/tables/chat-tables.ts';
import type { Db, Tables } from '../../database/tables/tables.ts';

/** Days for which acts of a person toward another are kept. As in `insert_messages`, docs/chat.md and docs/privacy.md. */
export const RELATIONSHIP_DAYS: Record<RelationshipKind, number> = {
  asked: 60,
  declined: 30,
  left: 365,
  wrote: 365,
  stopped: 365,
};

/** Subquery for `exists`: a row if a person has written to another in a private conversation that both agreed to, in the last year. */
export const writingsTo = (db: Db, person: Expression<string | null>, other: Expression<string>) =>
  actsTo(db, person, other).where('kind', '=', 'wrote');

const actsTo = (db: Db, person: Expression<string | null>, other: Expression<string>) =>
  db.selectFrom('relationship').select('at').where('person', '=', person).where('other', '=', other);

/** Whether two people have both written in private and neither has left that conversation, also if it is deleted by now. */
export const areTalking = (
  { and, exists, not }: Pick<ExpressionBuilder<Tables, never>, 'and' | 'exists' | 'not'>,
  db: Db,
  one: Expression<string>,
  two: Expression<string>,
) =>
  and(
    [actsTo(db, one, two), actsTo(db, two, one)].flatMap((acts) => [
      exists(acts.where('kind', '=', 'wrote')),
      not(exists(acts.where('kind', '=', 'stopped'))),
    ]),
  );

/** The acts of a person toward others, with their nicknames. */
export const relationshipsOf = (db: Db, id: string) =>
  db
    .selectFrom('relationship')
    .innerJoin('user', 'user.id', 'relationship.other')
    .select(['relationship.kind', 'user.name as with', 'relationship.at'])
    .where('person', '=', id)
    .orderBy('relationship.at');
