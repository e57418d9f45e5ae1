import { hash } from 'node:crypto';
import { type Dirent, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { cachedByBoth } from '../shared/cached-by.ts';
import type { Edition } from './editions/editions.ts';
import { translationsDir } from './i18n/translation-file.ts';
import type { SiteFolder } from './site-folder.ts';

/** A file that an operator publishes unchanged, such as `ads.txt`. */
export interface StaticFile {
  /** Below the root of an edition. */
  path: string;
  /** Path for messages. */
  file: string;
  /** Whether it is neither a symbolic link nor a device. */
  isRegular: boolean;
}

/** Files for all hosts. */
const publicDir = (site: SiteFolder): string => site.fileOf('public');

/** Files for a brand or a host, by folder. */
const scopesDir = ({ contentDir }: SiteFolder): string => join(contentDir, 'files');

/** The static files of an edition by path. A host's file goes before its brand's, and that before a file for all hosts. */
export function staticFilesOf({ host, brand, site }: Edition): Map<string, string> {
  const folders = [publicDir(site.folder), folderOf(site.folder, brand.id), folderOf(site.folder, host)];
  return new Map(
    folders.flatMap((folder) => filesIn(site.folder, folder).map(({ path, file }) => [path, file] as const)),
  );
}

/** All static files, also of brands and hosts that are not configured. */
export function readStaticFiles(site: SiteFolder): (StaticFile & { scope: string })[] {
  const scopes = entriesOf(scopesDir(site)).map(({ name }) => name);
  return [
    ...filesIn(site, publicDir(site)).map((found) => ({ ...found, scope: 'all' })),
    ...scopes.toSorted().flatMap((scope) => filesIn(site, folderOf(site, scope)).map((found) => ({ ...found, scope }))),
  ];
}

/** Symbolic links in the place of folders. They are not followed, because they may lead anywhere. */
export const linkedFolders = (site: SiteFolder): string[] =>
  [
    ...[publicDir(site), scopesDir(site)].filter((folder) =>
      lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink(),
    ),
    ...entriesOf(scopesDir(site))
      .filter((entry) => entry.isSymbolicLink())
      .map(({ name }) => folderOf(site, name)),
  ].map((folder) => relative('.', folder));

/** Files that are not published: beside the folders of brands and hosts, and among the translations. */
export function strayStaticFiles(site: SiteFolder): { besideScopes: string[]; amongTranslations: string[] } {
  const besideScopes = entriesOf(scopesDir(site)).filter((entry) => entry.isFile());
  return {
    besideScopes: besideScopes.map(({ name }) => relative('.', folderOf(site, name))),
    amongTranslations: filesBelow(translationsDir(site))
      .filter(({ path }) => !isHidden(path) && !/^[A-Za-z\d-]+\.json$/.test(path))
      .map(({ file }) => file),
  };
}

/** Changes with every static file of an edition. */
export const staticFilesFingerprint = (edition: Edition): string =>
  [...staticFilesOf(edition)].map(([path, file]) => `${path} ${digestOf(edition.site.folder, file)}`).join('\n');

const folderOf = (site: SiteFolder, scope: string): string => join(scopesDir(site), scope);

/** Without hidden files and translations, which are published by language. */
const filesIn = cachedByBoth((site: SiteFolder, folder: string): StaticFile[] =>
  filesBelow(folder)
    .filter(({ path, file }) => !isHidden(path) && !file.startsWith(`${translationsDir(site)}/`))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1)),
);

/** Links are not followed. */
const filesBelow = (folder: string, top = folder): StaticFile[] =>
  isFolder(folder)
    ? readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const file = join(folder, entry.name);
        if (entry.isDirectory()) return filesBelow(file, top);
        return [{ path: relative(top, file), file: relative('.', file), isRegular: entry.isFile() }];
      })
    : [];

const isHidden = (path: string): boolean =>
  path.split('/').some((name, depth) => name.startsWith('.') && !(depth === 0 && name === '.well-known'));

/** Entries of a folder without hidden entries. */
const entriesOf = (folder: string): Dirent[] =>
  isFolder(folder) ? readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.startsWith('.')) : [];

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

const digestOf = cachedByBoth((_site: SiteFolder, file: string) => hash('sha256', readFileSync(file)));
