import type { Diagnostic } from '../shared/user-error.ts';
import type { Edition } from '../site/editions/editions.ts';
import {
  linkedFolders,
  readStaticFiles,
  type StaticFile,
  staticFilesOf,
  strayStaticFiles,
} from '../site/static-files.ts';

/** What every website root has already, or what a server answers in another way. */
const RESERVED =
  /^(_headers|_redirects|robots\.txt|sitemap\.xml|favicon\.svg|speculation-rules\.json|\.well-known\/(security\.txt|gpc\.json)|(_astro|api|assets\/i18n)\/.*|assets\/(reporter|replay-worker)\.js)$/;

/** A path that every server finds as it is written: an address without an ending is a page. */
const PATH = /^(\.well-known\/)?([A-Za-z0-9_][\w.-]*\/)*[A-Za-z0-9_][\w.-]*\.[a-z0-9]+$/;
const MAX_PATH_LENGTH = 200;

/** Whether a build makes a file of this path itself, or a server never looks for it. */
export const isReserved = (path: string): boolean => RESERVED.test(path) || /\.(html|br|gz)$/.test(path);

/** Every file of an operator has to be one that servers can find, and that nothing else is in the way of. */
export function checkStaticFiles(editions: Edition[]): Diagnostic[] {
  const scopes = new Set(['all', ...editions.flatMap(({ brand, host }) => [brand.id, host])]);
  const files = readStaticFiles().filter(({ scope }) => scopes.has(scope));
  return [...checkPlaces(), ...files.flatMap(checkFile), ...editions.flatMap(checkFolders)];
}

/** Files of brands and hosts that are not configured. */
export function unusedStaticFiles(editions: Edition[]): string[] {
  const used = new Set(editions.flatMap((edition) => [...staticFilesOf(edition).values()]));
  return readStaticFiles()
    .map(({ file }) => file)
    .filter((file) => !used.has(file));
}

function checkPlaces(): Diagnostic[] {
  const { besideScopes, amongWords } = strayStaticFiles();
  const diagnostic = (message: string, hint: string) => (file: string) => ({ file, line: 1, message, hint });
  return [
    ...linkedFolders().map(
      diagnostic('this is a symbolic link, and links are not followed', 'Put a copy in its place'),
    ),
    ...besideScopes.map(
      diagnostic('no file is looked for here', 'Move it to a folder of the brand or host, or to public/ for all'),
    ),
    ...amongWords.map(diagnostic('only translations lie here, such as de.json', 'Move or remove it')),
  ];
}

function checkFile({ path, file, isRegular }: StaticFile): Diagnostic[] {
  const diagnostic = (message: string, hint: string): Diagnostic[] => [{ file, line: 1, message, hint }];
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

/** What is a file for one scope cannot be a folder for another. */
function checkFolders(edition: Edition): Diagnostic[] {
  const files = staticFilesOf(edition);
  return [...files].flatMap(([path, file]) =>
    parentsOf(path)
      .filter((parent) => files.has(parent))
      .map((parent) => ({
        file,
        line: 1,
        message: `${files.get(parent)} is a file, where this one needs a folder of that name`,
        hint: 'Rename one of them',
      })),
  );
}

/** @example parentsOf('a/b/c.txt') // ['a', 'a/b'] */
function parentsOf(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, depth) => parts.slice(0, depth + 1).join('/'));
}
