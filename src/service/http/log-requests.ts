import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Logger } from 'pino';

/** One line a request: what was asked for and how it went; never by whom, with what, or the query. */
export const logRequests =
  (log: Logger): MiddlewareHandler =>
  async (c, next) => {
    const began = performance.now();
    await next();
    const ms = Math.round(performance.now() - began);
    log.info({ method: c.req.method, route: routePath(c), status: c.res.status, ms }, 'request');
  };
