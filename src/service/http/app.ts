import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { z } from 'zod';

import { actions, BODY_MAX_BYTES, descriptions, health, passkeyActions, resources } from '../../contract/api-paths.ts';
import type { Errors } from '../../contract/form-errors.ts';
import { actionSchemas, type FormBody, formSchemas, passkeySchemas } from '../../contract/form-schemas.ts';
import { type FormId, forms } from '../../contract/forms.ts';
import { MODERATION_API } from '../../contract/moderation/protocol.ts';
import { openApi } from '../../contract/open-api.ts';
import type { Online } from '../../contract/response-schemas.ts';
import { DOCUMENT_HEADERS, headersFor } from '../../output/match-headers.ts';
import { hasSeveralHosts, SEVERAL_HOSTS } from '../../output/requests/request-target.ts';
import { BusyError } from '../../shared/fair-queue.ts';
import { required } from '../../shared/required.ts';
import { routes } from '../../site/editions/routes.ts';
import { linkTo } from '../../site/editions/urls.ts';
import { agreeToAddress, requestAddress, stopAddress } from '../accounts/change-address.ts';
import { changePassword } from '../accounts/change-password.ts';
import { confirm, readConfirmation } from '../accounts/confirm-registration.ts';
import { changeNickname } from '../accounts/nicknames/change-nickname.ts';
import { deleteAccount, endSession } from '../accounts/own-account.ts';
import {
  addPasskey,
  newPasskeyOptions,
  passkeySignInOptions,
  removePasskey,
  signInWithPasskey,
} from '../accounts/passkeys.ts';
import { register, resend } from '../accounts/registration.ts';
import { finish, restore } from '../accounts/reset-password.ts';
import { login, logout } from '../accounts/sign-in.ts';
import { isBusy } from '../database/error-code.ts';
import { readReportStatus } from '../moderation/form-reports/read-report-status.ts';
import { storeFormReport } from '../moderation/form-reports/store-form-report.ts';
import { appealDecision, confirmDecisionRead } from '../moderation/statements/respond-to-decision.ts';
import { currentUser, type SignedIn } from '../request/current-user.ts';
import {
  busy,
  failed,
  type FormError,
  type FormResult,
  refuse,
  refuseForm,
  signedOut,
} from '../request/form-result.ts';
import { endLeftSession, expiredLeftCookie } from '../request/left-session.ts';
import { linkCookie } from '../request/link-token-cookies.ts';
import { localizeCookies } from '../request/local-cookies.ts';
import { checkRateLimits } from '../request/rate-limits.ts';
import { type LinkForm, linkForms, type RequestContext } from '../request/request-context.ts';
import { isEmbedded, isSameOrigin, resolveContext } from '../request/resolve-context.ts';
import { answerChanges } from '../rule-changes/account-changes.ts';
import type { AppDeps, AppEnv } from './app-deps.ts';
import { logRequests } from './log-requests.ts';
import { padDuration } from './pad-duration.ts';
import { accountRoutes } from './read-account-routes.ts';
import { readForm } from './read-form.ts';
import {
  clearStorage,
  respond,
  respondWithConfirmation,
  respondWithError,
  respondWithReportStatus,
} from './respond-to-form.ts';
import { respondToModerator } from './respond-to-moderator.ts';

const documentHeaders = new Set<string>(DOCUMENT_HEADERS);

const NO_METRICS =
  'Request metrics from the loopback address without a proxy, or with METRICS_TOKEN (docs/operate.md).\n';

