import { NEXT } from '../output/folders.ts';
import type { ManifestEdition, ManifestFiles } from '../output/manifest.ts';
import type { Diagnostic } from '../shared/user-error.ts';
import { daysAhead, pagesOf } from '../site/content.ts';
import type { Alternate } from '../site/editions/alternates.ts';
import { editionAt } from '../site/editions/configured-editions.ts';
import { type Edition, isHostDefault } from '../site/editions/editions.ts';
import { NOT_FOUND } from '../site/editions/routes.ts';
import type { Unpublished } from '../site/markdown/publication.ts';
import type { Compression } from './files/compress.ts';
import { assetsOf, editionFiles } from './files/edition-files.ts';
import { headerRules } from './files/header-rules.ts';
import { type CachedFacts, readPageFactsCache, writePageFactsCache } from './files/page-facts-cache.ts';
import { isIntact } from './files/reuse-files.ts';
import { writeEdition } from './files/write-edition.ts';
import { checkIslands, checkRenderedLinks } from './pages/check-rendered-pages.ts';
import { type PageDependencies, pageFingerprint } from './pages/input-fingerprints.ts';
import type { RenderedPageFacts } from './pages/page-facts.ts';
import type { Render } from './pages/render-with-templates.ts';

/** One edition of a build. */
export interface EditionTask {
  root: string;
  /** The edition in the last build. */
  last: ManifestEdition | undefined;
  /** Whether the last build compressed files with this program and at this level. */
  hasCompressedForms: boolean;
  /** Paths of pages whose fingerprint is that of the last build. */
  unchanged: string[];
}

/** Settings of all editions of a build. */
export interface BuildSettings {
  /** Digest of the program. */
  code: string;
  /** Level of the Brotli and gzip files beside every text file. */
  compression: Compression;
  /** Drafts and articles of days to come. */
  unpublished: Unpublished;
}

/** A written edition. */
export interface BuiltEdition {
  manifest: ManifestEdition;
  /** By path. */
  pages: Map<string, BuiltPage>;
  diagnostics: Diagnostic[];
}

interface BuiltPage {
  /** Dependencies of a rendered page and their fingerprint; undefined for a reused page. */
  rendered: { fingerprint: string; dependencies: PageDependencies } | undefined;
  alternates: Alternate[];
}

/** Paths of all pages of an edition. */
export const pathsOf = (edition: Edition): string[] => [...pagesOf(edition).keys(), NOT_FOUND];

/** Renders the pages of the editions of one host. */
export async function renderHost(tasks: EditionTask[], render: Render, code: string): Promise<RenderedEdition[]> {
  const editions: RenderedEdition[] = [];
  for (const task of tasks) editions.push(await renderPages(task, render, code));
  return editions;
}

/** Writes the editions of one host, which share a sitemap, to {@link NEXT}. */
export const finishHost = (editions: RenderedEdition[], settings: BuildSettings): BuiltEdition[] =>
  editions.map((edition) => finishEdition(edition, editions, settings));

interface RenderedPage {
  path: string;
  file: string;
  /** Undefined for a reused page. */
  content: Buffer | undefined;
  dependencies: PageDependencies | undefined;
  facts: RenderedPageFacts;
}

export interface RenderedEdition {
  task: EditionTask;
  edition: Edition;
  pages: RenderedPage[];
}

async function renderPages(task: EditionTask, render: Render, code: string): Promise<RenderedEdition> {
  const edition = editionAt(task.root)!;
  const unchanged = new Set(task.unchanged);
  const cached = unchanged.size ? readPageFactsCache(task.root, code) : undefined;
  const pages: RenderedPage[] = [];
  for (const path of pathsOf(edition)) {
    const file = path === '/' ? 'index.html' : `${path.slice(1)}.html`;
    const old = unchanged.has(path) ? reusePage(task, file, cached?.get(file)) : undefined;
    pages.push({ path, file, ...(old ?? (await render(edition, path, file))) });
  }
  return { task, edition, pages };
}

/** A page of the last build; undefined where its file was changed or removed since. */
function reusePage(
  { root, last }: EditionTask,
  file: string,
  cached: CachedFacts | undefined,
): Omit<RenderedPage, 'path' | 'file'> | undefined {
  const entry = last?.files[file];
  if (!entry || cached?.sha256 !== entry.sha256 || !isIntact(`${NEXT}/${root}/${file}`, entry)) return undefined;
  return { content: undefined, facts: cached.facts, dependencies: undefined };
}

function finishEdition(
  { task, edition, pages }: RenderedEdition,
  onHost: RenderedEdition[],
  { code, compression }: BuildSettings,
): BuiltEdition {
  const facts = pages.map((page) => page.facts);
  const headers = headerRules(facts);
  const hostPages = onHost.map((one): [Edition, RenderedPageFacts[]] => [
    one.edition,
    one.pages.map((page) => page.facts),
  ]);
  // A page that stays open requests its assets in the language that was chosen last.
  const assets = assetsOf(hostPages.flatMap(([, published]) => published));
  const files = new Map([
    ...pages.map(({ file, content }) => [file, content] as const),
    ...editionFiles(edition, hostPages, headers, [...assets.keys()]),
    ...assets,
  ]);
  const entries = writeEdition(task, files, compression);
  const cached = pages.map((page): [string, CachedFacts] => [
    page.file,
    { sha256: entries[page.file]!.sha256, facts: page.facts },
  ]);
  writePageFactsCache(task.root, code, cached);
  return {
    manifest: {
      host: edition.host,
      lang: edition.lang,
      brand: edition.brand.id,
      root: task.root,
      default: isHostDefault(edition),
      closed: edition.closed,
      nextBuild: daysAhead(edition)[0] ?? null,
      headers,
      files: entries,
      kept: retainAssets(task, entries),
    },
    pages: new Map(
      pages.map(({ path, dependencies, facts: { alternates } }) => {
        const rendered = dependencies && { fingerprint: pageFingerprint(code, edition, dependencies), dependencies };
        return [path, { rendered, alternates }];
      }),
    ),
    diagnostics: [...checkRenderedLinks(edition, facts, new Set(files.keys())), ...checkIslands(edition, facts)],
  };
}

/** Retains hashed files of the last build for one more build: pages that stay open request them. */
function retainAssets({ root, last }: EditionTask, files: ManifestFiles): ManifestFiles {
  const retained = Object.entries(last?.files ?? {}).filter(
    ([file, entry]) => file.startsWith('_astro/') && !files[file] && isIntact(`${NEXT}/${root}/${file}`, entry),
  );
  return Object.fromEntries(retained);
}
