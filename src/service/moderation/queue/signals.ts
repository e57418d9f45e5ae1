import { type Expression, type Kysely, sql } from 'kysely';

import { type Signal, STRIKE_DAYS } from '../../../contract/moderation/protocol.ts';
import type { Tables } from '../../database/tables.ts';
import type { Case } from '../cases/claim-case.ts';

/** Number of strikes of a person that are in force. */
export const strikesOf = (db: Kysely<Tables>, person: Expression<string | null>) =>
  strikes(db)
    .select(({ fn }) => fn.countAll<number>().as('strikes'))
    .where('decision.person', '=', person);

/** Strikes in force. Notices and automated decisions are none. */
export const strikes = (db: Kysely<Tables>) =>
  db
    .selectFrom('decision')
    .where('act', 'not in', ['dismiss', 'notice'])
    .where('automated', '=', false)
    .where('undoneAt', 'is', null)
    .where('decision.createdAt', '>', sql<Date>`now() - make_interval(days => ${STRIKE_DAYS})`);

/** Why a case is where it is in the queue, strongest first. */
export function signalsOf(row: Case, strikesInForce: number): Signal[] {
  const signals: [Signal, boolean][] = [
    ['life', row.escalation === 'life' || row.threat],
    ['child', row.escalation === 'child' || row.minor],
    ['severalReporters', row.severalReporters],
    ['newAccount', row.newAccount],
    ['links', row.links],
    ['strikes', strikesInForce > 0],
  ];
  return signals.filter(([, isGiven]) => isGiven).map(([signal]) => signal);
}
