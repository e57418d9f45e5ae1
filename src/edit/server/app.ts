import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { prettifyError, ZodError } from 'zod';

import { UserError } from '../../shared/user-error.ts';
import type { Editor } from '../editor.ts';
import { actions } from './api.ts';
import { bundleAssets } from './assets.ts';
import { createToken } from './guard.ts';
import { layout } from './layout.ts';
import { pages } from './pages.ts';
import { pictureOfLook, previewHeaders, renderedPage } from './preview/rendered-page.ts';

/** More than all languages of the longest text. */
const BODY_MAX_BYTES = 4 * 1024 * 1024;

/** Nothing but the editor's own scripts runs in its pages, and no page may embed them. */
const headersWith = (nonce: string): Record<string, string> => ({
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
});

/** Pages and actions of the editor, for requests that the guard let through. */
export function createEditorApp(editor: Editor, token: string) {
  const { workspace } = editor;
  let assets: ReturnType<typeof bundleAssets> | undefined;
  const app = new Hono<{ Variables: { nonce: string } }>();
  app.use(async (c, next) => {
    const nonce = createToken();
    c.set('nonce', nonce);
    for (const [name, value] of Object.entries(headersWith(nonce))) c.header(name, value);
    workspace.refresh();
    await next();
  });
  app.get('/assets/:file', async (c) => {
    const asset = (await (assets ??= bundleAssets())).get(c.req.param('file'));
    return asset ? c.body(asset.body, 200, { 'Content-Type': asset.type }) : c.notFound();
  });
  for (const [path, page] of Object.entries(pages))
    app.get(path, async (c) =>
      c.html(layout(await page(editor, c.req.query()), path, { token, nonce: c.get('nonce') })),
    );
  app.get('/preview', async (c) => {
    const { host = '', lang = '', path = '' } = c.req.query();
    const port = portOf(c.req.url);
    return c.body(await renderedPage(workspace.site, { host, lang, path }, port), 200, previewHeaders(port));
  });
  app.get('/preview/:look/:file', (c) => {
    const picture = pictureOfLook(workspace.site, c.req.param('look'), c.req.param('file'));
    return picture ? c.body(picture.bytes, 200, { 'Content-Type': picture.type }) : c.notFound();
  });
  app.post(
    '/api/:action',
    bodyLimit({ maxSize: BODY_MAX_BYTES, onError: (c) => c.json({ error: 'The text is too long.' }, 413) }),
    async (c) => {
      const name = c.req.param('action');
      const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
      if (!action) return c.json({ error: `The editor has no action "${name}".` }, 404);
      const body: unknown = await c.req.json().catch(() => undefined);
      if (body === undefined) return c.json({ error: 'The request is no JSON.' }, 400);
      const answer = await action(editor, body, portOf(c.req.url));
      return answer instanceof Response ? answer : c.json(answer ?? {});
    },
  );
  app.all('/api/*', (c) => c.json({ error: 'Send a POST request.' }, 405));
  app.notFound((c) => c.text('The editor has no such page.\n', 404));
  app.onError((error, c) => {
    // A page's address names no text.
    if (error instanceof ZodError && c.req.method !== 'POST') return c.text('The editor has no such page.\n', 404);
    if (error instanceof ZodError) return c.json({ error: prettifyError(error) }, 400);
    if (error instanceof UserError)
      return c.req.method === 'POST' ? c.json({ error: error.message }, 422) : c.text(`${error.message}\n`, 404);
    console.error(error);
    return c.json({ error: 'The editor has failed. Where it was started, its messages say why.' }, 500);
  });
  return {
    fetch: (request: Request) => app.fetch(request),
    /** Has scripts and styles bundled again for the next request. */
    forgetAssets: () => (assets = undefined),
  };
}

/** The Host header has passed the guard. */
const portOf = (url: string): number => Number(new URL(url).port);
