import { cachedBy } from '../shared/cached-by.ts';
import { type Edition, isPublished, publicationDay, siblingsOf } from './editions/editions.ts';
import { shownHost } from './editions/host-name.ts';
import { articlePath, ARTICLES_PER_PAGE, blogPath, changesRoute, isBlogList, routes } from './editions/routes.ts';
import { nextDayOfChange } from './history/document-on-day.ts';
import { type VersionedDocument, versionedDocuments } from './history/versioned-documents.ts';
import type { Source } from './site-folder.ts';

/** The documents of every edition. Each has a route of the same name. */
export const documentNames = ['home', 'rules', 'contacts', 'privacy_policy', 'accessibility', 'qa'] as const;
export type DocumentName = (typeof documentNames)[number];
export const isDocumentName = (name: string): name is DocumentName => documentNames.includes(name as DocumentName);

/** The document that brands whose source language is English have in English only: all their editions show it. Other brands may leave it out. */
const QA: DocumentName = 'qa';

/** Whether the texts of a scope with this source language have a document in English only. */
export const isEnglishOnly = (sourceLanguage: string, name: string): boolean => name === QA && sourceLanguage === 'en';

/** Whether an edition has a page. */
export const hasPage = (edition: Edition, path: string): boolean => pagesOf(edition).has(path);

/** Whether the text of a page belongs to the edition's host alone. A blog list does as soon as one of its articles does. */
export function ownsPage(edition: Edition, path: string): boolean {
  // A closed home shows no text.
  if (edition.closed && path === routes.home.path) return false;
  const { host, lang, site } = edition;
  if (isBlogList(path)) return site.folder.sourcesIn('article', host, lang).some((source) => isPublished(site, source));
  return pagesOf(edition).get(path)?.scope === host;
}

/** The language in which an edition shows a document. */
export const languageOf = ({ lang, brand }: Edition, name: DocumentName): string =>
  isEnglishOnly(brand.sourceLanguage, name) ? 'en' : lang;

/** The file of a document; undefined where it is missing. */
export function documentSource(edition: Edition, name: DocumentName): Source | undefined {
  return documentIn(edition, name, languageOf(edition, name));
}

const documentIn = (edition: Edition, name: DocumentName, lang: string): Source | undefined =>
  scopesOf(edition)
    .flatMap((scope) => edition.site.folder.sourcesIn('document', scope, lang))
    .find((source) => source.name === name);

/** Whether an edition has a document: all but a Q&A that its brand lacks in the source language. */
export const hasDocument = (edition: Edition, name: DocumentName): boolean =>
  name !== QA ||
  edition.brand.sourceLanguage === 'en' ||
  siblingsOf(edition).some((sibling) => documentIn(sibling, name, edition.brand.sourceLanguage));

/**
 * The files of an edition's articles.
 * @param day of the build or later; without it, the day of the build
 */
export function articleSources(edition: Edition, day?: string): Source[] {
  const byId = new Map<string, Source>();
  for (const source of articlesFor(edition)) {
    if (!byId.has(source.name) && isPublished(edition.site, source, day)) byId.set(source.name, source);
  }
  return [...byId.values()];
}

/** The days of scheduled articles of an edition, the next day first. */
export const daysAhead = (edition: Edition): string[] => [
  ...new Set(
    articlesFor(edition)
      .flatMap((source) => publicationDay(edition.site, source) ?? [])
      .toSorted(),
  ),
];

/** The document whose changes a page shows. */
export const documentOfChanges = (path: string): VersionedDocument | undefined =>
  versionedDocuments.find((name) => routes[changesRoute(name)].path === path);

/** The next day on which a page of an edition changes, if no file changes until then; null where none does. */
export function nextBuildDay(edition: Edition): string | null {
  const changes = versionedDocuments.flatMap((name) => {
    const source = documentSource(edition, name);
    return (source && nextDayOfChange(source, edition.site.day)) ?? [];
  });
  return [...daysAhead(edition).slice(0, 1), ...changes].toSorted()[0] ?? null;
}

/** Every path of an edition with the file of its text. */
export const pagesOf = cachedBy((edition: Edition) => pagesOn(edition));

/** The pages of an edition on a day, if no file changes until then. */
export function pagesOn(edition: Edition, day?: string): Map<string, Source | undefined> {
  const fixed = Object.entries(routes).filter(
    ([id]) => id !== 'article' && (!isDocumentName(id) || hasDocument(edition, id)),
  );
  const articles = articleSources(edition, day);
  const sourceOf = (name: string): Source | undefined =>
    isDocumentName(name) ? documentSource(edition, name) : undefined;
  return new Map([
    // The page with the changes of a document belongs to the host where the document does.
    ...fixed.map(([id, { path }]) => [path, sourceOf(id.replace(/_changes$/, ''))] as const),
    ...Array.from({ length: listPagesFor(articles) }, (_, index) => [blogPath(index + 1), undefined] as const),
    ...articles.map((source) => [articlePath(source.name), source] as const),
  ]);
}

/** Number of pages of the blog list, at least 1. */
export const listPagesFor = (articles: Source[]): number => Math.max(1, Math.ceil(articles.length / ARTICLES_PER_PAGE));

/** All articles of an edition by scope, drafts and scheduled articles included. */
export const articlesFor = (edition: Edition): Source[] =>
  scopesOf(edition).flatMap((scope) => edition.site.folder.sourcesIn('article', scope, edition.lang));

/** Folders of an edition's texts, in the order of precedence. */
const scopesOf = ({ host, brand }: Edition): string[] => [host, brand.id, 'shared'];

/**
 * Fills `{domain}`, `{email}` and `{brand}`. In link targets, where a host name is in ASCII, the braces are percent-encoded.
 * @param write writes a fact as the text needs it
 */
export function fillPlaceholders(
  text: string,
  { host, brand }: Edition,
  write = (fact: string): string => fact,
): string {
  // Most texts have none, and looking for a character is faster than the expression below.
  if (!text.includes('{') && !text.includes('%7B')) return text;
  const facts = { domain: shownHost(host), email: brand.email, brand: brand.name };
  const inUrls = { ...facts, domain: host, brand: encodeURIComponent(brand.name) };
  return text.replace(/(\{|%7B)(domain|email|brand)(?:\}|%7D)/g, (_, brace: string, name: keyof typeof facts) =>
    write(brace === '{' ? facts[name] : inUrls[name]),
  );
}
