import { siblingsOf, withPage } from '../../site/editions/configured-editions.ts';
import { type Edition, rootOf } from '../../site/editions/editions.ts';
import { sharePictureOf } from '../../site/head/share-picture.ts';
import { textsOf } from '../../site/page-texts.ts';
import type * as Entry from '../renderer/render-page.ts';
import { finishPage } from './finish-page.ts';
import { toPageDependencies } from './input-fingerprints.ts';
import type { FilledPage } from './template.ts';

export type Renderer = Pick<typeof Entry, 'renderPage' | 'themesOf'>;

/** Renders a page of an edition with its names and texts, without a template. */
export async function renderAlone(
  { renderPage }: Renderer,
  edition: Edition,
  path: string,
  file: string,
): Promise<FilledPage> {
  const siblings = siblingsOf(edition);
  const texts = textsOf(edition, path);
  const picture = sharePictureOf(edition).file;
  const page = { edition, siblings, originals: siblings, path, originalPath: path, picture, texts };
  const { html, dependencies } = await withPage(page, () => renderPage(rootOf(edition), path));
  const { html: finished, facts } = finishPage(file, html);
  return { content: Buffer.from(finished), facts, dependencies: toPageDependencies(dependencies) };
}
