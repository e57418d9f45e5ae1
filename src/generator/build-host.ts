import type { Output } from '../output/folders.ts';
import type { ManifestEdition } from '../output/manifest.ts';
import { retainAssets } from '../output/retain-assets.ts';
import { intactFiles, isIntact } from '../output/reuse-files.ts';
import { required } from '../shared/required.ts';
import type { Diagnostic } from '../shared/user-error.ts';
import { nextBuildDay, pagesOf } from '../site/content.ts';
import type { Alternate } from '../site/editions/alternates.ts';
import { type Edition, editionAt, isHostDefault, type Site } from '../site/editions/editions.ts';
import { feedPaths, NOT_FOUND } from '../site/editions/routes.ts';
import { isFeed } from '../site/feeds/feeds.ts';
import type { Compression } from './files/compress.ts';
import { assetsOf, editionFiles, reporterFilesOf } from './files/edition-files.ts';
import { headerRules } from './files/header-rules.ts';
import { type CachedPage, type PageInputs, readCachedPages, writeCachedPages } from './files/page-cache.ts';
import { type EditionTarget, writeEdition } from './files/write-edition.ts';
import { checkIslands, checkRenderedLinks } from './pages/check-rendered-pages.ts';
import { pageFingerprint } from './pages/input-fingerprints.ts';
import type { RenderedPageFacts } from './pages/page-facts.ts';
import type { Render } from './pages/render-with-templates.ts';
import { writeFeed } from './pages/write-feed.ts';
import { sharePicturesOf } from './share-pictures/share-picture-cache.ts';

/** One edition of a build. */
export interface EditionTask extends EditionTarget {
  /** Pages of the last build; see `readCachedPages`. */
  cachedPages: string | undefined;
  /** Paths of pages whose fingerprint is that of the last build. */
  unchanged: string[];
}

/** Settings of all editions of a build. */
export interface BuildSettings {
  output: Output;
  /** Digest of the program. */
  code: string;
  /** URL that errors of visitors are reported to, if any. */
  dsn: string | undefined;
  /** Level of the Brotli and gzip files beside every text file. */
  compression: Compression;
}

/** A written edition. */
export interface BuiltEdition {
  manifest: ManifestEdition;
  /** Its pages, for the next build; see `readCachedPages`. */
  cachedPages: string;
  /** Number of pages that were not reused. */
  rendered: number;
  /** Alternates by path. */
  alternates: [path: string, alternates: Alternate[]][];
  diagnostics: Diagnostic[];
}

/** Paths of all pages of an edition. */
export const pathsOf = (edition: Edition): string[] => [...pagesOf(edition).keys(), NOT_FOUND];

/** Paths of all pages and feeds of an edition: files that are written again only when a dependency changes. */
export const trackedPathsOf = (edition: Edition): string[] => [...pathsOf(edition), ...Object.values(feedPaths)];

/** Renders the pages of the editions of one host. */
export async function renderHost(
  site: Site,
  tasks: EditionTask[],
  render: Render,
  settings: BuildSettings,
): Promise<RenderedEdition[]> {
  const editions: RenderedEdition[] = [];
  for (const task of tasks) editions.push(await renderPages(site, task, render, settings));
  return editions;
}

/** Writes the editions of a host, which share a sitemap. */
export const finishHost = (editions: RenderedEdition[], settings: BuildSettings): BuiltEdition[] =>
  editions.map((edition) => finishEdition(edition, editions, settings));

interface RenderedPage extends PageInputs {
  path: string;
  file: string;
  /** Undefined for a reused page. */
  content: Buffer | undefined;
  facts: RenderedPageFacts;
}

export interface RenderedEdition {
  task: EditionTask;
  edition: Edition;
  pages: RenderedPage[];
}

async function renderPages(
  site: Site,
  task: EditionTask,
  render: Render,
  { output, code }: BuildSettings,
): Promise<RenderedEdition> {
  const edition = editionAt(site, task.root);
  const unchanged = new Set(task.unchanged);
  const cached = readCachedPages(output, unchanged.size ? task.cachedPages : undefined);
  const pages: RenderedPage[] = [];
  for (const path of trackedPathsOf(edition)) {
    const file = fileOf(path);
    const old = unchanged.has(path) ? cached.get(path) : undefined;
    if (old && isReusable(output, task, file, old)) pages.push({ path, file, content: undefined, ...old });
    else {
      const page = isFeed(path) ? writeFeed(edition, path, file) : await render(edition, path, file);
      pages.push({ path, file, fingerprint: pageFingerprint(code, edition, page.dependencies), ...page });
    }
  }
  return { task, edition, pages };
}

function fileOf(path: string): string {
  if (isFeed(path)) return path.slice(1);
  return path === '/' ? 'index.html' : `${path.slice(1)}.html`;
}

/** Whether the file of a page is that of the last build, and was not changed since. */
function isReusable({ next }: Output, { root, last }: EditionTask, file: string, { sha256 }: CachedPage): boolean {
  const entry = last?.files[file];
  return entry?.sha256 === sha256 && isIntact(`${next}/${root}/${file}`, entry);
}

function finishEdition(
  { task, edition, pages }: RenderedEdition,
  onHost: RenderedEdition[],
  { output, dsn, compression }: BuildSettings,
): BuiltEdition {
  const facts = pages.map((page) => page.facts);
  const hostPages = onHost.map((one): [Edition, RenderedPageFacts[]] => [
    one.edition,
    one.pages.map((page) => page.facts),
  ]);
  // A page that stays open requests its assets in the language that was chosen last.
  const editions = onHost.map((one) => one.edition);
  const published = hostPages.flatMap(([, each]) => each);
  const files = new Map([
    ...pages.map(({ file, content }) => [file, content] as const),
    ...editionFiles(edition, hostPages),
    ...(dsn ? reporterFilesOf(edition.site) : []),
    ...assetsOf(edition.site, editions, published),
    ...sharePicturesOf(output, editions),
  ]);
  const entries = writeEdition({ output, site: edition.site }, task, files, compression);
  const cachedPages = writeCachedPages(
    output,
    pages.map(({ path, file, fingerprint, dependencies, facts: ofPage }) => [
      path,
      { fingerprint, dependencies, sha256: required(entries[file], file).sha256, facts: ofPage },
    ]),
  );
  return {
    manifest: {
      host: edition.host,
      lang: edition.lang,
      brand: edition.brand.id,
      root: task.root,
      default: isHostDefault(edition),
      closed: edition.closed,
      nextBuild: nextBuildDay(edition),
      headers: headerRules(facts, edition.brand.hsts, dsn),
      ...(edition.brand.surrogateKeys && { surrogateKeys: edition.brand.surrogateKeys }),
      files: entries,
      kept: intactFiles(`${output.next}/${task.root}`, retainAssets(entries, task.last, { day: edition.site.day })),
    },
    cachedPages,
    rendered: pages.filter(({ path, content }) => content && !isFeed(path)).length,
    alternates: pages.map((page) => [page.path, page.facts.alternates]),
    diagnostics: [...checkRenderedLinks(edition, facts, new Set(files.keys())), ...checkIslands(edition, facts)],
  };
}
