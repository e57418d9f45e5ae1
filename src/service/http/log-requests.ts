import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Logger } from 'pino';

import type { Metrics } from '../metrics/metrics.ts';

/** Logs a line for each request: method, route, status and duration; never address, body or query. */
export const logRequests =
  (log: Logger, { httpRequests }: Metrics): MiddlewareHandler =>
  async (c, next) => {
    const began = performance.now();
    await next();
    const ms = performance.now() - began;
    const route = routePath(c);
    const { status } = c.res;
    httpRequests.observe({ route, status }, ms / 1000);
    log.info({ method: c.req.method, route, status, ms: Math.round(ms) }, 'request');
  };
