import { Hono } from 'hono';

import { descriptions, health } from '../../../contract/api-paths.ts';
import { openApi } from '../../../contract/open-api.ts';
import type { AppDeps, AppEnv } from '../app-deps.ts';

const NO_METRICS =
  'Request metrics from the loopback address without a proxy, or with METRICS_TOKEN (docs/operate.md).\n';

/** Routes for operators: probes, metrics and the description of the API. They belong to no host. */
export function operationRouter(deps: AppDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get(health.live, (c) => c.json({ status: 'live' }));
  app.get(health.ready, async (c) => {
    const reasons = await deps.unreadyReasons();
    return reasons.length ? c.json({ status: 'unready', reasons }, 503) : c.json({ status: 'ready' });
  });
  app.get(descriptions.metrics, async (c) => {
    if (!deps.mayReadMetrics(c.env.incoming)) return c.text(NO_METRICS, 403);
    return c.body(await deps.metrics.render(), 200, { 'Content-Type': deps.metrics.contentType });
  });
  app.get(descriptions.openApi, (c) => c.json(openApi));
  return app;
}
