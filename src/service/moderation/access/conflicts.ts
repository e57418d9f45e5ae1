import { sql } from 'kysely';

import type { AppealEntry, CaseView, Conflict } from '../../../contract/moderation/protocol.ts';
import type { ServiceBrand } from '../../brands/open-brands.ts';
import type { Decision } from '../../database/tables/moderation-tables.ts';
import type { Db } from '../../database/tables/tables.ts';
import { ModerationRefusal, type ModerationRequest } from '../moderation-request.ts';

/** A case that is judged, or a decision without a case, and the person. */
interface Cause {
  case: string | null;
  person: string | null;
}

/** @throws ModerationRefusal `ownDecision` where the moderator has a part in it */
export async function refuseConflict(
  db: Db,
  { context, moderator }: Pick<ModerationRequest, 'context' | 'moderator'>,
  cause: Cause,
): Promise<void> {
  const judges = judgesAmong(await moderatorsFor(db, context.brand, cause));
  if (!judges.includes(moderator.id)) throw new ModerationRefusal('ownDecision');
}

/** The moderators who may not judge, with the reasons. */
export async function readConflicts(db: Db, brand: ServiceBrand, cause: Cause): Promise<CaseView['conflicts']> {
  const moderators = await moderatorsFor(db, brand, cause);
  return moderators.flatMap(({ name, why }) => (why.length ? [{ name, why }] : []));
}

/** Who may answer the appeal of a decision. */
export async function answeredBy(
  { context: { brand }, moderator }: ModerationRequest,
  decision: Decision,
): Promise<AppealEntry['answeredBy']> {
  const moderators = await moderatorsFor(brand.db, brand, decision);
  const judges = judgesAmong(moderators.filter(({ id }) => id !== decision.moderator));
  return judges.includes(moderator.id) ? 'viewer' : judges.length ? 'other' : 'nobody';
}

type Moderator = Awaited<ReturnType<typeof moderatorsFor>>[number];

/** Moderators of the brand with their conflicts, without the person who is judged. */
const moderatorsFor = (db: Db, { schema }: ServiceBrand, cause: Cause) =>
  db
    .selectFrom('moderator')
    .innerJoin('user', 'user.id', 'moderator.userId')
    .select(['user.id', 'user.name', 'role'])
    .select(({ ref }) =>
      sql<Conflict[]>`${sql.id(schema, 'conflicts_of')}(${cause.case}, ${cause.person}, ${ref('user.id')})`.as('why'),
    )
    .where('user.id', 'is distinct from', cause.person)
    .orderBy('user.name')
    .execute();

/** Ids of those who may judge. A person who blocks all moderators does not escape: then the leads among them may. */
function judgesAmong(moderators: Moderator[]): string[] {
  const free = moderators.filter(({ why }) => !why.length);
  const blocked = moderators.filter(({ role, why }) => role === 'lead' && why.every((each) => each === 'blocked'));
  return (free.length ? free : blocked).map(({ id }) => id);
}
