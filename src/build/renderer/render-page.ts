import { createApp } from 'astro/app/entrypoint';

import { recording } from '../../shared/track-dependencies.ts';
import { tidyIslands } from './strip-island-markup.ts';

export interface Rendered {
  html: string;
  /** What it depends on; see `note`. */
  reads: string[];
}

const app = createApp({ streaming: false });

/** Astro would answer with a page that says "500". */
app.renderError = (request, { status, error }) =>
  Promise.reject(error ?? new Error(`${new URL(request.url).pathname} cannot be rendered: status ${status}`));

/**
 * Renders a page of an edition.
 * @param root folder of the edition below `dist/`, or the name and language it was added with
 * @param path as a browser asks for it
 */
export async function render(root: string, path: string): Promise<Rendered> {
  const request = new Request(`http://site/${root}${path === '/' ? '' : path}`);
  const { result, reads } = await recording(async () => (await app.render(request)).text());
  return { html: tidyIslands(result), reads };
}
