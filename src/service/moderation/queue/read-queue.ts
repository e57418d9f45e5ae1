import { type Kysely, sql } from 'kysely';

import type { QueueEntry } from '../../../contract/moderation/protocol.ts';
import type { ReportReason } from '../../../contract/report-reasons.ts';
import type { Tables } from '../../database/tables.ts';
import { isNewAccountOf, reportSignals, signalsOf, strikes, strikesOf } from './signals.ts';

/** Most cases in one answer: the first of the order. */
const PAGE = 100;

/**
 * Reads the undecided cases with reports, the most urgent first: danger to life, a child, several reporters, a new account, links,
 * strikes, then the oldest report. Cases about the viewer are not among them.
 * @param list `escalated`: those that were escalated; `open`: all others
 */
export async function readQueue(db: Kysely<Tables>, list: 'open' | 'escalated', viewer: string): Promise<QueueEntry[]> {
  return (await rowsOf(db, list, viewer)).map((row) => toEntry(row, viewer));
}

const rowsOf = (db: Kysely<Tables>, list: 'open' | 'escalated', viewer: string) =>
  db
    .with('waiting', () => waitingCases(db, list, viewer))
    .selectFrom('waiting')
    .leftJoin('user', 'user.id', 'waiting.person')
    .selectAll('waiting')
    .select(isNewAccountOf(sql`"since"`).as('newAccount'))
    // Not a join, which would compare all cases with all strikes before the tables are analysed.
    .select(({ ref }) => strikesOf(db, ref('waiting.person')).$asScalar().$notNull().as('strikes'))
    .select(({ selectFrom }) =>
      selectFrom('report')
        .select(({ fn }) => fn.agg<ReportReason[]>('array_agg', ['reason']).distinct().as('reasons'))
        .whereRef('report.case', '=', 'waiting.id')
        .$asScalar()
        .$notNull()
        .as('reasons'),
    )
    .orderBy('life', 'desc')
    .orderBy('child', 'desc')
    .orderBy('severalReporters', 'desc')
    .orderBy('newAccount', 'desc')
    .orderBy('links', 'desc')
    // Looked up in a hash of all people with strikes.
    .orderBy(
      ({ fn, eb }) => fn.coalesce(eb('waiting.person', 'in', strikes(db).select('person')), sql.lit(false)),
      'desc',
    )
    .orderBy('since')
    .orderBy('waiting.id')
    .limit(PAGE)
    .execute();

const waitingCases = (db: Kysely<Tables>, list: 'open' | 'escalated', viewer: string) =>
  db
    .selectFrom('moderationCase')
    .innerJoin('report', 'report.case', 'moderationCase.id')
    .select(['moderationCase.id', 'person', 'escalation', 'heldAt', 'claimedBy'])
    .select(({ fn }) => [fn.countAll<number>().as('reports'), fn.min('report.createdAt').as('since')])
    .select([sql<boolean | null>`"claimedUntil" > now()`.as('isClaimed'), ...reportSignals])
    .where('decidedAt', 'is', null)
    .where('person', 'is distinct from', viewer)
    .where('escalation', list === 'escalated' ? 'is not' : 'is', null)
    .groupBy('moderationCase.id');

const toEntry = (row: Row, viewer: string): QueueEntry => ({
  case: row.id,
  signals: signalsOf(row),
  reasons: row.reasons,
  reports: row.reports,
  since: row.since.getTime(),
  claim: row.isClaimed ? (row.claimedBy === viewer ? 'mine' : 'other') : null,
  held: row.heldAt !== null,
  escalation: row.escalation,
});

type Row = Awaited<ReturnType<typeof rowsOf>>[number];
