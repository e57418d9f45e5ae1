import { sql } from 'kysely';

import type { OwnReport } from '../../../contract/moderation/statement.ts';
import type { Db } from '../../database/tables/tables.ts';

/**
 * Reports with their outcome for the reporter, who learns whether the rules were broken, when that was last decided, and nothing else.
 */
export const reportsWithOutcome = (db: Db) =>
  db
    .selectFrom('report')
    .leftJoin('moderationCase', 'moderationCase.id', 'report.case')
    .leftJoin('decision', 'decision.id', 'report.decision')
    .select('report.createdAt')
    .select(({ fn }) => fn.coalesce('decision.undoneAt', 'moderationCase.decidedAt').as('decidedAt'))
    .select(
      sql<OwnReport['outcome']>`case
        when "decidedAt" is null then 'waiting'
        when "decision"."id" is not null and "undoneAt" is null then 'acted'
        else 'notActed'
      end`.as('outcome'),
    );
