import { hash } from 'node:crypto';
import { type Dirent, existsSync, globSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import { type DecodedText, decodeText } from '../../shared/decode-text.ts';
import { UserError, type Diagnostic } from '../../shared/user-error.ts';

/** A Markdown file of the content folder. */
export interface Source {
  kind: 'document' | 'article';
  /** `shared`, a brand's id or a host's name. */
  scope: string;
  lang: string;
  /** File name without `.md`: the document's name or the article's id. */
  name: string;
  /** Path for messages. */
  file: string;
  text: string;
  /** Errors of its encoding. With any, the text is unreliable. */
  diagnostics: Diagnostic[];
  /** Hash of the file. The file is read for it, unless a build sets the hash of an earlier read. */
  sha256: string;
}

/** The content folder: `CONTENT_DIR` or `src/content`. */
export const contentDir = resolve(process.env.CONTENT_DIR || 'src/content');

const folders: Record<Source['kind'], string> = { document: 'documents', article: 'blog' };

/**
 * Every text of the content folder.
 * @throws UserError where the folder is missing
 */
export function readSources(): Source[] {
  if (!existsSync(contentDir)) throw new UserError(`${contentDir} is missing. Create it, or correct CONTENT_DIR.`);
  return (['document', 'article'] as const).flatMap((kind) =>
    foldersIn(join(contentDir, folders[kind])).flatMap((scope) =>
      foldersIn(join(contentDir, folders[kind], scope)).flatMap((lang) => sourcesIn(kind, scope, lang)),
    ),
  );
}

/** The texts of one scope in one language, by name. Files are read on first access to their text. */
export function sourcesIn(kind: Source['kind'], scope: string, lang: string): Source[] {
  const folder = `${kind}/${scope}/${lang}`;
  const sources = known.get(folder) ?? findSources(kind, scope, lang);
  known.set(folder, sources);
  return sources;
}

const known = new Map<string, Source[]>();

/** Files outside the folders of texts. */
export const strayFiles = (): string[] =>
  entries()
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/^[^/]+\/[^/]+\/[^/]+\/[^/]+\.md$/.test(relative(contentDir, file)))
    .map(shown);

/** Symbolic links, which are not followed: they may lead out of the content folder. */
export const symbolicLinks = (): string[] =>
  entries()
    .filter((entry) => entry.isSymbolicLink())
    .map((entry) => shown(join(entry.parentPath, entry.name)));

/** Path for messages of a document or article, which may be missing. */
export const pathFor = (kind: Source['kind'], scope: string, lang: string, name: string): string =>
  shown(join(contentDir, folders[kind], scope, lang, `${name}.md`));

function findSources(kind: Source['kind'], scope: string, lang: string): Source[] {
  const folder = join(contentDir, folders[kind], scope, lang);
  if (![dirname(dirname(folder)), dirname(folder), folder].every(isFolder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^[^.].*\.md$/.test(entry.name))
    .map(({ name }) => name.slice(0, -'.md'.length))
    .toSorted()
    .map((name) => sourceOf(kind, scope, lang, name));
}

function sourceOf(kind: Source['kind'], scope: string, lang: string, name: string): Source {
  const path = join(contentDir, folders[kind], scope, lang, `${name}.md`);
  const file = shown(path);
  let bytes: Buffer | undefined;
  let decoded: DecodedText | undefined;
  let sha256: string | undefined;
  const read = (): Buffer => (bytes ??= readFileSync(path));
  const decode = (): DecodedText => (decoded ??= decodeText(file, read()));
  return {
    kind,
    scope,
    lang,
    name,
    file,
    get text() {
      return withoutMark(decode().text);
    },
    get diagnostics() {
      return decode().diagnostics;
    },
    get sha256() {
      return (sha256 ??= hash('sha256', read()));
    },
    set sha256(value) {
      sha256 = value;
    },
  };
}

/** Entries below the folders of texts, and these folders. */
const entries = (): Dirent[] =>
  Object.values(folders).flatMap((folder) =>
    globSync([folder, `${folder}/**/*`], { cwd: contentDir, withFileTypes: true }),
  );

/** Names of the folders in a folder; empty where it is missing or a link. */
const foldersIn = (folder: string): string[] =>
  isFolder(folder)
    ? readdirSync(folder)
        .filter((name) => isFolder(join(folder, name)))
        .toSorted()
    : [];

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

function shown(path: string): string {
  return relative('.', path);
}

/** Some programs write a byte order mark. */
const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '');
