import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';

import { type Edition, rootOf } from '../editions/editions.ts';
import { Mistake, mistakeOf, type Problem } from '../problems.ts';
import { builtEditions, editionAt, editions } from '../site.ts';
import { type AssembledEdition, assemble, write } from './assemble.ts';
import { type ManifestEdition, manifestFile, readManifest, toManifest, toManifestEdition } from './manifest.ts';
import { precompress } from './precompress.ts';
import { formatReport } from './report.ts';
import { caddyfile } from './servers/caddy.ts';
import { nginxConf } from './servers/nginx.ts';
import { checkPages, checkReciprocity, checkReferences } from './verify.ts';

const DIST = 'dist';
const NEXT = 'dist.next';
const OLD = 'dist.old';

/**
 * Makes complete website roots of the rendered pages and puts them in the place of the last build.
 * @param rendered folder that Astro has written
 * @returns the report to print
 * @throws Mistake where something is wrong; the last build then stays
 */
export async function publish(rendered: string): Promise<string> {
  rmSync(NEXT, { recursive: true, force: true });
  const assembled = assemble(builtEditions, rendered, NEXT);
  const problems = findProblems(assembled);
  await precompress(assembled, NEXT);
  const built = assembled.map((one) => toManifestEdition(one, NEXT));
  const report = formatReport(built, problems);
  if (problems.size) throw new Mistake(`${report}\n\n${mistakeOf([...problems.values()].flat()).message}`);
  const kept = keepOtherEditions();
  const manifest = toManifest(inConfiguredOrder([...built, ...kept]));
  write(manifestFile(NEXT), `${JSON.stringify(manifest, null, 2)}\n`);
  write(`${NEXT}/publish/nginx.conf`, nginxConf(manifest));
  write(`${NEXT}/publish/Caddyfile`, caddyfile(manifest));
  swap();
  return report;
}

/** Every edition that has problems, and which. */
function findProblems(assembled: AssembledEdition[]): Map<Edition, Problem[]> {
  const unanswered = checkReciprocity(assembled);
  const all = assembled.map((one): [Edition, Problem[]] => [
    one.edition,
    [...checkPages(one), ...checkReferences(one), ...unanswered.get(one.edition)!],
  ]);
  return new Map(all.filter(([, problems]) => problems.length));
}

/** Editions that this build leaves out (`HOSTS`) stay as they are, unless they were removed from the configuration. */
function keepOtherEditions(): ManifestEdition[] {
  if (!existsSync(manifestFile(DIST))) return [];
  const kept = readManifest(DIST).editions.filter(({ root }) => {
    const edition = editionAt(root);
    return edition && !builtEditions.includes(edition);
  });
  for (const { root } of kept) {
    cpSync(`${DIST}/${root}`, `${NEXT}/${root}`, { recursive: true, preserveTimestamps: true });
  }
  return kept;
}

function inConfiguredOrder(unordered: ManifestEdition[]): ManifestEdition[] {
  const byRoot = new Map(unordered.map((edition) => [edition.root, edition]));
  return editions.flatMap((edition) => byRoot.get(rootOf(edition)) ?? []);
}

function swap(): void {
  rmSync(OLD, { recursive: true, force: true });
  if (existsSync(DIST)) renameSync(DIST, OLD);
  renameSync(NEXT, DIST);
  rmSync(OLD, { recursive: true, force: true });
}
