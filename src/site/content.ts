import { trackDependency } from '../shared/track-dependencies.ts';
import { UserError, toUserError } from '../shared/user-error.ts';
import { type Edition, isHostDefault } from './editions/editions.ts';
import { articlePath, ARTICLES_PER_PAGE, blogPath, isBlogList, routes } from './editions/routes.ts';
import { linkTo } from './editions/urls.ts';
import type { ArticleFields, DocumentFields } from './markdown/front-matter.ts';
import { type Parsed, parseArticleFile, parseDocumentFile } from './markdown/parse.ts';
import { perSource } from './markdown/per-source.ts';
import { readingMinutes } from './markdown/plain-text.ts';
import { publicationDay, isPublished } from './markdown/publication.ts';
import { pathFor, type Source, sourcesIn } from './markdown/sources.ts';

/** The texts that every edition has: the routes of the same name show them. */
export const documentNames = ['home', 'rules', 'contacts', 'privacy_policy', 'qa'] as const;
export type DocumentName = (typeof documentNames)[number];
export const isDocumentName = (name: string): name is DocumentName => documentNames.includes(name as DocumentName);

/** The one document that is written in English only: other editions show the English text. */
const ENGLISH_ONLY: DocumentName = 'qa';

interface Text<Fields> {
  fields: Fields;
  /** HTML, with the edition's facts filled in. */
  html: string;
  /** The language it is really in. */
  lang: string;
}
export type Document = Text<DocumentFields>;
export type Article = Text<ArticleFields> & { id: string; minutes: number };

/** The text of a document in an edition: the host's own, else its brand's, else the shared one. */
export function getDocument(edition: Edition, name: DocumentName): Document {
  trackDependency(`text:${name}`);
  const source = documentSource(edition, name);
  if (!source) {
    const file = pathFor('document', 'shared', languageOf(edition, name), name);
    throw new UserError(`${file} is missing. Write it, or a brand's or host's own.`);
  }
  return textOf(source, edition, parseDocumentFile(source));
}

/** The articles of an edition, newest first. Of articles with one id the host's own beats its brand's, which beats the shared one. */
export function getArticles(edition: Edition): Article[] {
  trackDependency('posts');
  return [...articlesOf(edition).values()];
}

/** One article of an edition. */
export function getArticle(edition: Edition, id: string): Article {
  trackDependency(`article:${id}`);
  return articlesOf(edition).get(id)!;
}

/** How many pages the blog list of an edition has: one at least. */
export function blogPageCount(edition: Edition): number {
  trackDependency('posts');
  return listPagesFor(articleSources(edition));
}

/** Whether an edition has a page. */
export function hasPage(edition: Edition, path: string): boolean {
  trackDependency(`path:${path}`);
  return pagesOf(edition).has(path);
}

/** Whether an edition shows a text on a page that its host alone has. A blog list is a host's own as soon as one article is. */
export function ownsPage(edition: Edition, path: string): boolean {
  trackDependency(`path:${path}`);
  // A closed home shows none.
  if (edition.closed && path === routes.home.path) return false;
  if (isBlogList(path)) return sourcesIn('article', edition.host, edition.lang).some((source) => isPublished(source));
  return pagesOf(edition).get(path)?.scope === edition.host;
}

/** The language an edition shows a document in. */
export const languageOf = ({ lang }: Edition, name: DocumentName): string => (name === ENGLISH_ONLY ? 'en' : lang);

/** The file a document is read from; nothing where it is missing. */
export function documentSource(edition: Edition, name: DocumentName): Source | undefined {
  const lang = languageOf(edition, name);
  return scopesOf(edition)
    .flatMap((scope) => sourcesIn('document', scope, lang))
    .find((source) => source.name === name);
}

/**
 * The files the articles of an edition are read from.
 * @param day that is not past; the day of the build where none is given
 */
export function articleSources(edition: Edition, day?: string): Source[] {
  const byId = new Map<string, Source>();
  for (const source of articlesFor(edition)) {
    if (!byId.has(source.name) && isPublished(source, day)) byId.set(source.name, source);
  }
  return [...byId.values()];
}

/** The days on which further articles of an edition are to appear, the next one first. */
export const daysAhead = (edition: Edition): string[] => [
  ...new Set(
    articlesFor(edition)
      .flatMap((source) => publicationDay(source) ?? [])
      .toSorted(),
  ),
];

/** Every path of an edition, and the file whose text it shows. */
export const pagesOf = perEdition((edition) => pagesOn(edition));

/** The pages that an edition will have on a day, when no file has changed. */
export function pagesOn(edition: Edition, day?: string): Map<string, Source | undefined> {
  const fixed = Object.entries(routes).filter(([id]) => id !== 'article');
  const articles = articleSources(edition, day);
  return new Map([
    ...fixed.map(([id, { path }]) => [path, isDocumentName(id) ? documentSource(edition, id) : undefined] as const),
    ...Array.from({ length: listPagesFor(articles) }, (_, index) => [blogPath(index + 1), undefined] as const),
    ...articles.map((source) => [articlePath(source.name), source] as const),
  ]);
}

const articlesOf = perEdition((edition): Map<string, Article> => {
  const posts = articleSources(edition).map((source) => {
    const text = textOf(source, edition, parseArticleFile(source));
    return { id: source.name, minutes: minutesOf(source), ...text };
  });
  const newestFirst = posts.toSorted((a, b) => b.fields.date.localeCompare(a.fields.date) || a.id.localeCompare(b.id));
  return new Map(newestFirst.map((post) => [post.id, post]));
});

const listPagesFor = (articles: Source[]): number => Math.max(1, Math.ceil(articles.length / ARTICLES_PER_PAGE));

/** All articles that an edition may show, the nearest first. */
export const articlesFor = (edition: Edition): Source[] =>
  scopesOf(edition).flatMap((scope) => sourcesIn('article', scope, edition.lang));

const minutesOf = perSource((source) => readingMinutes(parseArticleFile(source).html, source.lang));

/** Fills `{domain}`, `{email}` and `{brand}`; in link targets Markdown has escaped the braces. */
export function fillPlaceholders(text: string, { host, brand }: Edition): string {
  const facts: Record<string, string> = { domain: host, email: brand.email, brand: brand.name };
  return text.replace(/(?:\{|%7B)(domain|email|brand)(?:\}|%7D)/g, (_, name: string) => facts[name]!);
}

/** Links to pages of the site stay in the edition. A "<" of the text itself is escaped. */
const keepLanguage = (html: string, edition: Edition): string =>
  isHostDefault(edition)
    ? html
    : html.replace(
        /(<a [^>]*?href=")(\/[^"]*)"/g,
        (_, before: string, target: string) => `${before}${linkTo(edition, target)}"`,
      );

/** Nearest first. */
const scopesOf = ({ host, brand }: Edition): string[] => [host, brand.id, 'shared'];

/** Many pages of an edition ask the same. */
function perEdition<Result>(read: (edition: Edition) => Result): (edition: Edition) => Result {
  const results = new WeakMap<Edition, Result>();
  return (edition) => {
    const known = results.get(edition) ?? read(edition);
    results.set(edition, known);
    return known;
  };
}

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
