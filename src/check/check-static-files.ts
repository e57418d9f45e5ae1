import { type Diagnostic, mistakeOf } from '../shared/user-error.ts';
import type { Edition, Site } from '../site/editions/editions.ts';
import { feedPaths } from '../site/editions/routes.ts';
import { hostFileNames, MANIFEST } from '../site/host-wide-files.ts';
import type { SiteFolder } from '../site/site-folder.ts';
import {
  linkedFolders,
  readStaticFiles,
  type StaticFile,
  staticFilesOf,
  strayStaticFiles,
} from '../site/static-files.ts';
import { checkNoLinks } from './check-authored-texts.ts';

/** Files that every edition has already. */
const generated: string[] = [
  ...Object.values(hostFileNames),
  MANIFEST,
  ...Object.values(feedPaths).map((path) => path.slice(1)),
  'assets/reporter.js',
  'assets/replay-worker.js',
];

/** Paths that servers answer otherwise. */
const RESERVED = /^(_astro|api|assets\/i18n)\/|^sitemap-\d+\.xml$|\.(html|br|gz|dcz)$/;

/** Characters of paths that every server finds. A file needs an ending: a URL without ending is that of a page. */
const PATH = /^(\.well-known\/)?([A-Za-z0-9_][\w.-]*\/)*[A-Za-z0-9_][\w.-]*\.[a-z0-9]+$/;
const MAX_PATH_LENGTH = 200;

/** Whether a path belongs to a generated file or is never served. */
export const isReserved = (path: string): boolean => generated.includes(path) || RESERVED.test(path);

/** Reports files of operators that servers cannot find, or that collide with other files. */
export function checkStaticFiles({ editions, folder }: Site): Diagnostic[] {
  const scopes = new Set(['all', ...editions.flatMap(({ brand, host }) => [brand.id, host])]);
  const files = readStaticFiles(folder).filter(({ scope }) => scopes.has(scope));
  return [...checkPlaces(folder), ...files.flatMap(checkFile), ...editions.flatMap(checkFolders)];
}

/** Files of brands and hosts that are not configured. */
export function unusedStaticFiles({ editions, folder }: Site): string[] {
  const used = new Set(editions.flatMap((edition) => [...staticFilesOf(edition).values()]));
  return readStaticFiles(folder)
    .map(({ file }) => file)
    .filter((file) => !used.has(file));
}

function checkPlaces(folder: SiteFolder): Diagnostic[] {
  const { besideScopes, amongTranslations } = strayStaticFiles(folder);
  const place = 'Move it to a folder of the brand or host, or to public/ for all';
  return [
    ...checkNoLinks(linkedFolders(folder)),
    ...mistakeOf(besideScopes, 'no file is looked for here', place),
    ...mistakeOf(amongTranslations, 'only translations lie here, such as de.json', 'Move or remove it'),
  ];
}

function checkFile({ path, file, isRegular }: StaticFile): Diagnostic[] {
  const diagnostic = (message: string, hint: string): Diagnostic[] => mistakeOf([file], message, hint);
  if (!isRegular) return diagnostic('this is no file but a link or a device', 'Put the file itself there');
  if (path.endsWith('.html'))
    return diagnostic(
      'a page has to be a text of the site',
      'Remove it; to prove to a search engine whose host it is, use DNS',
    );
  if (/\.(br|gz)$/.test(path)) return diagnostic('servers do not answer with this ending', 'Choose another ending');
  const taken = [...parentsOf(path), path].find(isReserved);
  if (taken)
    return diagnostic(`the build makes /${taken} itself, or keeps it for itself`, 'Remove it or choose another name');
  if (!PATH.test(path) || path.length > MAX_PATH_LENGTH) {
    const hint = `Use ASCII letters, digits, ".", "-" and "_", a lower-case ending such as .txt, and up to ${MAX_PATH_LENGTH} characters`;
    return diagnostic(`not every server finds /${path}`, hint);
  }
  return [];
}

/** Reports files whose path is a folder in another scope. */
function checkFolders(edition: Edition): Diagnostic[] {
  const files = staticFilesOf(edition);
  return [...files].flatMap(([path, file]) =>
    parentsOf(path).flatMap((parent) => {
      const message = `${files.get(parent)} is a file, where this one needs a folder of that name`;
      return files.has(parent) ? mistakeOf([file], message, 'Rename one of them') : [];
    }),
  );
}

/** @example parentsOf('a/b/c.txt') // ['a', 'a/b'] */
function parentsOf(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, depth) => parts.slice(0, depth + 1).join('/'));
}
