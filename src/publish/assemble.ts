import { copyFileSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { type Edition, rootOf } from '../editions/editions.ts';
import { wordsFile } from '../i18n/words-file.ts';
import { type HeaderRule, headerRules, headersFile, SPECULATION_FILE, speculationRules } from './headers.ts';
import { gpcJson, robotsTxt, securityTxt, sitemapEntries, sitemapXml } from './host-files.ts';
import { type PublishedPage, readPage } from './read-page.ts';
import { redirectsFile } from './redirects.ts';

/** An edition as it is about to be published. */
export interface AssembledEdition {
  edition: Edition;
  pages: PublishedPage[];
  /** Every file below its root. */
  files: Set<string>;
  headers: HeaderRule[];
}

/** Moves the rendered pages of editions to a new `dist/` and adds what each needs to be a website root. */
export function assemble(editions: Edition[], rendered: string, dist: string): AssembledEdition[] {
  const pages = editions.map((edition): [Edition, PublishedPage[]] => [edition, takePages(edition, rendered, dist)]);
  return pages.map(([edition, own]) => {
    const root = `${dist}/${rootOf(edition)}`;
    const hostPages = pages.filter(([{ host }]) => host === edition.host);
    const headers = headerRules(own);
    addFiles(edition, hostPages, headers, root);
    addAssets(own, rendered, root);
    return { edition, pages: own, files: filesBelow(root), headers };
  });
}

/** Writes a file and the folders above it. */
export function write(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function takePages(edition: Edition, rendered: string, dist: string): PublishedPage[] {
  const root = `${dist}/${rootOf(edition)}`;
  mkdirSync(dirname(root), { recursive: true });
  renameSync(`${rendered}/${rootOf(edition)}`, root);
  return globSync('**/*.html', { cwd: root })
    .toSorted()
    .map((file) => readPage(file, readFileSync(`${root}/${file}`, 'utf8')));
}

function addFiles(
  edition: Edition,
  hostPages: [Edition, PublishedPage[]][],
  headers: HeaderRule[],
  root: string,
): void {
  const sitemap = sitemapEntries(edition, hostPages);
  if (sitemap.length) write(`${root}/sitemap.xml`, sitemapXml(sitemap));
  write(`${root}/robots.txt`, robotsTxt(edition, sitemap.length > 0));
  write(`${root}/.well-known/security.txt`, securityTxt(edition));
  write(`${root}/.well-known/gpc.json`, gpcJson(edition));
  write(`${root}/${SPECULATION_FILE}`, speculationRules());
  write(`${root}/_headers`, headersFile(headers));
  write(`${root}/_redirects`, redirectsFile);
  copyFileSync(`src/looks/${edition.brand.look}/favicon.svg`, `${root}/favicon.svg`);
  mkdirSync(`${root}/assets/i18n`, { recursive: true });
  copyFileSync(wordsFile(edition.lang), `${root}/assets/i18n/${edition.lang}.json`);
}

/** Only what the edition uses. */
function addAssets(pages: PublishedPage[], rendered: string, root: string): void {
  const assets = new Set(pages.flatMap((page) => page.assets));
  if (assets.size) mkdirSync(`${root}/_astro`);
  for (const asset of assets) copyFileSync(`${rendered}/${asset}`, `${root}/${asset}`);
}

function filesBelow(root: string): Set<string> {
  const entries = globSync(['**/*', '.well-known/*'], { cwd: root, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`);
  return new Set(files.map((file) => file.slice(root.length + 1)));
}
