import type { Context } from 'hono';

import type { ErrorCode } from '../../contract/form-errors.ts';
import { type FormId, forms, SENT_AGAIN, SIGNED_IN } from '../../contract/forms.ts';
import type { Account } from '../../contract/response-schemas.ts';
import type { Edition } from '../../site/editions/editions.ts';
import { routes } from '../../site/editions/routes.ts';
import { linkTo } from '../../site/editions/urls.ts';
import { lightTranslatorOf } from '../../site/i18n/light-translator-of.ts';
import { localeOf } from '../../site/i18n/site-language.ts';
import { type Confirmation, readConfirmation } from '../accounts/confirm-registration.ts';
import type { ReportStatus } from '../moderation/form-reports/read-report-status.ts';
import type { FormError, FormResult } from '../request/form-result.ts';
import { expiredLinkCookie } from '../request/link-token-cookies.ts';
import { linkForms } from '../request/request-context.ts';
import type { AppDeps, AppEnv } from './app-deps.ts';
import { sendCompressedJson } from './compressed-json.ts';
import { fillConfirmation } from './fill-confirmation.ts';
import { fillForm } from './fill-form.ts';
import { fillReportStatus } from './fill-report-status.ts';
import { fillSessions } from './fill-session-list.ts';

/** Responds to a form: scripts get JSON; browsers get a redirect to the next page, or the form with values and errors. */
export async function respond(
  c: Context<AppEnv>,
  deps: AppDeps,
  result: FormResult,
  form?: FormId,
  values: Record<string, string> = {},
): Promise<Response> {
  const isForScript = acceptsJson(c);
  for (const cookie of result.cookies ?? []) c.header('Set-Cookie', cookie, { append: true });
  if ('next' in result) {
    const { options, clearsStorage } = result;
    const next = linkTo(c.var.context.edition, result.next);
    const used = linkForms.filter((id) => id === form).map(expiredLinkCookie);
    for (const cookie of used) c.header('Set-Cookie', cookie, { append: true });
    if (clearsStorage) clearStorage(c);
    return isForScript ? c.json({ next, ...(options && { options }) }) : c.redirect(next, 303);
  }
  const { status, errors, waitSeconds } = result;
  for (const code of Object.values(errors).filter((one) => one !== undefined))
    deps.metrics.refusals.inc({ source: 'form', code });
  if (waitSeconds !== undefined) c.header('Retry-After', String(Math.ceil(waitSeconds)));
  if (isForScript) return c.json({ errors }, status);
  if (status === 401) return c.redirect(linkTo(c.var.context.edition, routes.login.path), 303);
  // Rate-limited responses must be cheap: no page is read and filled.
  if (!form || waitSeconds !== undefined) return sendText(c, status, errors.form ?? 'body', waitSeconds);
  const { route } = forms[form];
  const confirmation = route === 'confirm' && (await readConfirmation(c.var.context));
  const fill = (html: string, edition: Edition): string =>
    fillForm(confirmation ? fillConfirmation(html, confirmation, edition) : html, form, { values, errors }, edition);
  return sendPage(c, deps, routes[route].path, fill, status);
}

/**
 * Deletes the data of the site in the browser. Not its cookies: that would delete sessions of other hosts and the chosen language.
 * @see https://www.w3.org/TR/clear-site-data/
 */
export const clearStorage = (c: Context): void => c.header('Clear-Site-Data', '"storage"');

/** Responds with the page that confirms a registration. */
export const respondWithConfirmation = (c: Context<AppEnv>, deps: AppDeps, confirmation: Confirmation): Response => {
  const state = { ...confirmation, isSentAgain: c.req.url.includes(SENT_AGAIN) };
  return sendPage(c, deps, routes.confirm.path, (html, edition) => fillConfirmation(html, state, edition));
};

/** Responds with the page that shows the state of a report. */
export const respondWithReportStatus = (c: Context<AppEnv>, deps: AppDeps, status: ReportStatus): Response =>
  sendPage(c, deps, routes.report_status.path, (html, edition) => fillReportStatus(html, status, edition));

/** Responds with an error to a request that is no valid form. */
export const respondWithError = (c: Context<AppEnv>, status: 400 | 403 | 413 | 500, code: ErrorCode): Response =>
  acceptsJson(c) ? c.json({ errors: { form: code } }, status) : sendText(c, status, code);

/** Sends an error as text in the visitor's language, with the time to try again. */
function sendText(
  c: Context<AppEnv>,
  status: FormError['status'] | 400 | 403 | 413,
  code: ErrorCode,
  waitSeconds?: number,
) {
  const { lang, brand, site } = c.var.context.edition;
  const t = lightTranslatorOf(site.folder, lang);
  const sentences = [t(`errors.${code}`, { brand: brand.name })];
  if (waitSeconds !== undefined)
    sentences.push(t('service.sendAgain', { when: relativeTime(localeOf(site.folder, lang), waitSeconds) }));
  c.header('Content-Language', lang);
  return c.text(`${sentences.join(' ')}\n`, status);
}

/** Such as “in 2 minutes”. */
function relativeTime(locale: string, seconds: number): string {
  const format = new Intl.RelativeTimeFormat(locale);
  return seconds < 60 ? format.format(Math.ceil(seconds), 'second') : format.format(Math.ceil(seconds / 60), 'minute');
}

/** Responds with the account: JSON for scripts, the account page for browsers. */
export const respondWithAccount = (c: Context<AppEnv>, deps: AppDeps, account: Account): Response =>
  acceptsJson(c)
    ? sendCompressedJson(c, account)
    : sendPage(c, deps, SIGNED_IN, (html, edition) => fillSessions(html, account, edition));

const acceptsJson = (c: Context): boolean => c.req.header('Accept')?.includes('application/json') ?? false;

/** Sends a built page, filled in, with the headers of its header rules. */
function sendPage(
  c: Context<AppEnv>,
  deps: AppDeps,
  path: string,
  fill: (html: string, edition: Edition) => string,
  status: FormError['status'] | 200 = 200,
): Response {
  const { edition } = c.var.context;
  for (const [name, value] of Object.entries(deps.headersOf(edition, path))) c.header(name, value);
  return c.html(fill(deps.page(edition, path), edition), status);
}
