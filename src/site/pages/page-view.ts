import { CHANGE_WORDS, type ChangesTexts, changesTexts } from '../changes-page-texts.ts';
import { hasPage, type DocumentName, ownsPage } from '../content.ts';
import { type Edition, siblingsOf } from '../editions/editions.ts';
import { MARK_WORDS } from '../history/mark-changes.ts';
import { isVersioned, type VersionedDocument } from '../history/versioned-documents.ts';
import { lookOf, type Themes, wordmarkOf } from '../looks/look.ts';
import { sharePictureOf } from '../looks/share-picture.ts';
import {
  type ArticleListTexts,
  articleListTexts,
  type ArticleTexts,
  articleTexts,
  type DocumentTexts,
  documentTexts,
  newestArticles,
} from '../page-texts.ts';

/** What stands behind a page: names, texts and neighbours. A build gives its templates placeholders in place of names and texts. */
export interface PageFacts {
  edition: Edition;
  /** The editions of its brand, the edition among them. */
  siblings: Edition[];
  /** See `SharePicture.file`. */
  picture: string;
  themes: Themes;
  /** SVG of the drawn name of the brand. */
  wordmark: string | undefined;
  hasPage: typeof hasPage;
  ownsPage: typeof ownsPage;
  document: (name: DocumentName) => DocumentTexts;
  article: (id: string) => ArticleTexts;
  articleList: (page: number) => ArticleListTexts;
  changes: (name: VersionedDocument) => ChangesTexts;
}

/** The facts of pages of an edition. */
export const pageFactsOf = (edition: Edition): PageFacts => ({
  edition,
  siblings: siblingsOf(edition),
  picture: sharePictureOf(edition).file,
  themes: lookOf(edition.site.folder, edition.brand.look),
  wordmark: wordmarkOf(edition.site.folder, edition.brand.id),
  hasPage,
  ownsPage,
  document: (name) => documentTexts(edition, name),
  article: (id) => articleTexts(edition, id),
  articleList: (page) => articleListTexts(edition, page),
  changes: (name) => changesTexts(edition, name),
});

/** The translation behind `readingTime`. */
const READING_TIME = 'blog.readingTime';

/** What a page or feed shows of the site. It records which data of editors and operators were asked for. */
export class PageView {
  /** Such as `word:nav.home`, `text:rules`, `changes:rules`, `article:first-conversation`, `posts`, `hosts` or `path:/rules`. */
  readonly dependencies = new Set<string>();
  readonly #facts: PageFacts;

  constructor(facts: PageFacts) {
    this.#facts = facts;
  }

  get edition(): Edition {
    return this.#facts.edition;
  }

  /** The editions of its brand: pages link to them. */
  get siblings(): Edition[] {
    this.dependencies.add('hosts');
    return this.#facts.siblings;
  }

  get picture(): string {
    return this.#facts.picture;
  }

  get themes(): Themes {
    return this.#facts.themes;
  }

  get wordmark(): string | undefined {
    return this.#facts.wordmark;
  }

  /** Records that a translation is shown, with its plural forms. */
  readonly usesWord = (key: string): void => void this.dependencies.add(`word:${key}`);

  /** Records that every translation of the language is shown. */
  usesWords(): void {
    this.dependencies.add('words');
  }

  /** Whether an edition has a page. */
  hasPage(edition: Edition, path: string): boolean {
    this.dependencies.add(`path:${path}`);
    return this.#facts.hasPage(edition, path);
  }

  /** Whether the text of a page belongs to the edition's host alone. */
  ownsPage(edition: Edition, path: string): boolean {
    this.dependencies.add(`path:${path}`);
    return this.#facts.ownsPage(edition, path);
  }

  /** @throws UserError where the document is missing or has mistakes */
  document(name: DocumentName): DocumentTexts {
    this.dependencies.add(`text:${name}`);
    if (isVersioned(name)) MARK_WORDS.forEach(this.usesWord);
    return this.#facts.document(name);
  }

  article(id: string): ArticleTexts {
    const texts = this.#facts.article(id);
    this.dependencies.add(`article:${texts.id}`);
    this.usesWord(READING_TIME);
    return texts;
  }

  /** @param page of the blog list, counted from 1 */
  articleList(page: number): ArticleListTexts {
    this.dependencies.add('posts');
    this.usesWord(READING_TIME);
    return this.#facts.articleList(page);
  }

  /** The articles of the first page of the blog list with their texts, for a reader that does not show how long reading takes. */
  newestArticles(): Omit<ArticleTexts, 'readingTime'>[] {
    this.dependencies.add('posts');
    return newestArticles(this.edition);
  }

  changes(name: VersionedDocument): ChangesTexts {
    this.dependencies.add(`changes:${name}`);
    CHANGE_WORDS.forEach(this.usesWord);
    return this.#facts.changes(name);
  }
}
