import { Hono } from 'hono';

import { actions, resources } from '../../../contract/api-paths.ts';
import { actionSchemas } from '../../../contract/form-schemas.ts';
import { MODERATION_API } from '../../../contract/moderation/protocol.ts';
import { readReportStatus } from '../../moderation/form-reports/read-report-status.ts';
import { storeFormReport } from '../../moderation/form-reports/store-form-report.ts';
import { appealDecision, confirmDecisionRead } from '../../moderation/statements/respond-to-decision.ts';
import type { AppDeps, AppEnv } from '../app-deps.ts';
import { respondWithReportStatus } from '../respond-to-form.ts';
import { respondToModerator } from '../respond-to-moderator.ts';
import { acceptBodies, ifSignedIn, withinFormLimits } from './accept-body.ts';
import { storeLinkToken } from './store-link-token.ts';

/** Routes of reports by form, of decisions about a person, and of moderators. */
export function moderationRouter(deps: AppDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const { onBody, onForm } = acceptBodies(deps, app);
  onForm('report', storeFormReport);
  app.get(resources.reportStatus, async (c) => {
    const token = c.req.query('token');
    if (token !== undefined) return storeLinkToken(c, 'reportStatus', token, resources.reportStatus);
    return withinFormLimits(c, deps, async () =>
      respondWithReportStatus(c, deps, await readReportStatus(c.var.context)),
    );
  });
  onBody(actions.readDecision, actionSchemas.readDecision, ifSignedIn(confirmDecisionRead));
  onBody(actions.appeal, actionSchemas.appeal, ifSignedIn(appealDecision));
  app.post(`${MODERATION_API}/:name`, respondToModerator(deps));
  return app;
}
