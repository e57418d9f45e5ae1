import { memoize } from '../shared/memoize.ts';
import { trackDependency } from '../shared/track-dependencies.ts';
import { UserError, toUserError } from '../shared/user-error.ts';
import { type Edition, isHostDefault } from './editions/editions.ts';
import { articlePath, ARTICLES_PER_PAGE, blogPath, isBlogList, routes } from './editions/routes.ts';
import { linkTo } from './editions/urls.ts';
import type { ArticleFields, DocumentFields } from './markdown/front-matter-schemas.ts';
import { type Parsed, parseArticleFile, parseDocumentFile } from './markdown/parse.ts';
import { publicationDay, isPublished } from './markdown/publication.ts';
import { readingMinutes } from './markdown/reading-time.ts';
import { pathFor, type Source, sourcesIn } from './markdown/sources.ts';

/** The documents of every edition. Each has a route of the same name. */
export const documentNames = ['home', 'rules', 'contacts', 'privacy_policy', 'qa'] as const;
export type DocumentName = (typeof documentNames)[number];
export const isDocumentName = (name: string): name is DocumentName => documentNames.includes(name as DocumentName);

/** The document that exists in English only. All editions show it. */
const ENGLISH_ONLY: DocumentName = 'qa';

interface Text<Fields> {
  fields: Fields;
  /** HTML, with the edition's facts filled in. */
  html: string;
  /** Language of the text. */
  lang: string;
}
export type Document = Text<DocumentFields>;
export type Article = Text<ArticleFields> & { id: string; minutes: number };

/**
 * The document of an edition: that of the host, else of the brand, else the shared document.
 * @throws UserError where all of them are missing
 */
export function getDocument(edition: Edition, name: DocumentName): Document {
  trackDependency(`text:${name}`);
  const source = documentSource(edition, name);
  if (!source) {
    const file = pathFor('document', 'shared', languageOf(edition, name), name);
    throw new UserError(`${file} is missing. Write it, or a brand's or host's own.`);
  }
  return textOf(source, edition, parseDocumentFile(source));
}

/** The articles of an edition, newest first. Of articles with the same id, the host's goes before the brand's, and the brand's before the shared article. */
export function getArticles(edition: Edition): Article[] {
  trackDependency('posts');
  return [...articlesOf(edition).values()];
}

/** An article of an edition. */
export function getArticle(edition: Edition, id: string): Article {
  trackDependency(`article:${id}`);
  return articlesOf(edition).get(id)!;
}

/** Number of pages of an edition's blog list, at least 1. */
export function blogPageCount(edition: Edition): number {
  trackDependency('posts');
  return listPagesFor(articleSources(edition));
}

/** Whether an edition has a page. */
export function hasPage(edition: Edition, path: string): boolean {
  trackDependency(`path:${path}`);
  return pagesOf(edition).has(path);
}

/** Whether the text of a page belongs to the edition's host alone. A blog list does as soon as one of its articles does. */
export function ownsPage(edition: Edition, path: string): boolean {
  trackDependency(`path:${path}`);
  // A closed home shows no text.
  if (edition.closed && path === routes.home.path) return false;
  if (isBlogList(path)) return sourcesIn('article', edition.host, edition.lang).some((source) => isPublished(source));
  return pagesOf(edition).get(path)?.scope === edition.host;
}

/** The language in which an edition shows a document. */
export const languageOf = ({ lang }: Edition, name: DocumentName): string => (name === ENGLISH_ONLY ? 'en' : lang);

/** The file of a document; undefined where it is missing. */
export function documentSource(edition: Edition, name: DocumentName): Source | undefined {
  const lang = languageOf(edition, name);
  return scopesOf(edition)
    .flatMap((scope) => sourcesIn('document', scope, lang))
    .find((source) => source.name === name);
}

/**
 * The files of an edition's articles.
 * @param day of the build or later; without it, the day of the build
 */
export function articleSources(edition: Edition, day?: string): Source[] {
  const byId = new Map<string, Source>();
  for (const source of articlesFor(edition)) {
    if (!byId.has(source.name) && isPublished(source, day)) byId.set(source.name, source);
  }
  return [...byId.values()];
}

/** The days of scheduled articles of an edition, the next day first. */
export const daysAhead = (edition: Edition): string[] => [
  ...new Set(
    articlesFor(edition)
      .flatMap((source) => publicationDay(source) ?? [])
      .toSorted(),
  ),
];

/** Every path of an edition with the file of its text. */
export const pagesOf = memoize((edition: Edition) => pagesOn(edition));

/** The pages of an edition on a day, if no file changes until then. */
export function pagesOn(edition: Edition, day?: string): Map<string, Source | undefined> {
  const fixed = Object.entries(routes).filter(([id]) => id !== 'article');
  const articles = articleSources(edition, day);
  return new Map([
    ...fixed.map(([id, { path }]) => [path, isDocumentName(id) ? documentSource(edition, id) : undefined] as const),
    ...Array.from({ length: listPagesFor(articles) }, (_, index) => [blogPath(index + 1), undefined] as const),
    ...articles.map((source) => [articlePath(source.name), source] as const),
  ]);
}

const articlesOf = memoize((edition: Edition): Map<string, Article> => {
  const posts = articleSources(edition).map((source) => {
    const text = textOf(source, edition, parseArticleFile(source));
    return { id: source.name, minutes: minutesOf(source), ...text };
  });
  const newestFirst = posts.toSorted((a, b) => b.fields.date.localeCompare(a.fields.date) || a.id.localeCompare(b.id));
  return new Map(newestFirst.map((post) => [post.id, post]));
});

const listPagesFor = (articles: Source[]): number => Math.max(1, Math.ceil(articles.length / ARTICLES_PER_PAGE));

/** All articles of an edition by scope, drafts and scheduled articles included. */
export const articlesFor = (edition: Edition): Source[] =>
  scopesOf(edition).flatMap((scope) => sourcesIn('article', scope, edition.lang));

const minutesOf = memoize((source: Source) => readingMinutes(parseArticleFile(source).html, source.lang));

/** Fills `{domain}`, `{email}` and `{brand}`. In link targets the braces are percent-encoded. */
export function fillPlaceholders(text: string, { host, brand }: Edition): string {
  const facts: Record<string, string> = { domain: host, email: brand.email, brand: brand.name };
  return text.replace(/(?:\{|%7B)(domain|email|brand)(?:\}|%7D)/g, (_, name: string) => facts[name]!);
}

/** Adds the edition's language to links within the site. Every "<" begins a tag, because text is escaped. */
const keepLanguage = (html: string, edition: Edition): string =>
  isHostDefault(edition)
    ? html
    : html.replace(
        /(<a [^>]*?href=")(\/[^"]*)"/g,
        (_, before: string, target: string) => `${before}${linkTo(edition, target)}"`,
      );

/** Folders of an edition's texts, in the order of precedence. */
const scopesOf = ({ host, brand }: Edition): string[] => [host, brand.id, 'shared'];

function textOf<Fields extends object>(source: Source, edition: Edition, parsed: Parsed<Fields>): Text<Fields> {
  const { fields, html, diagnostics } = parsed;
  if (diagnostics.length) throw toUserError(diagnostics);
  return {
    fields: fillFields(fields, edition),
    html: keepLanguage(fillPlaceholders(html, edition), edition),
    lang: source.lang,
  };
}

function fillFields<Fields extends object>(fields: Fields, edition: Edition): Fields {
  const filled = Object.entries(fields).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' ? fillPlaceholders(value, edition) : value,
  ]);
  return Object.fromEntries(filled) as Fields;
}
