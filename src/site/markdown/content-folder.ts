import { hash } from 'node:crypto';
import { type Dirent, existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';

import { memoize, memoizeLast } from '../../shared/memoize.ts';
import { type DecodedText, decodeText, findBadCharacter } from '../../shared/text/decode-text.ts';
import { UserError, type Diagnostic } from '../../shared/user-error.ts';

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
  /** Read on access, and not kept. */
  text: string;
  /** Errors of its encoding. With any, the text is unreliable. */
  diagnostics: Diagnostic[];
  /** Hash of its text. The file is read for it, unless a build sets the hash of an earlier read. */
  get sha256(): string;
  set sha256(value: string | undefined);
}

/** The content folder: `CONTENT_DIR` or `src/content`. */
export const contentDir = resolve(process.env.CONTENT_DIR || 'src/content');

const folders: Record<Source['kind'], string> = { document: 'documents', article: 'blog' };

export interface ContentFolder {
  /** Every text. */
  texts: Source[];
  /** Paths of files outside the folders of texts. */
  strays: string[];
  /** Paths of symbolic links, which are not followed: they may lead out of the content folder. */
  links: string[];
}

/**
 * The folders of documents and articles, from a single walk.
 * @throws UserError where the content folder is missing
 */
export function readContentFolder(): ContentFolder {
  if (!existsSync(contentDir)) throw new UserError(`${contentDir} is missing. Create it, or correct CONTENT_DIR.`);
  if (walked) return walked;
  const found: ContentFolder = { texts: [], strays: [], links: [] };
  const top = entriesOf(contentDir);
  for (const kind of ['document', 'article'] as const) {
    const entry = top.find(({ name }) => name === folders[kind]);
    if (entry) walk(kind, [], entry, shown(join(contentDir, entry.name)), found);
  }
  walked = found;
  return found;
}

/**
 * Forgets the texts that this process has read from the content folder.
 * @param changed paths that may have changed since; undefined for any path
 * @returns whether the folders still have the same texts
 */
export function forgetTexts(changed: string[] | undefined): boolean {
  const folder = walked;
  if (folder && changed?.map((path) => forgetText(path, folder)).every(Boolean)) return true;
  known.clear();
  walked = undefined;
  return false;
}

/** @returns whether the folder of a path still has the same texts */
function forgetText(path: string, { texts, strays, links }: ContentFolder): boolean {
  const text = texts.find(({ file }) => file === path);
  if (text) text.sha256 = undefined;
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (text) return stats?.isFile() ?? false;
  const inContent = relative(shown(contentDir), path);
  if (/^(\.\.|files)\//.test(inContent) || basename(path).startsWith('.')) return true;
  // Editors write temporary files, and remove them at once.
  const known = [...texts.map(({ file }) => file), ...strays, ...links];
  return !stats && inContent.includes('/') && !known.some((file) => `${file}/`.startsWith(`${path}/`));
}

/** The texts of a scope in a language, by name. */
export function sourcesIn(kind: Source['kind'], scope: string, lang: string): Source[] {
  const folder = `${kind}/${scope}/${lang}`;
  const sources = known.get(folder) ?? (walked ? [] : findSources(kind, scope, lang));
  known.set(folder, sources);
  return sources;
}

const known = new Map<string, Source[]>();

/** All folders, if they were read. */
let walked: ContentFolder | undefined;

/** Path for messages of a document or article, which may be missing. */
export const pathFor = (kind: Source['kind'], scope: string, lang: string, name: string): string =>
  shown(join(contentDir, folders[kind], scope, lang, `${name}.md`));

/** @param place scope and language of the folder that has the entry, as far as it is below them */
function walk(kind: Source['kind'], place: string[], entry: Dirent, path: string, found: ContentFolder): void {
  if (entry.isSymbolicLink()) found.links.push(path);
  else if (entry.isFile()) found.strays.push(path);
  if (!entry.isDirectory()) return;
  const [scope, lang, ...below] = place;
  const isOfTexts = scope !== undefined && lang !== undefined && !below.length;
  const entries = entriesOf(path);
  if (isOfTexts) {
    const folder = `${kind}/${scope}/${lang}`;
    const sources = known.get(folder) ?? toSources(kind, scope, lang, path, entries);
    known.set(folder, sources);
    for (const source of sources) found.texts.push(source);
  }
  for (const inner of entries) {
    if (!isOfTexts || !isText(inner)) walk(kind, [...place, inner.name], inner, `${path}/${inner.name}`, found);
  }
}

function findSources(kind: Source['kind'], scope: string, lang: string): Source[] {
  const parents = [folders[kind], scope, lang].map((_, depth, names) => join(contentDir, ...names.slice(0, depth + 1)));
  if (!parents.every(isFolder)) return [];
  const path = shown(join(contentDir, folders[kind], scope, lang));
  return toSources(kind, scope, lang, path, entriesOf(path));
}

const toSources = (kind: Source['kind'], scope: string, lang: string, path: string, entries: Dirent[]): Source[] =>
  entries
    .filter(isText)
    .map(({ name }) => name.slice(0, -'.md'.length))
    .toSorted()
    .map((name) => new TextFile(kind, scope, lang, name, `${path}/${name}.md`));

/** A text that is read where it is needed: a build that renders few pages reads few. */
class TextFile implements Source {
  readonly kind;
  readonly scope;
  readonly lang;
  readonly name;
  readonly file;
  #sha256: string | undefined;

  constructor(kind: Source['kind'], scope: string, lang: string, name: string, file: string) {
    this.kind = kind;
    this.scope = scope;
    this.lang = lang;
    this.name = name;
    this.file = file;
  }

  get text(): string {
    const { text } = decode(this.file);
    // A build remembers the hash with the page that it renders of this text, though the file may change until then.
    this.#sha256 ??= hash('sha256', text);
    return withoutMark(text);
  }

  get diagnostics(): Diagnostic[] {
    return decode(this.file).diagnostics;
  }

  get sha256(): string {
    return (this.#sha256 ??= hash('sha256', decode(this.file).text));
  }

  set sha256(value: string | undefined) {
    this.#sha256 = value;
  }
}

/** Reading a string is faster than reading bytes. A text that is no UTF-8 has replacement characters in it. */
const decode = memoizeLast((file: string): DecodedText => {
  const text = readFileSync(file, 'utf8');
  return findBadCharacter(text) ? decodeText(file, readFileSync(file)) : { text, diagnostics: [] };
});

/** Entries of a folder without hidden entries, by name. */
const entriesOf = (folder: string): Dirent[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));

const isText = (entry: Dirent): boolean => entry.isFile() && entry.name.endsWith('.md');

const isFolder = memoize((path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false);

function shown(path: string): string {
  return relative('.', path);
}

/** Some programs write a byte order mark. */
const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '');
