import { sql, type SqlBool } from 'kysely';

import type { QueueEntry } from '../../../contract/moderation/protocol.ts';
import type { ReportReason } from '../../../contract/moderation/report-reasons.ts';
import type { Db } from '../../database/tables/tables.ts';
import { countStrikes, signalsOf, strikesInForce } from '../cases/signals.ts';

/** Most cases in an answer: the first of the order. */
const PAGE = 100;

/**
 * Reads the undecided cases, without those that have neither reports, escalation nor hold, the most urgent first: danger to life, a child,
 * the same by forms alone, several reporters, a new account, links, strikes, then the oldest report. Cases about the viewer are not among them.
 * @param list `escalated`: those that were escalated; `open`: all others
 */
export async function readQueue(db: Db, list: 'open' | 'escalated', viewer: string): Promise<QueueEntry[]> {
  return (await rowsOf(db, list, viewer)).map((row) => toEntry(row, viewer));
}

const rowsOf = (db: Db, list: 'open' | 'escalated', viewer: string) =>
  db
    .selectFrom('moderationCase')
    .selectAll()
    .select(sql<boolean | null>`"claimedUntil" > now()`.as('isClaimed'))
    .select(({ ref }) => countStrikes(db, ref('moderationCase.person')).$asScalar().$notNull().as('strikes'))
    .select(({ selectFrom }) =>
      selectFrom('report')
        .select(({ fn }) => fn.agg<ReportReason[]>('array_agg', ['reason']).distinct().as('reasons'))
        .whereRef('report.case', '=', 'moderationCase.id')
        .$asScalar()
        .as('reasons'),
    )
    .where('decidedAt', 'is', null)
    .where((row) => row.or([row('reports', '>', 0), row('escalation', 'is not', null), row('heldAt', 'is not', null)]))
    .where('person', 'is distinct from', viewer)
    .where(sql<SqlBool>`${viewer} <> all("nextAccounts")`)
    .where('escalation', list === 'escalated' ? 'is not' : 'is', null)
    .orderBy('urgency', 'desc')
    // Looked up in a hash of all people with strikes.
    .orderBy((row) => row.fn.coalesce(row('person', 'in', strikesInForce(db).select('person')), sql.lit(false)), 'desc')
    .orderBy('since')
    .orderBy('id')
    .limit(PAGE)
    .execute();

const toEntry = (row: Row, viewer: string): QueueEntry => ({
  case: row.id,
  signals: signalsOf(row, row.strikes),
  reasons: row.reasons ?? [],
  reports: row.reports,
  since: (row.since ?? row.createdAt).getTime(),
  claim: row.isClaimed ? (row.claimedBy === viewer ? 'mine' : 'other') : null,
  onHold: row.heldAt !== null,
});

type Row = Awaited<ReturnType<typeof rowsOf>>[number];
