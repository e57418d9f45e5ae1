import { type ExpressionBuilder, sql, type SqlBool } from 'kysely';

import { QUEUE_PAGE, type QueueEntry, type QueuePage, type QueueQuery } from '../../../contract/moderation/queue.ts';
import type { ReportReason } from '../../../contract/moderation/report-reasons.ts';
import type { Db, Tables } from '../../database/tables/tables.ts';
import { personOf } from '../cases/claim-case-by-nickname.ts';
import { countStrikes, signalsOf, strikesInForce } from '../cases/signals.ts';

/** Cases with form reports alone that can stand before a case that an account reported. */
const FORMS_FIRST = QUEUE_PAGE / 2;

/**
 * Reads a page of the undecided cases, without those that have neither reports, escalation nor hold, the most urgent first: danger to life, a
 * child, the same by forms alone, several reporters, a new account, links, strikes, then the oldest report. Of cases that forms alone have
 * reported, 50 stand among the others, and the rest behind them: forms need no account. Cases about the viewer are not among them.
 */
export async function readQueue(db: Db, query: QueueQuery, viewer: string): Promise<QueuePage> {
  const [person, reporter] = await Promise.all([idOf(db, query.person), idOf(db, query.reporter)]);
  if (person === null || reporter === null) return { entries: [], total: 0 };
  const page = await pageOf(db, query, viewer, { person, reporter });
  const rows = new Map((await rowsOf(db, page)).map((row) => [row.id, row]));
  const entries = page.flatMap(({ id }) => rows.get(id) ?? []).map((row) => toEntry(row, viewer));
  return { entries, total: page[0]?.total ?? 0 };
}

/** @returns undefined without a nickname, and null where none has it */
const idOf = async (db: Db, nickname: string | undefined): Promise<string | null | undefined> =>
  nickname === undefined ? undefined : ((await personOf(db, nickname)) ?? null);

interface People {
  person: string | undefined;
  reporter: string | undefined;
}

/** Ids of a page in order, with the number of all. */
function pageOf(db: Db, query: QueueQuery, viewer: string, people: People) {
  const listed = db
    .selectFrom('moderationCase')
    .select(['id', 'urgency', 'byAccount'])
    .select(({ fn }) => fn.coalesce('since', 'createdAt').as('since'))
    // Looked up in a hash of all people with strikes.
    .select((row) =>
      row.fn.coalesce(row('person', 'in', strikesInForce(db).select('person')), sql.lit(false)).as('hasStrikes'),
    )
    .where('decidedAt', 'is', null)
    .where((row) => row.or([row('reports', '>', 0), row('escalation', 'is not', null), row('heldAt', 'is not', null)]))
    .where('person', 'is distinct from', viewer)
    .where(sql<SqlBool>`${viewer} <> all("nextAccounts")`)
    .where('escalation', query.list === 'escalated' ? 'is not' : 'is', null)
    .where((row) => isAskedFor(row, query, people));
  const urgent = sql`"urgency" desc, "hasStrikes" desc, "since", "id"`;
  return db
    .with('listed', () => listed)
    .with('firstForms', (before) =>
      before.selectFrom('listed').select('id').where('byAccount', '=', false).orderBy(urgent).limit(FORMS_FIRST),
    )
    .selectFrom('listed')
    .select(['id', sql<number>`(count(*) over ())::int`.as('total')])
    .$if(!query.oldestFirst, (all) =>
      all
        .orderBy(({ selectFrom }) => sql`not "byAccount" and "id" not in ${selectFrom('firstForms').select('id')}`)
        .orderBy(urgent),
    )
    .$if(query.oldestFirst === true, (all) => all.orderBy('since').orderBy('id'))
    .limit(QUEUE_PAGE)
    .offset((query.page ?? 0) * QUEUE_PAGE)
    .execute();
}

/** Whether a case is among those that the viewer has asked for. */
function isAskedFor(
  row: ExpressionBuilder<Tables, 'moderationCase'>,
  { reason, lang, room, olderThanHours }: QueueQuery,
  { person, reporter }: People,
) {
  const reported = row
    .selectFrom('report')
    .leftJoin('room as place', 'place.id', 'report.room')
    .select('report.id')
    .whereRef('report.case', '=', 'moderationCase.id')
    .$if(reason !== undefined, (query) => query.where('reason', '=', reason!))
    .$if(lang !== undefined, (query) =>
      query.where(({ fn, ref }) => sql<SqlBool>`${fn.coalesce('report.lang', ref('place.lang'))} = ${lang}`),
    )
    .$if(room !== undefined, (query) => query.where('place.kind', '=', 'public').where('place.id', '=', room!))
    .$if(reporter !== undefined, (query) => query.where('reporter', '=', reporter!));
  const asksForReport = [reason, lang, room, reporter].some((value) => value !== undefined);
  return row.and([
    ...(asksForReport ? [row.exists(reported)] : []),
    ...(person === undefined ? [] : [row('person', '=', person)]),
    ...(olderThanHours === undefined
      ? []
      : [sql<SqlBool>`coalesce("since", "createdAt") <= now() - make_interval(hours => ${olderThanHours})`]),
  ]);
}

const rowsOf = (db: Db, page: { id: string }[]) =>
  db
    .selectFrom('moderationCase')
    .selectAll()
    .where(sql<SqlBool>`"id" = any(${page.map(({ id }) => id)}::uuid[])`)
    .select(sql<boolean | null>`"claimedUntil" > now()`.as('isClaimed'))
    .select(({ ref }) => countStrikes(db, ref('moderationCase.person')).$asScalar().$notNull().as('strikes'))
    .select(({ selectFrom }) =>
      selectFrom('report')
        .select(({ fn }) => fn.agg<ReportReason[]>('array_agg', ['reason']).distinct().as('reasons'))
        .whereRef('report.case', '=', 'moderationCase.id')
        .$asScalar()
        .as('reasons'),
    )
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