/** Composes the HTTP app: middleware and every route. */
export function createApp(deps: AppDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(logRequests(deps.log, deps.metrics));
  app.use(async (c, next) => (hasSeveralHosts(c.env.incoming) ? c.text(SEVERAL_HOSTS, 400) : next()));
  app.use(async (c, next) => {
    await next();
    const context = c.get('context') as RequestContext | undefined;
    const headers = context ? headersFor(deps.headersOf(context.edition), c.req.path) : {};
    const isJson = c.res.headers.get('Content-Type')?.startsWith('application/json');
    for (const [name, value] of Object.entries(headers))
      if (!c.res.headers.has(name) && !(isJson && documentHeaders.has(name))) c.header(name, value);
    c.header('Cache-Control', 'no-store');
    localizeCookies(c.req.header('Host') ?? '', c.res.headers);
  });
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

  app.use('/api/*', async (c, next) => {
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
  });

  /** Reports an error. @returns the answer to its request */
  const errorOf = (error: unknown): FormError => {
    if (!(error instanceof BusyError)) deps.onError(error);
    return isBusy(error) ? busy : failed;
  };

  /**
   * Adds a POST route: rate limit, parsing, validation, handler and response, in constant time.
   * @param form the form whose page shows errors
   */
  const onBody = <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    handle: (body: z.output<Schema>, context: RequestContext) => Promise<FormResult>,
    form?: FormId,
  ): void => {
    app.post(path, async (c) => {
      const limited = await checkFormLimits(c.var.context).catch(errorOf);
      // Before the body is parsed.
      if (limited?.status === 429) return respond(c, deps, limited);
      const values = await readForm(c);
      if (!values) return respond(c, deps, refuseForm('body'));
      c.set('context', required(resolveContext(c.env.incoming, deps, values.lang), 'context of a known host'));
      const result =
        limited ??
        (await padDuration(async () => {
          try {
            return await validateAndHandle(schema, values, (body) => handle(body, c.var.context));
          } catch (error) {
            return errorOf(error);
          }
        }));
      return respond(c, deps, result, form, values);
    });
  };
  /** Adds the route of a form of a page. */
  const onForm = <Id extends FormId>(
    id: Id,
    handle: (body: FormBody<Id>, context: RequestContext) => Promise<FormResult>,
  ): void => onBody(forms[id].action, formSchemas[id], (body, context) => handle(body as FormBody<Id>, context), id);
  onForm('registration', register);
  onForm('confirm', confirm);
  onForm('resend', resend);
  onForm('correctAddress', resend);
  onForm('login', login);
  onForm('restore', restore);
  onForm('finish', finish);
  onForm('address', agreeToAddress);
  onForm('newNickname', ifSignedIn(changeNickname));
  onForm('newPassword', ifSignedIn(changePassword));
  onForm('newAddress', ifSignedIn(requestAddress));
  onForm('report', storeFormReport);
  onForm('deletion', ifSignedIn(deleteAccount));

  onBody(actions.changes, actionSchemas.changes, ifSignedIn(answerChanges));
  onBody(actions.readDecision, actionSchemas.readDecision, ifSignedIn(confirmDecisionRead));
  onBody(actions.appeal, actionSchemas.appeal, ifSignedIn(appealDecision));

  onBody(passkeyActions.signInOptions, passkeySchemas.signInOptions, passkeySignInOptions);
  onBody(passkeyActions.signIn, passkeySchemas.signIn, signInWithPasskey);
  onBody(passkeyActions.newOptions, passkeySchemas.newOptions, ifSignedIn(newPasskeyOptions));
  onBody(passkeyActions.add, passkeySchemas.add, ifSignedIn(addPasskey));
  onBody(passkeyActions.remove, passkeySchemas.remove, ifSignedIn(removePasskey));

  for (const form of linkForms) {
    app.get(forms[form].action, async (c) => {
      const token = c.req.query('token');
      if (form === 'confirm' && token === undefined) {
        const limited = await checkFormLimits(c.var.context);
        return limited
          ? respond(c, deps, limited)
          : respondWithConfirmation(c, deps, await readConfirmation(c.var.context));
      }
      return storeToken(c, form, token ?? '', form === 'confirm' ? forms.confirm.action : routes[form].path);
    });
  }

  app.get(resources.reportStatus, async (c) => {
    const token = c.req.query('token');
    if (token !== undefined) return storeToken(c, 'reportStatus', token, resources.reportStatus);
    const limited = await checkFormLimits(c.var.context);
    return limited
      ? respond(c, deps, limited)
      : respondWithReportStatus(c, deps, await readReportStatus(c.var.context));
  });

  app.post(actions.logout, async (c) => respond(c, deps, await logout(c.var.context)));
  app.post(actions.stopAddress, async (c) => respond(c, deps, await stopAddress(c.var.context)));
  app.post(actions.endSession, async (c) => {
    const limited = await checkFormLimits(c.var.context);
    if (limited) return respond(c, deps, limited);
    const signedIn = await currentUser(c.var.context);
    const values = (await readForm(c)) ?? {};
    const result = signedIn
      ? await validateAndHandle(actionSchemas.endSession, values, ({ session }) =>
          endSession(session, c.var.context, signedIn),
        )
      : signedOut;
    return respond(c, deps, result);
  });

  app.route('/', accountRoutes(deps));

  app.post(`${MODERATION_API}/:name`, respondToModerator(deps));

  app.get(resources.online, (c) => c.json({ moreThan: deps.moreThanOnline(c.var.context.brand) } satisfies Online));

  app.get(resources.relays, (c) => c.json({ urls: deps.relayUrls }));

  app.notFound((c) => c.text('Not found.\n', 404));
  app.onError((error, c) => {
    // The client disconnected before the body ended.
    if (c.env.incoming.readableAborted) return respondWithError(c, 400, 'body');
    const answer = errorOf(error);
    // Probes and metrics belong to no host.
    if (!c.get('context')) return c.text('The service failed.\n', 500);
    return answer === busy ? respond(c as Context<AppEnv>, deps, busy) : respondWithError(c, 500, 'server');
  });
  return app;
}

