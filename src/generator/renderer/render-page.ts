import { createApp } from 'astro/app/entrypoint';

import { withTracking } from '../../shared/track-dependencies.ts';
import { nameEarlyScripts } from './early-scripts.ts';

export { themesOf } from '../../site/head/themes.ts';

export interface RenderResult {
  html: string;
  /** See `trackDependency`. */
  dependencies: string[];
}

const app = createApp({ streaming: false });

/** Rejects instead of rendering an error page. */
app.renderError = (request, { status, error }) =>
  Promise.reject(error ?? new Error(`${new URL(request.url).pathname} cannot be rendered: status ${status}`));

/**
 * Renders a page of an edition.
 * @param root folder of the edition below `dist/`
 * @param path of its URL
 */
export async function renderPage(root: string, path: string): Promise<RenderResult> {
  const request = new Request(`http://site/${root}${path === '/' ? '' : path}`);
  const { result, dependencies } = await withTracking(async () => (await app.render(request)).text());
  return { html: nameEarlyScripts(result), dependencies };
}
