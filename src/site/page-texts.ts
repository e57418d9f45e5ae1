import { cachedBy } from '../shared/cached-by.ts';
import { compareTexts } from '../shared/compare-texts.ts';
import { required } from '../shared/required.ts';
import { escapeHtml } from '../shared/text/escape-html.ts';
import { UserError, toUserError } from '../shared/user-error.ts';
import { anchorsOfChanges, type ChangesTexts, changesTexts } from './changes-page-texts.ts';
import {
  articleSources,
  documentOfChanges,
  documentSource,
  type DocumentName,
  fillPlaceholders,
  isDocumentName,
  languageOf,
  listPagesFor,
  pagesOf,
} from './content.ts';
import { type Edition, isHostDefault } from './editions/editions.ts';
import { articlePath, ARTICLES_PER_PAGE, blogPath, isBlogList, routes } from './editions/routes.ts';
import { linkTo } from './editions/urls.ts';
import { documentOn, lastDayInForce } from './history/document-on-day.ts';
import { markedText } from './history/mark-changes.ts';
import { isVersioned } from './history/versioned-documents.ts';
import { lightTranslatorOf } from './i18n/light-translator-of.ts';
import { formatDay } from './i18n/site-language.ts';
import { formerAnchorsTo } from './markdown/former-anchors.ts';
import { listsOfContents } from './markdown/outline.ts';
import { factsOf, type Parsed, parseArticleFile, parseDocumentFile } from './markdown/parse.ts';
import { readingMinutes } from './markdown/reading-time.ts';
import type { Question, Section } from './markdown/text-facts.ts';
import type { Source } from './site-folder.ts';

/**
 * The parts of texts that a page shows. Components show these strings as they are, and compute nothing from them: pages whose data differ in
 * strings only are rendered once (`src/generator/pages/render-with-templates.ts`).
 */
export type PageTexts = DocumentTexts | ArticleTexts | ArticleListTexts | ChangesTexts;

interface ReadingTexts {
  description: string;
  /** HTML, with the edition's facts filled in. */
  html: string;
  /** Tables of contents: of sections, and of rules. */
  contents: Section[][];
  /** Whether the page needs the styles of rare elements. */
  hasRareElements: boolean;
}

export interface DocumentTexts extends ReadingTexts {
  /** Day of the last change, such as 2026-11-21. */
  updated: string;
  /** The same day as readers of the edition write it. */
  updatedDay: string;
  /** Questions of the Q&A. */
  questions: Question[];
}

export interface ArticleSummary {
  id: string;
  title: string;
  description: string;
  /** Day of publication, such as 2026-11-21. */
  date: string;
  /** The same day as readers write it. */
  day: string;
  /** Such as `3 minutes to read`. */
  readingTime: string;
}

export interface ArticleTexts extends ArticleSummary, ReadingTexts {
  /** Day of the last change. */
  updated?: string | undefined;
}

export interface ArticleListTexts {
  articles: ArticleSummary[];
  /** Number of the page, counted from 1. */
  page: number;
  pages: number;
}

/** The articles of the first page of an edition's blog list with their texts, for a reader that does not show how long reading takes. */
export function newestArticles(edition: Edition): Omit<ArticleTexts, 'readingTime'>[] {
  return newestFirst(edition)
    .slice(0, ARTICLES_PER_PAGE)
    .map((source) => textsOfArticle(edition, source));
}

/** The texts of a page; undefined for a page of translations only. */
export function textsOf(edition: Edition, path: string): PageTexts | undefined {
  // A closed home shows no text.
  if (edition.closed && path === routes.home.path) return undefined;
  if (isBlogList(path)) return articleListTexts(edition, path === blogPath(1) ? 1 : Number(path.split('/').at(-1)));
  const changed = documentOfChanges(path);
  if (changed) return changesTexts(edition, changed);
  const source = pagesOf(edition).get(path);
  if (source?.kind === 'article') return textsOfArticle(edition, source);
  const [name] = Object.entries(routes).find(([, route]) => route.path === path) ?? [''];
  return isDocumentName(name) ? documentTexts(edition, name) : undefined;
}

/** The day on which the texts of a page have changed last: that of their front matter, or from which a rule is in force. */
export function lastChange(edition: Edition, path: string, texts: PageTexts): string | undefined {
  const { day } = edition.site;
  // Tomorrow may stand in a text, because it has begun east of Greenwich.
  return [...daysOf(texts), lastInForce(edition, path) ?? '']
    .filter((each) => each && each <= day)
    .toSorted()
    .at(-1);
}

function daysOf(texts: PageTexts): string[] {
  if ('changes' in texts) return texts.changes.map((change) => change.day);
  if ('articles' in texts) return texts.articles.map(({ date }) => date);
  return 'date' in texts ? [texts.updated ?? texts.date] : [texts.updated];
}

function lastInForce(edition: Edition, path: string): string | undefined {
  const source = pagesOf(edition).get(path);
  return source && lastDayInForce(source, edition.site.day);
}

/** The ids and links of the text on a page. */
export function textAnchors(edition: Edition, path: string): { ids: string[]; links: string[] } {
  const source = pagesOf(edition).get(path);
  if (!source) return { ids: [], links: [] };
  const changed = documentOfChanges(path);
  if (changed) return anchorsOfChanges(changesTexts(edition, changed));
  const onDay = isVersioned(source.name) ? documentOn(source, edition.site.day) : undefined;
  const { ids, links } = onDay?.marks.length ? markedText(onDay) : factsOf(onDay?.source ?? source);
  return {
    ids: [...ids, ...formerAnchorsTo(source, ids)],
    links: links
      .map((link) => fillPlaceholders(link, edition))
      .map((link) => (link.startsWith('/') ? linkTo(edition, link) : link)),
  };
}

