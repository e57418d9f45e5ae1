import { type Expression, sql } from 'kysely';

import { STRIKE_DAYS } from '../../../contract/moderation/protocol.ts';
import type { CaseSignal } from '../../../contract/moderation/queue.ts';
import type { Db } from '../../database/tables/tables.ts';
import type { Case } from './claim-case.ts';

/** Number of strikes of a person that are in force. */
export const countStrikes = (db: Db, person: Expression<string | null>) =>
  strikesInForce(db)
    .select(({ fn }) => fn.countAll<number>().as('strikes'))
    .where('decision.person', '=', person);

/** Strikes in force. Notices and automated decisions are none. */
export const strikesInForce = (db: Db) =>
  db
    .selectFrom('decision')
    .where('act', 'not in', ['dismiss', 'notice'])
    .where('automated', '=', false)
    .where('undoneAt', 'is', null)
    .where('decision.createdAt', '>', sql<Date>`now() - make_interval(days => ${STRIKE_DAYS})`);

/** Why a case is where it is in the queue, strongest first. */
export function signalsOf(row: Case, strikeCount: number): CaseSignal[] {
  const signals: [CaseSignal, boolean][] = [
    ['life', row.escalation === 'life' || row.threat],
    ['child', row.escalation === 'child' || row.minor],
    ['severalReporters', row.severalReporters],
    ['newAccount', row.newAccount],
    ['links', row.links],
    ['strikes', strikeCount > 0],
  ];
  return signals.filter(([, isGiven]) => isGiven).map(([signal]) => signal);
}
