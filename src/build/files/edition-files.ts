import { existsSync, readFileSync } from 'node:fs';

import { type HeaderRule, SPECULATION_FILE } from '../../output/headers.ts';
import type { Edition } from '../../site/editions/editions.ts';
import { wordsFile } from '../../site/i18n/translation-file.ts';
import { staticFilesOf } from '../../site/static-files.ts';
import { reporterFiles } from '../../telemetry/settings.ts';
import type { PublishedPage } from '../pages/page-facts.ts';
import { COMPILED_DIR } from '../renderer/adapter.ts';
import { headersFile, speculationRules } from './header-rules.ts';
import { redirectsFile } from './redirects.ts';
import { gpcJson, robotsTxt, securityTxt, sitemapEntries, sitemapXml } from './sitemap-robots-security.ts';

/** What a website root needs beside its pages and their assets. */
export function rootFiles(
  edition: Edition,
  hostPages: [Edition, PublishedPage[]][],
  headers: HeaderRule[],
  assets: string[],
): [string, Buffer][] {
  const sitemap = sitemapEntries(edition, hostPages);
  const texts: [string, string][] = [
    ...(sitemap.length ? [['sitemap.xml', sitemapXml(sitemap)] as [string, string]] : []),
    ['robots.txt', robotsTxt(edition, sitemap.length > 0)],
    ['.well-known/security.txt', securityTxt(edition)],
    ['.well-known/gpc.json', gpcJson(edition)],
    [SPECULATION_FILE, speculationRules()],
    ['_headers', headersFile(headers, assets)],
    ['_redirects', redirectsFile],
  ];
  return [
    ...[...staticFilesOf(edition)].map(([path, file]): [string, Buffer] => [path, read(file)]),
    ...texts.map(([file, text]): [string, Buffer] => [file, Buffer.from(text)]),
    ['favicon.svg', read(`src/themes/looks/${edition.brand.look}/favicon.svg`)],
    [`assets/i18n/${edition.lang}.json`, read(wordsFile(edition.lang))],
    ...reporterFiles.map((file): [string, Buffer] => [file, read(`${COMPILED_DIR}/client/${file}`)]),
  ];
}

/** Only what the pages use, and what that imports. */
export function assetsOf(pages: PublishedPage[]): Map<string, Buffer> {
  // Grows while it is walked through.
  const assets = new Set(pages.flatMap((page) => page.assets));
  const files = new Map<string, Buffer>();
  for (const asset of assets) {
    const file = `${COMPILED_DIR}/client/${asset}`;
    // `checkReferences` names the page that asks for it.
    if (!contents.has(file) && !existsSync(file)) continue;
    const content = read(file);
    files.set(asset, content);
    if (asset.endsWith('.js')) for (const imported of importsOf(content)) assets.add(imported);
  }
  return files;
}

const imports = new Map<Buffer, string[]>();

/** The chunks that a chunk names. */
function importsOf(chunk: Buffer): string[] {
  const known =
    imports.get(chunk) ??
    [...chunk.toString().matchAll(/\b(?:from|import)\s*\(?\s*["'`]\.\/([\w.-]+)["'`]/g)].map(
      ([, name]) => `_astro/${name}`,
    );
  imports.set(chunk, known);
  return known;
}

const contents = new Map<string, Buffer>();

/** Longer files, such as films of operators, are read for each edition again. */
const REMEMBERED_BYTES = 1_000_000;

/** Many editions have the same file. */
function read(file: string): Buffer {
  const content = contents.get(file) ?? readFileSync(file);
  if (content.length <= REMEMBERED_BYTES) contents.set(file, content);
  return content;
}
