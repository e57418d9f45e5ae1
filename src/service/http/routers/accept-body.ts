import type { Context, Hono } from 'hono';
import type { z } from 'zod';

import type { Errors } from '../../../contract/form-errors.ts';
import { type FormBody, formSchemas } from '../../../contract/form-schemas.ts';
import { type FormId, forms } from '../../../contract/forms.ts';
import { BusyError } from '../../../shared/fair-queue.ts';
import { required } from '../../../shared/required.ts';
import { isBusy } from '../../database/error-code.ts';
import { currentUser, type FormHandler, type UserFormHandler } from '../../request/current-user.ts';
import {
  busy,
  failed,
  type FormError,
  type FormResult,
  refuse,
  refuseForm,
  signedOut,
} from '../../request/form-result.ts';
import { checkRateLimits } from '../../request/rate-limits.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { resolveContext } from '../../request/resolve-context.ts';
import type { AppDeps, AppEnv } from '../app-deps.ts';
import { padDuration } from '../pad-duration.ts';
import { readForm } from '../read-form.ts';
import { respond } from '../respond-to-form.ts';

/** Functions that add routes which accept a body to a router. */
export function acceptBodies(deps: AppDeps, app: Hono<AppEnv>) {
  /**
   * Adds a POST route: rate limit, parsing, validation, handler and response, in constant time.
   * @param form the form whose page shows errors
   */
  const onBody = <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    handle: FormHandler<z.output<Schema>>,
    form?: FormId,
  ): void => {
    app.post(path, async (c) => {
      const limited = await checkFormLimits(c.var.context).catch((error: unknown) => reportError(deps, error));
      // Before the body is parsed.
      if (limited?.status === 429) return respond(c, deps, limited);
      const values = await readForm(c);
      if (!values) return respond(c, deps, refuseForm('body'));
      c.set('context', required(resolveContext(c.env.incoming, deps, values.lang), 'context of a known host'));
      const accept = (): Promise<FormResult> =>
        validateAndHandle(schema, values, (body) => handle(body, c.var.context)).catch((error: unknown) =>
          reportError(deps, error),
        );
      return respond(c, deps, limited ?? (await padDuration(accept)), form, values);
    });
  };
  /** Adds the route of a form of a page. */
  const onForm = <Id extends FormId>(id: Id, handle: FormHandler<FormBody<Id>>): void =>
    onBody(forms[id].action, formSchemas[id], (body, context) => handle(body as FormBody<Id>, context), id);
  return { onBody, onForm };
}

/** Reports an error. @returns the answer to its request */
export function reportError({ onError }: Pick<AppDeps, 'onError'>, error: unknown): FormError {
  if (!(error instanceof BusyError)) onError(error);
  return isBusy(error) ? busy : failed;
}

/** Wraps a handler that needs a signed-in user. */
export const ifSignedIn =
  <Body>(handle: UserFormHandler<Body>): FormHandler<Body> =>
  async (body, context) => {
    const signedIn = await currentUser(context);
    return signedIn ? handle(body, context, signedIn) : signedOut;
  };

/** Counts a form. Known devices have their own limit, which strangers of the same network cannot exhaust. */
const checkFormLimits = (context: RequestContext): Promise<FormError | undefined> =>
  context.device
    ? checkRateLimits(context, ['device', context.device.id], ['devicesOfNetwork', context.network])
    : checkRateLimits(context, ['network', context.network], ['wideNetwork', context.wideNetwork]);

/** Answers a request unless the limits of forms refuse it. */
export async function withinFormLimits(
  c: Context<AppEnv>,
  deps: AppDeps,
  answer: () => Promise<Response>,
): Promise<Response> {
  const limited = await checkFormLimits(c.var.context);
  return limited ? respond(c, deps, limited) : answer();
}

/** Validates a body and calls its handler; returns the first error of each field if it is invalid. */
export async function validateAndHandle<Schema extends z.ZodType>(
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
