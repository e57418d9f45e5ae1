import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

import { type Edition, rootOf } from '../editions/editions.ts';
import { wordsFile } from '../i18n/words-file.ts';
import { mistakeOf, type Problem } from '../problems.ts';
import { builtEditions, editionAt, editions } from '../site.ts';
import { gpcJson, robotsTxt, securityTxt, sitemapEntries, sitemapXml } from './host-files.ts';
import { type ManifestEdition, manifestFile, readManifest, toManifest, toManifestEdition } from './manifest.ts';
import { type PublishedPage, readPage } from './read-page.ts';
import { formatReport } from './report.ts';
import { type AssembledEdition, checkReciprocity, checkReferences } from './verify.ts';

const DIST = 'dist';
const NEXT = 'dist.next';
const OLD = 'dist.old';

/**
 * Makes complete website roots of the rendered pages and puts them in the place of the last build.
 * @param rendered folder that Astro has written
 * @returns the report to print
 * @throws Mistake where something is wrong; the last build then stays
 */
export function publish(rendered: string): string {
  rmSync(NEXT, { recursive: true, force: true });
  const kept = keepOtherEditions();
  const pages = builtEditions.map((edition): [Edition, PublishedPage[]] => [edition, takePages(edition, rendered)]);
  const assembled = pages.map(([edition, own]) => assemble(edition, own, pages, rendered));
  const problems = findProblems(assembled);
  const built = assembled.map(({ edition, files }) => toManifestEdition(edition, NEXT, files));
  const report = formatReport(built, problems);
  if (problems.size) throw mistakeOf([...problems.values()].flat());
  write(manifestFile(NEXT), `${JSON.stringify(toManifest(inConfiguredOrder([...built, ...kept])), null, 2)}\n`);
  swap();
  return report;
}

/** Editions that this build leaves out (`HOSTS`) stay as they are, unless they were removed from the configuration. */
function keepOtherEditions(): ManifestEdition[] {
  if (!existsSync(manifestFile(DIST))) return [];
  const kept = readManifest(DIST).editions.filter(({ root }) => {
    const edition = editionAt(root);
    return edition && !builtEditions.includes(edition);
  });
  for (const { root } of kept)
    cpSync(`${DIST}/${root}`, `${NEXT}/${root}`, { recursive: true, preserveTimestamps: true });
  return kept;
}

function takePages(edition: Edition, rendered: string): PublishedPage[] {
  const root = `${NEXT}/${rootOf(edition)}`;
  mkdirSync(dirname(root), { recursive: true });
  renameSync(`${rendered}/${rootOf(edition)}`, root);
  return globSync('**/*.html', { cwd: root })
    .toSorted()
    .map((file) => readPage(file, readFileSync(`${root}/${file}`, 'utf8')));
}

function assemble(
  edition: Edition,
  own: PublishedPage[],
  all: [Edition, PublishedPage[]][],
  rendered: string,
): AssembledEdition {
  const root = `${NEXT}/${rootOf(edition)}`;
  const sitemap = sitemapEntries(
    edition,
    all.filter(([{ host }]) => host === edition.host),
  );
  write(`${root}/robots.txt`, robotsTxt(edition, sitemap.length > 0));
  if (sitemap.length) write(`${root}/sitemap.xml`, sitemapXml(sitemap));
  write(`${root}/.well-known/security.txt`, securityTxt(edition));
  write(`${root}/.well-known/gpc.json`, gpcJson(edition));
  copy(`${rendered}/looks/${edition.brand.look}/favicon.svg`, `${root}/favicon.svg`);
  copy(wordsFile(edition.lang), `${root}/assets/i18n/${edition.lang}.json`);
  const files = globSync(['**/*', '.well-known/*'], { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length + 1));
  return { edition, pages: own, files: new Set(files) };
}

function findProblems(assembled: AssembledEdition[]): Map<Edition, Problem[]> {
  const strangers = checkReciprocity(assembled);
  const found = assembled.map(({ edition, ...rest }): [Edition, Problem[]] => [
    edition,
    [...checkReferences({ edition, ...rest }), ...strangers.get(edition)!],
  ]);
  return new Map(found.filter(([, problems]) => problems.length));
}

function inConfiguredOrder(built: ManifestEdition[]): ManifestEdition[] {
  const byRoot = new Map(built.map((edition) => [edition.root, edition]));
  return editions.flatMap((edition) => byRoot.get(rootOf(edition)) ?? []);
}

function swap(): void {
  rmSync(OLD, { recursive: true, force: true });
  if (existsSync(DIST)) renameSync(DIST, OLD);
  renameSync(NEXT, DIST);
  rmSync(OLD, { recursive: true, force: true });
}

function write(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}
