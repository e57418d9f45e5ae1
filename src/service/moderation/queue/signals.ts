import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely';

import { type Signal, STRIKE_DAYS } from '../../../contract/moderation/protocol.ts';
import type { Tables } from '../../database/tables.ts';

/** Signals of a case that its reports give. */
export const reportSignals = [
  sql<boolean>`coalesce("escalation" = 'life', false) or bool_or("reason" = 'threat')`.as('life'),
  sql<boolean>`coalesce("escalation" = 'child', false) or bool_or("reason" = 'minor')`.as('child'),
  // Faster than a count of distinct reporters.
  sql<boolean>`coalesce(min("reporter") <> max("reporter"), false)`.as('severalReporters'),
  sql<boolean>`bool_or("hasLinks" or "reason" = 'spam')`.as('links'),
] as const;

/** Whether the account was younger than a day at the first report. */
export const isNewAccountOf = (firstReport: RawBuilder<unknown>) =>
  sql<boolean>`coalesce("user"."createdAt" > ${firstReport} - interval '1 day', false)`;

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
const SIGNALS = ['life', 'child', 'severalReporters', 'newAccount', 'links'] as const satisfies Signal[];

export const signalsOf = (facts: Record<(typeof SIGNALS)[number], boolean> & { strikes: number }): Signal[] => [
  ...SIGNALS.filter((signal) => facts[signal]),
  ...(facts.strikes > 0 ? (['strikes'] as const) : []),
];
