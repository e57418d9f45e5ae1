import type { CaseReport, CaseView } from '../../../contract/moderation/protocol.ts';
import { lookUp, required } from '../../../shared/required.ts';
import { now } from '../../database/database-now.ts';
import type { Db } from '../../database/tables/tables.ts';
import { readConflicts } from '../access/conflicts.ts';
import type { ModerationRequest } from '../moderation-request.ts';
import type { Case } from './claim-case.ts';
import { toEntry } from './decision-entry.ts';
import { numberPeople, type PersonNumbers } from './number-people.ts';
import { ruleOf } from './rule-of.ts';
import { countStrikes, signalsOf } from './signals.ts';

const YEAR_MS = 365 * 86_400_000;

/** Most former decisions in a view. */
const DECISIONS_MAX = 20;

/** End of a legal hold, in milliseconds since 1970; null without a hold. A node of the release before writes no term: it is a year. */
export const endOfHold = ({ heldAt, heldUntil }: Pick<Case, 'heldAt' | 'heldUntil'>): number | null =>
  heldAt && (heldUntil?.getTime() ?? heldAt.getTime() + YEAR_MS);

/** Reads a case as its moderator sees it: people are numbers, and messages are those that the reporters saw. */
export async function readCase(db: Db, found: Case, { context, moderator }: ModerationRequest): Promise<CaseView> {
  const reports = await reportsOf(db, found.id);
  const numbers = numberPeople(found.person, reports);
  const decisions =
    found.person === null
      ? []
      : await db
          .selectFrom('decision')
          .selectAll()
          .where('person', '=', found.person)
          .orderBy('createdAt', 'desc')
          .limit(DECISIONS_MAX)
          .execute();
  const account = found.person === null ? null : await accountOf(db, found.person);
  return {
    case: found.id,
    isDecided: found.decidedAt !== null,
    identified: found.person !== null,
    account,
    signals: signalsOf(found, account?.strikes ?? 0),
    escalation: found.escalation,
    hold: found.heldAt && {
      note: found.holdNote ?? '',
      at: found.heldAt.getTime(),
      until: endOfHold(found) ?? 0,
    },
    reports: reports.map((row) => toReport(row, numbers)),
    decisions: decisions.map((row) => toEntry(row, moderator)),
    ...(moderator.role === 'lead' && {
      conflicts: await readConflicts(db, context.brand, { case: found.id, person: found.person }),
    }),
  };
}

/** Reports of a case with the messages that their reporters saw. */
export const reportsOf = (db: Db, id: string) =>
  db
    .selectFrom('report')
    .leftJoin('room as place', 'place.id', 'report.room')
    .selectAll('report')
    .select('place.kind')
    .where('case', '=', id)
    .orderBy('report.createdAt')
    .orderBy('report.id')
    .execute();

function toReport(row: ReportRow, numbers: PersonNumbers): CaseReport {
  const rule = ruleOf(row);
  return {
    id: row.id,
    source: row.source,
    reporter: row.reporter === null ? null : lookUp(numbers, row.reporter),
    reason: row.reason,
    note: row.note,
    at: row.createdAt.getTime(),
    room: row.kind && { kind: row.kind, ...(row.kind === 'public' && { id: required(row.room, 'room of a report') }) },
    ...(row.place !== null && { place: row.place }),
    rule: rule && { ...rule, id: rule.id.replace(/^rules#/, '') },
    messages: row.shown.map(({ seq, sender, text, sentAt, call }) => ({
      seq,
      person: numbers.get(sender) ?? null,
      text,
      at: Date.parse(sentAt),
      ...(call && { call }),
    })),
    ...(row.call && { call: row.call }),
  };
}

async function accountOf(db: Db, person: string): Promise<CaseView['account']> {
  const row = await db
    .selectFrom('user')
    .select('user.createdAt')
    .select(({ ref, selectFrom }) => [
      countStrikes(db, ref('user.id')).as('strikes'),
      selectFrom('ban').select('until').where('userId', '=', person).where('until', '>', now).as('bannedUntil'),
      restrictionOf(db, person, 'mute').as('mutedUntil'),
      restrictionOf(db, person, 'limit').as('limitedUntil'),
    ])
    .where('user.id', '=', person)
    .executeTakeFirst();
  if (!row) return null;
  return {
    since: row.createdAt.getTime(),
    strikes: row.strikes ?? 0,
    bannedUntil: row.bannedUntil?.getTime() ?? null,
    mutedUntil: row.mutedUntil?.getTime() ?? null,
    limitedUntil: row.limitedUntil?.getTime() ?? null,
  };
}

const restrictionOf = (db: Db, person: string, kind: 'mute' | 'limit') =>
  db
    .selectFrom('restriction')
    .select(({ fn }) => fn.max('until').as('until'))
    .where('userId', '=', person)
    .where('kind', '=', kind)
    .where('until', '>', now);

type ReportRow = Awaited<ReturnType<typeof reportsOf>>[number];