/**
 * The document of an edition: that of the host, else of the brand, else the shared document.
 * @throws UserError where all of them are missing
 */
export function documentTexts(edition: Edition, name: DocumentName): DocumentTexts {
  const source = documentSource(edition, name);
  if (!source) {
    const file = edition.site.folder.pathFor('document', 'shared', languageOf(edition, name), name);
    throw new UserError(`${file} is missing. Write it, or a brand's or host's own.`);
  }
  const onDay = documentOn(source, edition.site.day);
  const parsed = validated(parseDocumentFile(onDay.source));
  const { fields } = parsed;
  return {
    ...readingTexts(parsed, edition),
    ...(onDay.marks.length && { html: htmlFor(edition, markedText(onDay).html) }),
    updated: fields.updated,
    updatedDay: formatDay(edition.site.folder, edition.lang, fields.updated),
    questions: name === 'qa' ? questionsIn(parsed, edition) : [],
  };
}

/**
 * The parts of a text that a page shows while the text is written. Mistakes do not stop it.
 * @param source with the text as it is now
 */
export function draftTexts(edition: Edition, source: Source): { html: string; title: string | undefined } {
  const { html, fields } = source.kind === 'article' ? parseArticleFile(source) : parseDocumentFile(source);
  const { title }: { title?: string; description?: string } = fields ?? {};
  return {
    html: htmlFor(edition, html),
    title: title === undefined ? undefined : fillPlaceholders(title, edition),
  };
}

/** An article of an edition. Of articles with the same id, the host's goes before the brand's, and the brand's before the shared article. */
export const articleTexts = (edition: Edition, id: string): ArticleTexts =>
  textsOfArticle(edition, required(pagesOf(edition).get(articlePath(id)), `article ${id}`));

function textsOfArticle(edition: Edition, source: Source): ArticleTexts {
  const parsed = validated(parseArticleFile(source));
  return {
    ...summaryOf(edition, source),
    ...readingTexts(parsed, edition),
    updated: parsed.fields.updated,
  };
}

/** A page of an edition's blog list, newest articles first. @param page counted from 1 */
export function articleListTexts(edition: Edition, page: number): ArticleListTexts {
  const sources = newestFirst(edition);
  const shown = sources.slice((page - 1) * ARTICLES_PER_PAGE, page * ARTICLES_PER_PAGE);
  return { articles: shown.map((source) => summaryOf(edition, source)), page, pages: listPagesFor(sources) };
}

function summaryOf(edition: Edition, source: Source): ArticleSummary {
  const { title, description, date } = validated(parseArticleFile(source)).fields;
  return {
    id: source.name,
    title: fillPlaceholders(title, edition),
    description: fillPlaceholders(description, edition),
    date,
    day: formatDay(source.folder, source.lang, date),
    readingTime: lightTranslatorOf(source.folder, source.lang)('blog.readingTime', { count: minutesOf(source) }),
  };
}

function readingTexts(parsed: ReadingText, edition: Edition): ReadingTexts {
  const fill = (text: string): string => fillPlaceholders(text, edition);
  const contents = contentsOf(parsed);
  return {
    description: fill(parsed.fields.description),
    html: htmlFor(edition, parsed.html),
    // A title may have a few words of a text, and a brand's name several.
    contents: contents.flat().some(({ title }) => title !== fill(title))
      ? listsOfContents(parsed.facts, fill)
      : contents,
    hasRareElements: parsed.facts.hasRareElements,
  };
}

type ReadingText = Parsed<{ description: string }>;

/** Editions share most texts. */
const contentsOf = cachedBy(({ facts }: ReadingText) => listsOfContents(facts));

const questionsIn = (parsed: ReadingText, edition: Edition): Question[] =>
  parsed.facts.questions.map(({ question, answer }) => ({
    question: fillPlaceholders(question, edition),
    answer: fillPlaceholders(answer, edition),
  }));

function validated<Fields>(parsed: Parsed<Fields>): Parsed<Fields> {
  if (parsed.diagnostics.length) throw toUserError(parsed.diagnostics);
  return parsed;
}

const dateOf = (source: Source): string => validated(parseArticleFile(source)).fields.date;

/** Kept for the pages of a blog list, of which a long blog has many. */
const newestFirst = cachedBy((edition: Edition): Source[] =>
  articleSources(edition).toSorted((a, b) => compareTexts(dateOf(b), dateOf(a)) || compareTexts(a.name, b.name)),
);

const minutesOf = cachedBy((source: Source) => readingMinutes(parseArticleFile(source).html, source.lang));

/** HTML with the facts of an edition, and links that stay in its language. Every "<" begins a tag, because text is escaped. */
function htmlFor(edition: Edition, html: string): string {
  const filled = fillPlaceholders(html, edition, escapeHtml);
  if (isHostDefault(edition)) return filled;
  return filled.replace(
    /(<a [^>]*?href=")(\/[^"]*)"/g,
    (_, before: string, target: string) => `${before}${linkTo(edition, target)}"`,
  );
}