/** Moves the token of a link into a cookie, and redirects to a page. */
function storeToken(c: Context<AppEnv>, form: LinkForm, token: string, path: string): Response {
  c.header('Set-Cookie', linkCookie(form, token.slice(0, TOKEN_MAX)));
  c.header('Referrer-Policy', 'no-referrer');
  return c.redirect(linkTo(c.var.context.edition, path), 303);
}

/** Longer than every token. */
const TOKEN_MAX = 64;

const limitBody = bodyLimit({
  maxSize: BODY_MAX_BYTES,
  onError: (c) => respondWithError(c as Context<AppEnv>, 413, 'textLong'),
});

/** Reads a body, which Hono keeps. @returns a response if the body is too long */
const receiveBody = (c: Context<AppEnv>): Promise<Response | void> =>
  limitBody(c, async () => void (await c.req.text()));

/** Wraps a handler that needs a signed-in user. */
const ifSignedIn =
  <FormInput>(handle: (body: FormInput, context: RequestContext, signedIn: SignedIn) => Promise<FormResult>) =>
  async (body: FormInput, context: RequestContext): Promise<FormResult> => {
    const signedIn = await currentUser(context);
    return signedIn ? handle(body, context, signedIn) : signedOut;
  };

/** Counts a form. Known devices have their own limit, which strangers of the same network cannot exhaust. */
const checkFormLimits = (context: RequestContext): Promise<FormError | undefined> =>
  context.device
    ? checkRateLimits(context, ['device', context.device.id], ['devicesOfNetwork', context.network])
    : checkRateLimits(context, ['network', context.network], ['wideNetwork', context.wideNetwork]);

/** Validates a body and calls its handler; returns the first error of each field if it is invalid. */
async function validateAndHandle<Schema extends z.ZodType>(
  schema: Schema,
  values: Record<string, string>,
  handle: (body: z.output<Schema>) => Promise<FormResult>,
): Promise<FormResult> {
  // Browsers send empty fields, too.
  const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  const { data, error } = schema.safeParse(filled);
  if (!error) return handle(data);
  const issues = error.issues.map(({ path, message }) => [String(path[0]), message] as const);
  return refuse(Object.fromEntries(issues.toReversed()) as Errors);
}
