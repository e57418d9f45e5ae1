import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

import { BODY_MAX_BYTES, resources } from '../../contract/api-paths.ts';
import type { Online } from '../../contract/response-schemas.ts';
import { DOCUMENT_HEADERS } from '../../output/match-headers.ts';
import { hasSeveralHosts, SEVERAL_HOSTS } from '../../output/requests/request-target.ts';
import { busy } from '../request/form-result.ts';
import { endLeftSession, expiredLeftCookie } from '../request/left-session.ts';
import { localizeCookies } from '../request/local-cookies.ts';
import type { RequestContext } from '../request/request-context.ts';
import { isEmbedded, isSameOrigin, resolveContext } from '../request/resolve-context.ts';
import type { AppDeps, AppEnv } from './app-deps.ts';
import { logRequests } from './log-requests.ts';
import { clearStorage, respond, respondWithError } from './respond-to-form.ts';
import { reportError } from './routers/accept-body.ts';
import { accountFormsRouter } from './routers/account-forms.ts';
import { moderationRouter } from './routers/moderation.ts';
import { operationRouter } from './routers/operation.ts';
import { readAccountRouter } from './routers/read-account.ts';

/** Composes the HTTP app: middleware, and one router for each area. */
export function createApp(deps: AppDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(logRequests(deps.log, deps.metrics));
  app.use(async (c, next) => (hasSeveralHosts(c.env.incoming) ? c.text(SEVERAL_HOSTS, 400) : next()));
  app.use(setHeaders(deps));
  app.route('/', operationRouter(deps));

  app.use('/api/*', admit(deps));
  app.route('/', accountFormsRouter(deps));
  app.route('/', readAccountRouter(deps));
  app.route('/', moderationRouter(deps));
  app.get(resources.online, (c) => c.json({ moreThan: deps.moreThanOnline(c.var.context.brand) } satisfies Online));
  app.get(resources.relays, (c) => c.json({ urls: deps.relayUrls }));

  app.notFound((c) => c.text('Not found.\n', 404));
  app.onError((error, c) => {
    // The client disconnected before the body ended.
    if (c.env.incoming.readableAborted) return respondWithError(c, 400, 'body');
    const answer = reportError(deps, error);
    // Probes and metrics belong to no host.
    if (!c.get('context')) return c.text('The service failed.\n', 500);
    return answer === busy ? respond(c as Context<AppEnv>, deps, busy) : respondWithError(c, 500, 'server');
  });
  return app;
}

const documentHeaders = new Set<string>(DOCUMENT_HEADERS);

/** Gives each response the headers of its edition. No response is cached. */
const setHeaders =
  (deps: AppDeps): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    await next();
    const context = c.get('context') as RequestContext | undefined;
    const headers = context ? deps.headersOf(context.edition, c.req.path) : {};
    const isJson = c.res.headers.get('Content-Type')?.startsWith('application/json');
    for (const [name, value] of Object.entries(headers))
      if (!c.res.headers.has(name) && !(isJson && documentHeaders.has(name))) c.header(name, value);
    c.header('Cache-Control', 'no-store');
    localizeCookies(c.req.header('Host') ?? '', c.res.headers);
  };

/** Finds the edition of a request, and refuses requests of other sites, and those above the limits. */
const admit =
  (deps: AppDeps): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const context = resolveContext(c.env.incoming, deps, c.req.query('lang'));
    if (!context) return c.text('This service does not serve the host.\n', 421);
    c.set('context', context);
    const isRead = ['GET', 'HEAD'].includes(c.req.method);
    // Pictures and forms on another site must not use up the limit of a visitor's network.
    if (isRead ? isEmbedded(c.env.incoming) : !isSameOrigin(c.env.incoming)) return respondWithError(c, 403, 'origin');
    const limited = deps.requestLimits.check(context);
    if (limited) return respond(c, deps, limited);
    if (!isRead) {
      const tooLong = await deps.requestLimits.receive(
        () => receiveBody(c),
        () => c.env.incoming.destroy(),
      );
      if (tooLong) return tooLong;
    }
    return deps.requestLimits.run(context, async () => {
      const hasLeft = await endLeftSession(context);
      await next();
      if (!hasLeft) return;
      c.header('Set-Cookie', expiredLeftCookie, { append: true });
      clearStorage(c);
    });
  };

const limitBody = bodyLimit({
  maxSize: BODY_MAX_BYTES,
  onError: (c) => respondWithError(c as Context<AppEnv>, 413, 'textLong'),
});

/** Reads a body, which Hono keeps. @returns a response if the body is too long */
const receiveBody = (c: Context<AppEnv>): Promise<Response | void> =>
  limitBody(c, async () => void (await c.req.text()));
