import { hash } from 'node:crypto';
import { type Dirent, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import type { Edition } from './editions/editions.ts';
import { TRANSLATIONS_DIR } from './i18n/translation-file.ts';
import { contentDir } from './markdown/sources.ts';

/** A file of an operator that is published as it is, such as `ads.txt`. */
export interface StaticFile {
  /** Below the root of an edition. */
  path: string;
  /** Where it lies, as a path for messages. */
  file: string;
  /** Whether it is a file, and no symbolic link or device. */
  isRegular: boolean;
}

/** Files for all hosts. */
const PUBLIC_DIR = 'public';

/** Files for one brand or one host, by folder. */
const SCOPES_DIR = join(contentDir, 'files');

/** The files that editions are published with, by path. A host's own beats its brand's, which beats one for all hosts. */
export function staticFilesOf({ host, brand }: Edition): Map<string, string> {
  const folders = [PUBLIC_DIR, folderOf(brand.id), folderOf(host)];
  return new Map(folders.flatMap((folder) => filesIn(folder).map(({ path, file }) => [path, file] as const)));
}

/** Every file for all hosts, and those of brands and hosts, whether configured or not. */
export function readStaticFiles(): (StaticFile & { scope: string })[] {
  const scopes = entriesOf(SCOPES_DIR).map(({ name }) => name);
  return [
    ...filesIn(PUBLIC_DIR).map((found) => ({ ...found, scope: 'all' })),
    ...scopes.toSorted().flatMap((scope) => filesIn(folderOf(scope)).map((found) => ({ ...found, scope }))),
  ];
}

/** Symbolic links where folders of such files belong: they may lead anywhere, and are not followed. */
export const linkedFolders = (): string[] =>
  [
    ...[PUBLIC_DIR, SCOPES_DIR].filter((folder) => lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()),
    ...entriesOf(SCOPES_DIR)
      .filter((entry) => entry.isSymbolicLink())
      .map(({ name }) => folderOf(name)),
  ].map((folder) => relative('.', folder));

/** Files that are published nowhere: beside the folders of brands and hosts, and among the translations. */
export function strayStaticFiles(): { besideScopes: string[]; amongWords: string[] } {
  const besideScopes = entriesOf(SCOPES_DIR).filter((entry) => entry.isFile());
  return {
    besideScopes: besideScopes.map(({ name }) => relative('.', folderOf(name))),
    amongWords: filesBelow(TRANSLATIONS_DIR)
      .filter(({ path }) => !isHidden(path) && !/^[A-Za-z\d-]+\.json$/.test(path))
      .map(({ file }) => file),
  };
}

/** Changes with every file that an edition is published with. */
export const staticFilesFingerprint = (edition: Edition): string =>
  [...staticFilesOf(edition)].map(([path, file]) => `${path} ${digestOf(file)}`).join('\n');

const folderOf = (scope: string): string => join(SCOPES_DIR, scope);

const known = new Map<string, StaticFile[]>();

function filesIn(folder: string): StaticFile[] {
  const files = known.get(folder) ?? findFiles(folder);
  known.set(folder, files);
  return files;
}

/** Translations are published by language, and hidden files not at all. */
const findFiles = (folder: string): StaticFile[] =>
  filesBelow(folder)
    .filter(({ path, file }) => !isHidden(path) && !file.startsWith(`${TRANSLATIONS_DIR}/`))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));

const filesBelow = (folder: string): StaticFile[] =>
  isFolder(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) => toStaticFile(folder, entry))
    : [];

function toStaticFile(folder: string, entry: Dirent): StaticFile {
  const file = join(entry.parentPath, entry.name);
  return { path: relative(folder, file), file: relative('.', file), isRegular: entry.isFile() };
}

const isHidden = (path: string): boolean =>
  path.split('/').some((name, depth) => name.startsWith('.') && !(depth === 0 && name === '.well-known'));

/** What lies in a folder, without hidden files. */
const entriesOf = (folder: string): Dirent[] =>
  isFolder(folder) ? readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.startsWith('.')) : [];

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

const digests = new Map<string, string>();

/** Many editions have the same file. */
function digestOf(file: string): string {
  const digest = digests.get(file) ?? hash('sha256', readFileSync(file));
  digests.set(file, digest);
  return digest;
}
