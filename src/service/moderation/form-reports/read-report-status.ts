import { resources } from '../../../contract/api-paths.ts';
import type { OwnReport } from '../../../contract/moderation/statement.ts';
import { linkTo } from '../../../site/editions/urls.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { reportsWithOutcome } from '../cases/reports-with-outcome.ts';

/** Purpose of the keyed hash by which the secret of a status link finds its report. */
export const STATUS_KEY = 'status of a report';

/** State of a report without an account, and the URL of its status link; undefined without a valid secret. */
export type ReportStatus = { at: Date; outcome: OwnReport['outcome']; link: string } | undefined;

/** Path of the status link, which contains the secret. */
export const statusPath = (token: string): string => `${resources.reportStatus}?token=${token}`;

/** Reads the state of the report whose link was opened in this browser. */
export async function readReportStatus(context: RequestContext): Promise<ReportStatus> {
  const { brand, edition, origin, keyedAll, linkToken } = context;
  const token = linkToken('reportStatus');
  if (!token) return undefined;
  const found = await reportsWithOutcome(brand.db)
    .where('statusKey', 'in', keyedAll(STATUS_KEY, token))
    .executeTakeFirst();
  return (
    found && {
      at: found.createdAt,
      outcome: found.outcome,
      link: `${origin}${linkTo(edition, statusPath(token))}`,
    }
  );
}
