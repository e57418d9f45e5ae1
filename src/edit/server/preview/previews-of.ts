import { articlesFor, documentSource, isDocumentName } from '../../../site/content.ts';
import type { Edition, Site } from '../../../site/editions/editions.ts';
import { articlePath, routes } from '../../../site/editions/routes.ts';
import type { BlockPageData } from '../../page-data.ts';
import type { TextKey } from '../../protocol.ts';

/** The pages that show a text, one for each edition. Every edition shows words on its home page. */
export function previewsOf({ editions }: Site, { kind, scope, name }: TextKey): BlockPageData['previews'] {
  const path = kind === 'words' ? routes.home.path : kind === 'article' ? articlePath(name) : documentPath(name);
  if (path === undefined) return [];
  return editions
    .filter((edition) => kind === 'words' || shownSource(edition, kind, name)?.scope === scope)
    .map(({ brand, host, lang }) => ({ brand: brand.name, host, lang, path }));
}

const documentPath = (name: string): string | undefined => (isDocumentName(name) ? routes[name].path : undefined);

function shownSource(edition: Edition, kind: 'document' | 'article', name: string): { scope: string } | undefined {
  if (kind === 'article') return articlesFor(edition).find((source) => source.name === name);
  // A closed home shows no text.
  if (!isDocumentName(name) || (name === 'home' && edition.closed)) return undefined;
  return documentSource(edition, name);
}
