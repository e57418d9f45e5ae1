import { hash } from 'node:crypto';

import { DIST } from '../output/folders.ts';
import type { ManifestEdition, ManifestFiles } from '../output/manifest.ts';
import { readHtml } from '../shared/read-html.ts';
import { readIfThere } from '../shared/read-if-there.ts';
import type { Diagnostic } from '../shared/user-error.ts';
import { daysAhead, pagesOf } from '../site/content.ts';
import { type Edition, isHostDefault } from '../site/editions/editions.ts';
import { NOT_FOUND } from '../site/editions/routes.ts';
import type { Alternate } from '../site/editions/urls.ts';
import type { Unpublished } from '../site/markdown/publication.ts';
import { editionAt } from '../site/site.ts';
import type { Compression } from './files/compress.ts';
import { assetsOf, rootFiles } from './files/edition-files.ts';
import { headerRules } from './files/header-rules.ts';
import { carryFiles, isIntact } from './files/reuse-files.ts';
import { writeRoot } from './files/write-edition.ts';
import { checkIslands, checkReferences } from './pages/check-links.ts';
import { pageKey } from './pages/fingerprints.ts';
import { type PublishedPage, readPage } from './pages/page-facts.ts';
import type { renderWith } from './pages/page-templates.ts';

/** What is to be done for an edition. */
export interface EditionTask {
  root: string;
  /** As the last build published it. */
  last: ManifestEdition | undefined;
  /** Whether this program compressed the files of the last build at the level of this one. */
  hasForms: boolean;
  /** Paths of pages that come out as they did in the last build. */
  unchanged: string[];
}

/** What holds for all editions of a build. */
export interface Settings {
  /** Digest of the program. */
  code: string;
  /** At which level text files get their Brotli and gzip forms beside them. */
  compression: Compression;
  /** Articles that are left out. */
  unpublished: Unpublished;
}

/** What was done. */
export interface BuiltEdition {
  manifest: ManifestEdition;
  /** By path. */
  pages: Map<string, BuiltPage>;
  diagnostics: Diagnostic[];
  /** Whether any of its files is not as the last build left it. */
  isWritten: boolean;
}

interface BuiltPage {
  /** What a page that was rendered depends on, and the key of that; nothing where it was unchanged. */
  inputs: { key: string; reads: string[] } | undefined;
  alternates: Alternate[];
}

type Render = ReturnType<typeof renderWith>;

/** Every page of an edition by its path. */
export const pathsOf = (edition: Edition): string[] => [...pagesOf(edition).keys(), NOT_FOUND];

/** Renders the pages of the editions of one host. */
export async function renderHost(tasks: EditionTask[], render: Render): Promise<RenderedEdition[]> {
  const editions: RenderedEdition[] = [];
  for (const task of tasks) editions.push(await renderPages(task, render));
  return editions;
}

/** Makes website roots of the editions of one host, which share a sitemap, in {@link NEXT}. */
export const finishHost = (editions: RenderedEdition[], settings: Settings): BuiltEdition[] =>
  editions.map((edition) => finish(edition, editions, settings));

interface RenderedPage {
  path: string;
  file: string;
  content: Buffer;
  reads: string[] | undefined;
  facts: PublishedPage;
}

export interface RenderedEdition {
  task: EditionTask;
  edition: Edition;
  pages: RenderedPage[];
}

async function renderPages(task: EditionTask, render: Render): Promise<RenderedEdition> {
  const edition = editionAt(task.root)!;
  const pages: RenderedPage[] = [];
  for (const path of pathsOf(edition)) {
    const file = path === '/' ? 'index.html' : `${path.slice(1)}.html`;
    const old = task.unchanged.includes(path) ? readLast(task, file) : undefined;
    pages.push({ path, file, ...(old ? carried(file, old) : await render(edition, path, file)) });
  }
  return { task, edition, pages };
}

const carried = (file: string, content: Buffer): Omit<RenderedPage, 'path' | 'file'> => ({
  content,
  facts: readPage(file, readHtml(content.toString())),
  reads: undefined,
});

/** A page of the last build, unless somebody has changed or removed it. */
function readLast({ root, last }: EditionTask, file: string): Buffer | undefined {
  const content = readIfThere(`${DIST}/${root}/${file}`);
  return content && last?.files[file]?.sha256 === hash('sha256', content) ? content : undefined;
}

function finish(
  { task, edition, pages }: RenderedEdition,
  onHost: RenderedEdition[],
  { code, compression }: Settings,
): BuiltEdition {
  const facts = pages.map((page) => page.facts);
  const headers = headerRules(facts);
  const hostPages = onHost.map((one): [Edition, PublishedPage[]] => [one.edition, one.pages.map((page) => page.facts)]);
  // An open page asks for them in the language that was chosen last.
  const assets = assetsOf(hostPages.flatMap(([, published]) => published));
  const files = new Map([
    ...pages.map(({ file, content }) => [file, content] as const),
    ...rootFiles(edition, hostPages, headers, [...assets.keys()]),
    ...assets,
  ]);
  const { entries, isWritten } = writeRoot(task, files, compression);
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
      kept: keepAssets(task, entries),
    },
    pages: new Map(
      pages.map(({ path, reads, facts: { alternates } }) => {
        const inputs = reads && { key: pageKey(code, edition, reads), reads };
        return [path, { inputs, alternates }];
      }),
    ),
    diagnostics: [...checkReferences(edition, facts, new Set(files.keys())), ...checkIslands(edition, facts)],
    isWritten,
  };
}

/** Open pages of the last build go on asking for its hashed files, so they stay until the next one. */
function keepAssets({ root, last }: EditionTask, files: ManifestFiles): ManifestFiles {
  const kept = Object.entries(last?.files ?? {}).filter(
    ([file, entry]) => file.startsWith('_astro/') && !files[file] && isIntact(`${DIST}/${root}/${file}`, entry),
  );
  carryFiles(kept.map(([file]) => `${root}/${file}`));
  return Object.fromEntries(kept);
}
