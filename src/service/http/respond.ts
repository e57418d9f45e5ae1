import type { Context } from 'hono';

import type { ErrorCode } from '../../contract/errors.ts';
import { type FormId, forms, SIGNED_IN } from '../../contract/forms.ts';
import type { Account } from '../../contract/response-schemas.ts';
import { headersFor } from '../../output/headers.ts';
import type { Edition } from '../../site/editions/editions.ts';
import { routes } from '../../site/editions/routes.ts';
import { linkTo } from '../../site/editions/urls.ts';
import { translator } from '../../site/i18n/translator.ts';
import type { FormResult, FormError } from '../request/form-result.ts';
import { expiredLinkCookie } from '../request/link-cookies.ts';
import { linkForms } from '../request/request-context.ts';
import type { AppDeps, AppEnv } from './app-env.ts';
import { fillPage } from './fill-page.ts';
import { fillSessions } from './fill-sessions.ts';

/** Tells a script what came of a form in JSON; a browser is sent to the next page, or gets the form back as it was filled in. */
export function respond(
  c: Context<AppEnv>,
  service: AppDeps,
  outcome: FormResult,
  form?: FormId,
  values: Record<string, string> = {},
): Response {
  const isForScript = asksJson(c);
  if ('next' in outcome) {
    const { options, cookies = [], clearsStorage } = outcome;
    const next = linkTo(c.var.context.edition, outcome.next);
    const used = linkForms.filter((id) => id === form).map(expiredLinkCookie);
    for (const cookie of [...cookies, ...used]) c.header('Set-Cookie', cookie, { append: true });
    // Not `cookies`: that would reach the sessions of other hosts, and the language that was chosen. @see https://www.w3.org/TR/clear-site-data/
    if (clearsStorage) c.header('Clear-Site-Data', '"storage"');
    return isForScript ? c.json({ next, ...(options && { options }) }) : c.redirect(next, 303);
  }
  const { status, errors, waitSeconds } = outcome;
  for (const code of Object.values(errors).filter((one) => one !== undefined))
    service.metrics.refusals.inc({ source: 'form', code });
  if (waitSeconds !== undefined) c.header('Retry-After', String(Math.ceil(waitSeconds)));
  if (isForScript) return c.json({ errors }, status);
  if (status === 401) return c.redirect(linkTo(c.var.context.edition, routes.login.path), 303);
  // Refusals of too much work are no work: no page is read and filled for them.
  if (!form || waitSeconds !== undefined) return sendText(c, status, errors.form ?? 'body', waitSeconds);
  const { path } = routes[forms[form].route];
  return sendPage(c, service, path, (html, edition) => fillPage(html, form, { values, errors }, edition), status);
}

/** Refuses what is no form of a page, or none that can be read. */
export const respondWithError = (c: Context<AppEnv>, status: 400 | 403 | 413 | 500, code: ErrorCode): Response =>
  asksJson(c) ? c.json({ errors: { form: code } }, status) : sendText(c, status, code);

/** What is wrong in the language of the visitor, and when to try again. */
function sendText(
  c: Context<AppEnv>,
  status: FormError['status'] | 400 | 403 | 413,
  code: ErrorCode,
  waitSeconds?: number,
) {
  const { lang, brand } = c.var.context.edition;
  const t = translator(lang);
  const sentences = [t(`errors.${code}`, { brand: brand.name })];
  if (waitSeconds !== undefined) sentences.push(t('service.sendAgain', { when: inTime(lang, waitSeconds) }));
  c.header('Content-Language', lang);
  return c.text(`${sentences.join(' ')}\n`, status);
}

/** Such as “in 2 minutes”. */
function inTime(lang: string, seconds: number): string {
  const format = new Intl.RelativeTimeFormat(lang);
  return seconds < 60 ? format.format(Math.ceil(seconds), 'second') : format.format(Math.ceil(seconds / 60), 'minute');
}

/** Tells who is signed in, and where: a script in JSON, a browser in the page of the account. */
export const respondWithAccount = (c: Context<AppEnv>, service: AppDeps, account: Account): Response =>
  asksJson(c)
    ? c.json(account)
    : sendPage(c, service, SIGNED_IN, (html, edition) => fillSessions(html, account, edition));

const asksJson = (c: Context): boolean => c.req.header('Accept')?.includes('application/json') ?? false;

/** Sends a built page, filled in, with the headers that it has elsewhere. */
function sendPage(
  c: Context<AppEnv>,
  service: AppDeps,
  path: string,
  fill: (html: string, edition: Edition) => string,
  status: FormError['status'] | 200 = 200,
): Response {
  const { edition } = c.var.context;
  for (const [name, value] of Object.entries(headersFor(service.headersOf(edition), path))) c.header(name, value);
  return c.html(fill(service.page(edition, path), edition), status);
}
