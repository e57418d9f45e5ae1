import type { Context } from 'hono';

import { type FormId, forms } from '../../contract/forms.ts';
import { routes } from '../../editions/routes.ts';
import { headersFor } from '../../publish/headers.ts';
import type { Service } from '../service.ts';
import type { AppEnv } from './app.ts';
import { fillPage } from './fill-page.ts';
import { dropToken } from './link-cookies.ts';
import type { Outcome } from './outcome.ts';

const WAIT_SECONDS = 120;

/** Tells a script what came of a form in JSON; a browser is sent to the next page, or gets the form back as it was filled in. */
export function answer(
  c: Context<AppEnv>,
  service: Service,
  form: FormId,
  values: Record<string, string>,
  outcome: Outcome,
): Response {
  const asksJson = c.req.header('Accept')?.includes('application/json');
  if ('next' in outcome) {
    const { next, cookies = [] } = outcome;
    const used = form === 'confirm' || form === 'finish' ? [dropToken(form)] : [];
    for (const cookie of [...cookies, ...used]) c.header('Set-Cookie', cookie, { append: true });
    return asksJson ? c.json({ next }) : c.redirect(next, 303);
  }
  const { status, errors } = outcome;
  if (status === 429) c.header('Retry-After', String(WAIT_SECONDS));
  if (asksJson) return c.json({ errors }, status);
  if (status === 401) return c.redirect(routes.login.path, 303);
  const { path } = routes[forms[form].route];
  const { edition } = c.var.visit;
  for (const [name, value] of Object.entries(headersFor(service.headersOf(edition), path))) c.header(name, value);
  return c.html(fillPage(service.page(edition, path), form, { values, errors }, edition), status);
}
