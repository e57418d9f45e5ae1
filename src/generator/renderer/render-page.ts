import { createApp } from 'astro/app/entrypoint';

import { translator } from '../../site/i18n/translator.ts';
import type { PageView } from '../../site/pages/page-view.ts';
import { nameEarlyScripts } from './early-scripts.ts';

export interface RenderResult {
  html: string;
  /** See `PageView.dependencies`. */
  dependencies: string[];
}

const app = createApp({ streaming: false });

/** Rejects instead of rendering an error page. */
app.renderError = (request, { status, error }) =>
  Promise.reject(error ?? new Error(`${new URL(request.url).pathname} cannot be rendered: status ${status}`));

/**
 * Renders a page of an edition.
 * @param page what it shows
 * @param root folder of the edition below `dist/`
 * @param path of its URL
 */
export async function renderPage(page: PageView, root: string, path: string): Promise<RenderResult> {
  const request = new Request(`http://site/${root}${path === '/' ? '' : path}`);
  const { site, lang } = page.edition;
  const t = translator(site.folder, lang, page.usesWord);
  const response = await app.render(request, { locals: { page, t } });
  return { html: nameEarlyScripts(await response.text()), dependencies: [...page.dependencies] };
}
