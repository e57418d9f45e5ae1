import { hash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';

import type { ManifestEdition } from '../../output/manifest.ts';
import type { Alternate } from '../../site/editions/alternates.ts';
import { editionAt } from '../../site/editions/configured-editions.ts';
import type { Edition } from '../../site/editions/editions.ts';
import type { BuiltEdition, BuildSettings } from '../build-host.ts';
import type { Compression } from '../files/compress.ts';
import { readSealedBytes, writeSealedBytes } from '../files/sealed-cache.ts';
import type { TranslatedPage } from '../pages/check-rendered-pages.ts';
import { editionFingerprint, type PageDependencies } from '../pages/input-fingerprints.ts';

/** Fingerprints and dependencies of the pages of a build, for the next build, by root. */
export type PageCache = Map<string, CachedEdition>;

/** A line of the cache. Most builds parse the pages of few editions. */
interface CachedEdition {
  /** See `editionFingerprint`. */
  fingerprint: string;
  compression: Compression;
  /** Digest of the alternates of all pages. */
  alternates: string;
  /** See {@link formatPages}. */
  pages: string;
}

/** Pages by path. */
type CachedPages = Record<string, CachedPage>;

interface CachedPage {
  /** See `pageFingerprint`. */
  fingerprint: string;
  dependencies: PageDependencies;
  alternates: Alternate[];
}

const FOLDER = '.cache/pages';

/**
 * Reads the page cache of a build.
 * @param build its id
 */
export function readPageCache(build: string, code: string): PageCache | undefined {
  const content = readSealedBytes(fileOf(build), code);
  return content && new Map(content.toString().split('\n').map(readLine));
}

/** The pages of an edition in the last build. */
export const pagesIn = (edition: Pick<CachedEdition, 'pages'> | undefined): CachedPages =>
  edition ? parsePages(edition.pages) : {};

/** JSON of pages. Lists of dependencies that they share are written once. */
function formatPages(pages: (readonly [path: string, page: CachedPage])[]): string {
  const lists = [...new Set(pages.map(([, { dependencies }]) => dependencies.translations))];
  const rows = pages.map(
    ([
      path,
      {
        fingerprint,
        dependencies: { translations, others },
        alternates,
      },
    ]): Row => {
      return [path, fingerprint, lists.indexOf(translations), others, alternates];
    },
  );
  return JSON.stringify([lists, rows]);
}

function parsePages(json: string): CachedPages {
  const [lists, rows] = JSON.parse(json) as [string[][], Row[]];
  return Object.fromEntries(
    rows.map(([path, fingerprint, list, others, alternates]) => [
      path,
      { fingerprint, dependencies: { translations: lists[list]!, others }, alternates },
    ]),
  );
}

type Row = [path: string, fingerprint: string, list: number, others: string[], alternates: Alternate[]];

/**
 * The page cache of this build.
 * @param reused editions of the last build
 * @param last page cache of the last build
 */
export function updatePageCache(
  { code, compression }: BuildSettings,
  reused: ManifestEdition[],
  built: BuiltEdition[],
  last: PageCache | undefined,
): PageCache {
  const old = reused.flatMap(({ root }) => {
    const edition = last?.get(root);
    return edition ? [[root, edition] as const] : [];
  });
  const written = built.map(({ manifest: { root }, pages }) => {
    const known = pagesIn(last?.get(root));
    const entries = [...pages].map(([path, { rendered, alternates }]) => {
      const { fingerprint, dependencies } = rendered ?? known[path]!;
      return [path, { fingerprint, dependencies, alternates }] as const;
    });
    const edition: CachedEdition = {
      fingerprint: editionFingerprint(code, editionAt(root)!),
      compression,
      alternates: hash('md5', JSON.stringify(entries.map(([path, page]) => [path, page.alternates]))),
      pages: formatPages(entries),
    };
    return [root, edition] as const;
  });
  return new Map([...old, ...written]);
}

/**
 * The pages whose alternates may have become wrong: those of brands where the alternates of an edition are not those of the last build.
 * @param fingerprintOf present fingerprint of an edition; editions that are not up to date are left out
 */
export function pagesToCompare(
  now: PageCache,
  last: PageCache | undefined,
  fingerprintOf: (edition: Edition) => string,
): TranslatedPage[] {
  const current = [...now].map(([root, cached]) => ({ root, edition: editionAt(root)!, cached }));
  const changed = new Set(
    current
      .filter(({ root, cached }) => cached.alternates !== last?.get(root)?.alternates)
      .map(({ edition }) => edition.brand),
  );
  return current
    .filter(({ edition, cached }) => changed.has(edition.brand) && cached.fingerprint === fingerprintOf(edition))
    .flatMap(({ edition, cached }) =>
      Object.entries(pagesIn(cached)).map(([path, { alternates }]) => ({ edition, path, alternates })),
    );
}

/** Writes the page cache of a build. It is written before the swap: a page cache without its build is never read. */
export function writePageCache(build: string, code: string, pageCache: PageCache): void {
  const lines = [...pageCache].map(([root, { fingerprint, compression, alternates, pages }]) =>
    [root, fingerprint, compression, alternates, pages].join('\t'),
  );
  writeSealedBytes(fileOf(build), code, Buffer.from(lines.join('\n')));
}

/** Removes the page caches of other builds. */
export function removeOtherPageCaches(build: string): void {
  for (const name of readdirSync(FOLDER)) {
    if (`${FOLDER}/${name}` !== fileOf(build)) rmSync(`${FOLDER}/${name}`);
  }
}

function readLine(line: string): [root: string, edition: CachedEdition] {
  // JSON has no tabs.
  const [root, fingerprint, compression, alternates, pages] = line.split('\t') as [
    string,
    string,
    Compression,
    string,
    string,
  ];
  return [root, { fingerprint, compression, alternates, pages }];
}

const fileOf = (build: string): string => `${FOLDER}/${build}`;
