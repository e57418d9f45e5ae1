import { readFileSync, statSync } from 'node:fs';

import { cachedBy, cachedByBoth } from '../../shared/cached-by.ts';
import { readIfPresent } from '../../shared/files/read-if-present.ts';
import type { Edition, Site } from '../../site/editions/editions.ts';
import { webManifest } from '../../site/head/web-manifest.ts';
import { hostFileNames, iconNames, MANIFEST } from '../../site/host-wide-files.ts';
import { visitorTranslations } from '../../site/i18n/translation-file.ts';
import { lookFolder, lookOf } from '../../site/looks/look.ts';
import type { SiteFolder } from '../../site/site-folder.ts';
import { staticFilesOf } from '../../site/static-files.ts';
import { reporterFiles } from '../../telemetry/settings.ts';
import type { RenderedPageFacts } from '../pages/page-facts.ts';
import { COMPILED_DIR } from '../renderer/adapter.ts';
import { keepEntry } from './file-entries.ts';
import { gpcJson, robotsTxt, securityTxt, sitemapEntries, sitemapFiles } from './host-text-files.ts';
import { speculationRules } from './speculation-rules.ts';

/** A script of its own, because a worker needs a URL that stays the same. */
const NOTIFICATION_WORKER = 'src/islands/chat/alerts/notification-worker.js';

/** The files of an edition beside its pages and their assets. */
export function editionFiles(edition: Edition, hostPages: [Edition, RenderedPageFacts[]][]): [string, Buffer][] {
  const { site, brand, lang } = edition;
  const read = (file: string): Buffer => readFile(site, file);
  const sitemap = sitemapEntries(edition, hostPages);
  const texts: [string, string][] = [
    ...sitemapFiles(edition, sitemap),
    [hostFileNames.robots, robotsTxt(edition, sitemap.length > 0)],
    [hostFileNames.security, securityTxt(edition)],
    [hostFileNames.privacyControl, gpcJson(edition)],
    [speculationRules.file, speculationRules.text],
    [MANIFEST, webManifest(edition)],
  ];
  return [
    ...[...staticFilesOf(edition)].map(([path, file]): [string, Buffer] => [path, read(file)]),
    ...texts.map(([file, text]): [string, Buffer] => [file, Buffer.from(text)]),
    [hostFileNames.notificationWorker, read(NOTIFICATION_WORKER)],
    ...iconNames.map((file): [string, Buffer] => [file, read(`${lookFolder(site.folder, brand.look)}/${file}`)]),
    [`assets/i18n/${lang}.json`, translationsOf(site.folder, lang)],
  ];
}

/** The scripts of error reports. */
export const reporterFilesOf = (site: Site): [string, Buffer][] =>
  reporterFiles.map((file) => [file, readFile(site, `${COMPILED_DIR}/client/${file}`)]);

const readFile = (site: Site, file: string): Buffer => readShort(site, file) ?? readFileSync(file);

/**
 * The assets that pages use, and the chunks that these import.
 * @param editions of the pages
 */
export function assetsOf(site: Site, editions: Edition[], pages: RenderedPageFacts[]): Map<string, Buffer> {
  const pictures = new Map(editions.flatMap(({ brand }) => [...lookOf(site.folder, brand.look).pictures]));
  // The loop below adds imported chunks.
  const assets = new Set(pages.flatMap((page) => page.assets));
  const files = new Map<string, Buffer>();
  for (const asset of assets) {
    const file = pictures.get(asset) ?? `${COMPILED_DIR}/client/${asset}`;
    // `checkRenderedLinks` reports the page that refers to a missing file.
    const content = chunkAt(site, file);
    if (!content) continue;
    files.set(asset, content);
    if (asset.endsWith('.js')) for (const imported of importsOf(content)) assets.add(imported);
  }
  return files;
}

/** The chunks that a chunk imports. */
const importsOf = cachedBy((chunk: Buffer) =>
  [...chunk.toString().matchAll(/\b(?:from|import)\s*\(?\s*["'`]\.\/([\w.-]+)["'`]/g)].map(
    ([, name]) => `_astro/${name}`,
  ),
);

const chunkAt = cachedByBoth((_site: Site, file: string): Buffer | undefined => {
  const content = readIfPresent(file);
  return content && keepEntry(content);
});

/** Longer files, such as videos of operators, are read again for each edition. */
const MAX_CACHED_BYTES = 1_000_000;

const translationsOf = cachedByBoth((folder: SiteFolder, lang: string) =>
  keepEntry(Buffer.from(visitorTranslations(folder, lang))),
);

/** Editions share most files. */
const readShort = cachedByBoth((_site: Site, file: string) =>
  statSync(file).size > MAX_CACHED_BYTES ? undefined : keepEntry(readFileSync(file)),
);
