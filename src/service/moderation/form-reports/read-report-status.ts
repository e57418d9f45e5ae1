import type { OwnReport } from '../../../contract/moderation/statement.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { reportsWithOutcome } from '../cases/reports-with-outcome.ts';

/** Purpose of the keyed hash by which the secret of a status link finds its report. */
export const STATUS_KEY = 'status of a report';

/** State of a report without an account; undefined without a valid secret. */
export type ReportStatus = { at: Date; outcome: OwnReport['outcome'] } | undefined;

/** Reads the state of the report whose link was opened in this browser. */
export async function readReportStatus({ brand, keyedAll, linkToken }: RequestContext): Promise<ReportStatus> {
  const token = linkToken('reportStatus');
  if (!token) return undefined;
  const found = await reportsWithOutcome(brand.db)
    .where('statusKey', 'in', keyedAll(STATUS_KEY, token))
    .executeTakeFirst();
  return found && { at: found.createdAt, outcome: found.outcome };
}
