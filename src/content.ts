import type { Brand, Edition } from './editions/editions.ts';
import { articlePath, ARTICLES_PER_PAGE, blogPath, routes } from './editions/routes.ts';
import type { ArticleFields, DocumentFields } from './markdown/front-matter.ts';
import { type Parsed, parseArticleFile, parseDocumentFile } from './markdown/parse.ts';
import { pathFor, readSources, type Source } from './markdown/sources.ts';
import { mistakeOf } from './problems.ts';

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
export type Article = Text<ArticleFields> & { id: string };

const library = readLibrary();

/** The text of a document in an edition: the host's own, else its brand's, else the shared one. */
export function getDocument(edition: Edition, name: DocumentName): Document {
  const source = documentSource(edition, name);
  if (!source)
    throw new Error(
      `${pathFor('document', 'shared', edition.lang, name)} is missing. Write it, or a brand's or host's own.`,
    );
  return textOf(source, edition, parseDocumentFile(source));
}

/** The articles of an edition, newest first. Of articles with one id the host's own beats its brand's, which beats the shared one. */
export function getPosts(edition: Edition): Article[] {
  return articleSources(edition)
    .map((source) => ({ id: source.name, ...textOf(source, edition, parseArticleFile(source)) }))
    .toSorted((a, b) => b.fields.date.localeCompare(a.fields.date) || a.id.localeCompare(b.id));
}

/** Whether an edition shows a document, or an article of this id (or any article), that its host alone has. */
export const ownsDocument = (edition: Edition, name: DocumentName): boolean =>
  documentSource(edition, name)?.scope === edition.host;
export const ownsArticle = ({ host, lang }: Edition, id?: string): boolean =>
  (library.articles.get(`${host}/${lang}`) ?? []).some(({ name }) => !id || name === id);

/** The file a document is read from; nothing where it is missing. */
export function documentSource({ host, brand, lang }: Edition, name: DocumentName): Source | undefined {
  const languages = name === ENGLISH_ONLY && lang !== 'en' ? [lang, 'en'] : [lang];
  return languages
    .flatMap((language) => scopesOf(host, brand).map((scope) => library.documents.get(`${scope}/${language}/${name}`)))
    .find(Boolean);
}

/** The files the articles of an edition are read from. */
export function articleSources({ host, brand, lang }: Edition): Source[] {
  const byId = new Map<string, Source>();
  for (const scope of scopesOf(host, brand)) {
    for (const source of library.articles.get(`${scope}/${lang}`) ?? []) {
      if (!byId.has(source.name)) byId.set(source.name, source);
    }
  }
  return [...byId.values()];
}

/** How many pages the blog list of an edition has: one at least. */
export const blogPageCount = (edition: Edition): number =>
  Math.max(1, Math.ceil(articleSources(edition).length / ARTICLES_PER_PAGE));

/** Every path of an edition, and the file whose text it shows. */
export function pagesOf(edition: Edition): Map<string, Source | undefined> {
  const fixed = Object.entries(routes).filter(([id]) => id !== 'article');
  return new Map([
    ...fixed.map(([id, { path }]) => [path, isDocumentName(id) ? documentSource(edition, id) : undefined] as const),
    ...Array.from({ length: blogPageCount(edition) }, (_, index) => [blogPath(index + 1), undefined] as const),
    ...articleSources(edition).map((source) => [articlePath(source.name), source] as const),
  ]);
}

/** Fills `{domain}`, `{email}` and `{brand}`; in link targets Markdown has escaped the braces. */
export function fillPlaceholders(text: string, { host, brand }: Edition): string {
  const facts: Record<string, string> = { domain: host, email: brand.email, brand: brand.name };
  return text.replace(/(?:\{|%7B)(domain|email|brand)(?:\}|%7D)/g, (_, name: string) => facts[name]!);
}

/** Nearest first. */
const scopesOf = (host: string, brand: Brand): string[] => [host, brand.id, 'shared'];

function textOf<Fields extends { description: string }>(
  source: Source,
  edition: Edition,
  parsed: Parsed<Fields>,
): Text<Fields> {
  const { fields, html, problems } = parsed;
  if (problems.length) throw mistakeOf(problems);
  return {
    fields: { ...fields, description: fillPlaceholders(fields.description, edition) },
    html: fillPlaceholders(html, edition),
    lang: source.lang,
  };
}

function readLibrary(): { documents: Map<string, Source>; articles: Map<string, Source[]> } {
  const sources = readSources();
  const key = ({ scope, lang }: Source): string => `${scope}/${lang}`;
  return {
    documents: new Map(
      sources.filter(({ kind }) => kind === 'document').map((source) => [`${key(source)}/${source.name}`, source]),
    ),
    articles: Map.groupBy(
      sources.filter(({ kind }) => kind === 'article'),
      key,
    ),
  };
}
