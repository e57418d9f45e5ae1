import { type Edition, rootOf } from '../../site/editions/editions.ts';
import { lastChange, textsOf } from '../../site/page-texts.ts';
import { pageFactsOf, PageView } from '../../site/pages/page-view.ts';
import type * as Entry from '../renderer/render-page.ts';
import { finishPage } from './finish-page.ts';
import { toPageDependencies } from './input-fingerprints.ts';
import type { FilledPage } from './template.ts';

export type Renderer = Pick<typeof Entry, 'renderPage'>;

/** Renders a page of an edition with its names and texts, without a template. */
export async function renderAlone(
  { renderPage }: Renderer,
  edition: Edition,
  path: string,
  file: string,
): Promise<FilledPage> {
  const { html, dependencies } = await renderPage(new PageView(pageFactsOf(edition)), rootOf(edition), path);
  const { html: finished, facts } = finishPage(file, html);
  const texts = textsOf(edition, path);
  const changed = texts && lastChange(edition, path, texts);
  return {
    content: Buffer.from(finished),
    facts: { ...facts, changed },
    dependencies: toPageDependencies(dependencies),
  };
}
