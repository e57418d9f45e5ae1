import { hash } from 'node:crypto';
import { type Dirent, existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

import { required } from '../shared/required.ts';
import { type DecodedText, decodeText, isReadable } from '../shared/text/decode-text.ts';
import { UserError, type Diagnostic } from '../shared/user-error.ts';

/** A Markdown file of the content folder. */
export interface Source {
  kind: 'document' | 'article';
  /** `shared`, a brand's id or a host's name. */
  scope: string;
  lang: string;
  /** File name without `.md`: the document's name or the article's id. */
  name: string;
  /** Path from the working directory, also for messages. */
  file: string;
  /** The folder that it is of: its history and its translations lie there. */
  folder: SiteFolder;
  /** Read on access, and not kept. */
  text: string;
  /** Errors of its encoding. With any, the text is unreliable. */
  diagnostics: Diagnostic[];
  /** Hash of its text. The file is read for it, unless a build sets the hash of an earlier read. */
  get sha256(): string;
  set sha256(value: string | undefined);
}

/** Folders of texts in the content folder. */
const folders: Record<Source['kind'], string> = { document: 'documents', article: 'blog' };

/** What the content folder has. */
export interface Contents {
  /** Every text. */
  texts: Source[];
  /** Paths of files outside the folders of texts. */
  strays: string[];
  /** Paths of symbolic links, which are not followed: they may lead out of the content folder. */
  links: string[];
}

/** A file that was written again has another stamp. */
export type FileStamp = [size: number, mtimeMs: number, ctimeMs: number, inode: number];

/** What a hosts file says of languages. */
export interface SiteLanguages {
  /** Source language of texts by scope. A scope that it lacks has that of `shared`. */
  sources: ReadonlyMap<string, string>;
  /** Facts by language that differ from those of Intl. */
  facts: Readonly<Record<string, LanguageFacts>>;
}

/** Name, writing direction, and the language whose dates, numbers and plural forms a language has. */
interface LanguageFacts {
  name?: string | undefined;
  direction?: 'ltr' | 'rtl' | undefined;
  formats?: string | undefined;
}

/** Where the files of a site lie. */
export interface SitePlace {
  /** Absolute path of the folder that has the files of operators and editors. */
  readonly root: string;
  /** Absolute path of the content folder. */
  readonly contentDir: string;
}

/** The files of a site as they were when they were first read. Files that change later are those of another folder; see {@link renewed}. */
export class SiteFolder implements SitePlace {
  readonly root: string;
  readonly contentDir: string;
  readonly languages: SiteLanguages;
  /** Texts by kind, scope and language, as far as they were asked for. */
  readonly #sources = new Map<string, Source[]>();
  readonly #isFolder = new Map<string, boolean>();
  readonly #stamps = new Map<string, FileStamp>();
  #contents: Contents | undefined;
  #decoded: { file: string; text: DecodedText } | undefined;

  /** @param languages without a hosts file, texts are translated from English */
  constructor({ root, contentDir }: SitePlace, languages: SiteLanguages = { sources: new Map(), facts: {} }) {
    this.root = root;
    this.contentDir = contentDir;
    this.languages = languages;
  }

  /** Language that the texts of a scope are translated from. That of `shared` is also that of the words. */
  sourceLanguageOf(scope: string): string {
    const { sources } = this.languages;
    return sources.get(scope) ?? sources.get('shared') ?? 'en';
  }

  /** Path from the working directory of a file or folder of the site, such as `public`. */
  fileOf(name: string): string {
    return shown(join(this.root, name));
  }

  /** Path from the working directory of a file or folder of the content folder. */
  pathOf(name: string): string {
    return shown(join(this.contentDir, name));
  }

  /**
   * The folders of documents and articles, from a single walk.
   * @throws UserError where the content folder is missing
   */
  get contents(): Contents {
    if (!existsSync(this.contentDir))
      throw new UserError(`${this.contentDir} is missing. Create it, or correct CONTENT_DIR.`);
    if (this.#contents) return this.#contents;
    const found: Contents = { texts: [], strays: [], links: [] };
    const top = entriesOf(this.contentDir);
    for (const kind of ['document', 'article'] as const) {
      const entry = top.find(({ name }) => name === folders[kind]);
      if (entry) this.#walk(kind, [], entry, this.pathOf(entry.name), found);
    }
    this.#contents = found;
    return found;
  }

  /** The texts of a scope in a language, by name. */
  sourcesIn(kind: Source['kind'], scope: string, lang: string): Source[] {
    const key = `${kind}/${scope}/${lang}`;
    const sources = this.#sources.get(key) ?? (this.#contents ? [] : this.#find(kind, scope, lang));
    this.#sources.set(key, sources);
    return sources;
  }

  /** Path for messages of a document or article, which may be missing. */
  pathFor(kind: Source['kind'], scope: string, lang: string, name: string): string {
    return this.pathOf(join(folders[kind], scope, lang, `${name}.md`));
  }

  /** The stamp of a file as it was first read; undefined where the file is missing. */
  stampOf(path: string): FileStamp | undefined {
    const known = this.#stamps.get(path);
    if (known) return known;
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) return undefined;
    const stamp: FileStamp = [stats.size, stats.mtimeMs, stats.ctimeMs, stats.ino];
    this.#stamps.set(path, stamp);
    return stamp;
  }

  /** The text of a file, and the errors of its encoding. Only the last file is kept. */
  decode(file: string): DecodedText {
    if (this.#decoded?.file !== file) this.#decoded = { file, text: decode(file) };
    return this.#decoded.text;
  }

  /**
   * The folder with its files as they are now.
   * @param changed paths that may have changed since; undefined for any path. Facts of other files are kept.
   */
  renewed(changed: string[] | undefined): SiteFolder {
    const next = new SiteFolder(this, this.languages);
    const known = this.#contents;
    if (!known || !changed?.every((path) => this.#hasSameTexts(path, known))) return next;
    const isChanged = new Set(changed);
    const renewedOf = new Map<Source, Source>();
    for (const [key, sources] of this.#sources) {
      for (const source of sources) renewedOf.set(source, (source as TextFile).in(next, isChanged.has(source.file)));
      next.#sources.set(
        key,
        sources.map((source) => required(renewedOf.get(source), source.file)),
      );
    }
    for (const [path, stamp] of this.#stamps) if (!isChanged.has(path)) next.#stamps.set(path, stamp);
    next.#contents = { ...known, texts: known.texts.map((source) => required(renewedOf.get(source), source.file)) };
    return next;
  }

  /** Whether the folder of a path that may have changed still has the same texts. */
  #hasSameTexts(path: string, { texts, strays, links }: Contents): boolean {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (texts.some(({ file }) => file === path)) return stats?.isFile() ?? false;
    const inContent = relative(shown(this.contentDir), path);
    if (/^(\.\.|files)\//.test(inContent) || basename(path).startsWith('.')) return true;
    // Editors write temporary files, and remove them at once.
    const known = [...texts.map(({ file }) => file), ...strays, ...links];
    return !stats && inContent.includes('/') && !known.some((file) => `${file}/`.startsWith(`${path}/`));
  }

  /** @param place scope and language of the folder that has the entry, as far as it is below them */
  #walk(kind: Source['kind'], place: string[], entry: Dirent, path: string, found: Contents): void {
    if (entry.isSymbolicLink()) found.links.push(path);
    else if (entry.isFile()) found.strays.push(path);
    if (!entry.isDirectory()) return;
    const [scope, lang, ...below] = place;
    const isOfTexts = scope !== undefined && lang !== undefined && !below.length;
    const entries = entriesOf(path);
    if (isOfTexts) {
      const key = `${kind}/${scope}/${lang}`;
      const sources = this.#sources.get(key) ?? this.#toSources(kind, scope, lang, path, entries);
      this.#sources.set(key, sources);
      for (const source of sources) found.texts.push(source);
    }
    for (const inner of entries) {
      if (!isOfTexts || !isText(inner)) this.#walk(kind, [...place, inner.name], inner, `${path}/${inner.name}`, found);
    }
  }

  #find(kind: Source['kind'], scope: string, lang: string): Source[] {
    const names = [folders[kind], scope, lang];
    const parents = names.map((_, depth) => join(this.contentDir, ...names.slice(0, depth + 1)));
    if (!parents.every((path) => this.#hasFolder(path))) return [];
    const path = this.pathOf(join(...names));
    return this.#toSources(kind, scope, lang, path, entriesOf(path));
  }

  #hasFolder(path: string): boolean {
    const known = this.#isFolder.get(path) ?? lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
    this.#isFolder.set(path, known);
    return known;
  }

  #toSources(kind: Source['kind'], scope: string, lang: string, path: string, entries: Dirent[]): Source[] {
    return entries
      .filter(isText)
      .map(({ name }) => name.slice(0, -'.md'.length))
      .toSorted()
      .map((name) => new TextFile({ kind, scope, lang, name, file: `${path}/${name}.md` }, this, undefined));
  }
}

type TextName = Pick<Source, 'kind' | 'scope' | 'lang' | 'name' | 'file'>;

/** A text that is read where it is needed: a build that renders few pages reads few. */
class TextFile implements Source {
  readonly kind;
  readonly scope;
  readonly lang;
  readonly name;
  readonly file;
  readonly #folder: SiteFolder;
  #sha256: string | undefined;

  constructor({ kind, scope, lang, name, file }: TextName, folder: SiteFolder, sha256: string | undefined) {
    this.kind = kind;
    this.scope = scope;
    this.lang = lang;
    this.name = name;
    this.file = file;
    this.#folder = folder;
    this.#sha256 = sha256;
  }

  get folder(): SiteFolder {
    return this.#folder;
  }

  get text(): string {
    const { text } = this.#folder.decode(this.file);
    // A build remembers the hash with the page that it renders of this text, though the file may change until then.
    this.#sha256 ??= hash('sha256', text);
    // Some programs write a byte order mark.
    return text.replace(/^\uFEFF/, '');
  }

  get diagnostics(): Diagnostic[] {
    return this.#folder.decode(this.file).diagnostics;
  }

  get sha256(): string {
    return (this.#sha256 ??= hash('sha256', this.#folder.decode(this.file).text));
  }

  set sha256(value: string | undefined) {
    this.#sha256 = value;
  }

  /** The text in another folder, with the hash that is known unless the file changed. */
  in(folder: SiteFolder, isChanged: boolean): TextFile {
    return new TextFile(this, folder, isChanged ? undefined : this.#sha256);
  }
}

/** Reading a string is faster than reading bytes. A text that is no UTF-8 has replacement characters in it. */
function decode(file: string): DecodedText {
  const text = readFileSync(file, 'utf8');
  const decoded = isReadable(text) ? { text, diagnostics: [] } : decodeText(file, readFileSync(file));
  // Parsers do not count a byte order mark.
  return { ...decoded, text: decoded.text.replace(/^\uFEFF/, '') };
}

/** Entries of a folder without hidden entries, by name. */
export const entriesOf = (folder: string): Dirent[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));

const isText = (entry: Dirent): boolean => entry.isFile() && entry.name.endsWith('.md');

const shown = (path: string): string => relative('.', path);
