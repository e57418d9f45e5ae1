import { type RawBuilder, sql } from 'kysely';

import { FOR_GOOD } from '../../../contract/moderation/protocol.ts';
import type { Figure } from '../../database/tables/moderation-tables.ts';
import type { Db } from '../../database/tables/tables.ts';

/** The figures of a year, in UTC: of reports, decisions and appeals that are stored, and of those that were purged. */
export async function readFigures(db: Db, year: number): Promise<Figure[]> {
  const [stored, purged] = await Promise.all([
    db.selectFrom(figuresOf(db).as('stored')).select('facts').where('year', '=', year).execute(),
    db.selectFrom('moderationFigure').select('facts').where('year', '=', year).execute(),
  ]);
  return [...stored, ...purged].map(({ facts }) => facts);
}

/** Figures of stored reports, decisions and appeals. */
const figuresOf = (db: Db) => reportFigures(db).unionAll(decisionFigures(db)).unionAll(appealFigures(db));

/** Year and facts of reports. */
export const reportFigures = (db: Db) =>
  db
    .selectFrom('report')
    .leftJoin('moderationCase', 'moderationCase.id', 'report.case')
    .select([
      yearOf(sql`"report"."createdAt"`),
      sql<Figure>`jsonb_build_object(
        'kind', 'report', 'source', "source", 'reason', "reason", 'isCall', "call" is not null,
        'items', (select count(*) from jsonb_array_elements("shown") as "seen" where "seen" ->> 'sender' = "person"),
        'outcome', case when "decidedAt" is null then null when "report"."decision" is null then 'none' else 'acted' end,
        'minutes', ${minutesBetween(sql`"report"."createdAt"`, sql`"decidedAt"`)}
      )`.as('facts'),
    ]);

/** Year and facts of decisions. */
export const decisionFigures = (db: Db) =>
  db.selectFrom('decision').select([
    yearOf(sql`"createdAt"`),
    sql<Figure>`jsonb_build_object(
      'kind', 'decision', 'act', "act", 'isForGood', coalesce("until" >= ${new Date(FOR_GOOD)}::timestamptz, false),
      'removes', "removed" <> '[]', 'initiative', "initiative", 'automated', "automated", 'rule', "rule",
      'undone', "undoneAt" is not null
    )`.as('facts'),
  ]);

/** Year and facts of appeals. */
export const appealFigures = (db: Db) =>
  db
    .selectFrom('decision')
    .select([
      yearOf(sql`"appealedAt"`),
      sql<Figure>`jsonb_build_object(
        'kind', 'appeal', 'act', "act", 'removes', "removed" <> '[]', 'upheld', "upheld",
        'minutes', ${minutesBetween(sql`"appealedAt"`, sql`"answeredAt"`)},
        'isStuck', "answeredAt" is null and "other"."userId" is null
      )`.as('facts'),
    ])
    .leftJoinLateral(
      (join) =>
        join
          .selectFrom('moderator')
          .select('moderator.userId')
          .where('moderator.userId', 'is distinct from', join.ref('decision.moderator'))
          .where('moderator.userId', 'is distinct from', join.ref('decision.person'))
          .limit(1)
          .as('other'),
      (join) => join.onTrue(),
    )
    .where('appealedAt', 'is not', null);

const yearOf = (time: RawBuilder<unknown>) =>
  sql<number>`extract(year from ${time} at time zone 'UTC')::integer`.as('year');

const minutesBetween = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
  sql`round(extract(epoch from ${to} - ${from}) / 60)`;
