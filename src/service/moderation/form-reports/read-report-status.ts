import { sql } from 'kysely';

import type { RequestContext } from '../../request/request-context.ts';

/** Purpose of the keyed hash by which the secret of a status link finds its report. */
export const STATUS_KEY = 'status of a report';

/** State of a report without an account; undefined without a valid secret. */
export type ReportStatus = { at: Date; outcome: 'waiting' | 'acted' | 'notActed' } | undefined;

/** Reads the state of the report whose link was opened in this browser: whether the rules were broken, and nothing else. */
export async function readReportStatus({ brand, keyedAll, linkToken }: RequestContext): Promise<ReportStatus> {
  const token = linkToken('reportStatus');
  if (!token) return undefined;
  const found = await brand.db
    .selectFrom('report')
    .leftJoin('moderationCase', 'moderationCase.id', 'report.case')
    .leftJoin('decision', 'decision.id', 'report.decision')
    .select(['report.createdAt', 'moderationCase.decidedAt'])
    .select(sql<boolean>`"decision"."id" is not null and "decision"."undoneAt" is null`.as('acted'))
    .where('statusKey', 'in', keyedAll(STATUS_KEY, token))
    .executeTakeFirst();
  if (!found) return undefined;
  const { createdAt, decidedAt, acted } = found;
  return { at: createdAt, outcome: decidedAt ? (acted ? 'acted' : 'notActed') : 'waiting' };
}
