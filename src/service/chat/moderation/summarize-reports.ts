import { sql } from 'kysely';

import type { Transaction } from '../../database/tables/tables.ts';

/**
 * Stores number, time and signals of a case's reports in the case, for the order of the queue. Call it in each transaction in which a report
 * enters or leaves an open case.
 * @param id of the case, locked for update
 */
export async function summarizeReports(transaction: Transaction, id: string): Promise<void> {
  await transaction
    .updateTable('moderationCase')
    .from(({ selectFrom }) =>
      selectFrom('report')
        .leftJoin('user', 'user.id', 'report.reported')
        .innerJoin('moderationCase as about', 'about.id', 'report.case')
        .leftJoin('deletedUser', 'deletedUser.id', 'about.person')
        .select(({ fn }) => [fn.countAll<number>().as('reports'), fn.min('report.createdAt').as('since')])
        .select([
          sql<boolean>`coalesce(bool_or("source" = 'chat'), false)`.as('byAccount'),
          sql<boolean>`coalesce(bool_or("reason" = 'threat'), false)`.as('threat'),
          sql<boolean>`coalesce(bool_or("reason" = 'minor'), false)`.as('minor'),
          sql<boolean>`count(distinct "reporter") > 1`.as('severalReporters'),
          // Younger than a day at the first report.
          sql<boolean>`coalesce(max(coalesce("user"."createdAt", "deletedUser"."createdAt")) > min("report"."createdAt") - interval '1 day', false)`.as(
            'newAccount',
          ),
          sql<boolean>`coalesce(bool_or("hasLinks" or "reason" = 'spam'), false)`.as('links'),
        ])
        .where('report.case', '=', id)
        .as('summary'),
    )
    .set(({ ref }) => ({
      reports: ref('summary.reports'),
      since: ref('summary.since'),
      byAccount: ref('summary.byAccount'),
      threat: ref('summary.threat'),
      minor: ref('summary.minor'),
      severalReporters: ref('summary.severalReporters'),
      newAccount: ref('summary.newAccount'),
      links: ref('summary.links'),
    }))
    .where('moderationCase.id', '=', id)
    .execute();
}
