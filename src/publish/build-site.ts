import { rmSync } from 'node:fs';

import { checkContent } from '../check/check-content.ts';
import { type Inspections, inspectWith } from '../check/inspect.ts';
import { rootOf } from '../editions/editions.ts';
import { Mistake, mistakeOf } from '../problems.ts';
import { codeDigest } from '../renderer/code-digest.ts';
import { compile } from '../renderer/compile.ts';
import { builtEditions, editions } from '../site.ts';
import { buildHosts } from './build-hosts.ts';
import { readCache, writeCache } from './cache.ts';
import { changesBetween, summarise } from './changes.ts';
import { lockBuild } from './lock.ts';
import { type ManifestEdition, readLastManifest, toManifest } from './manifest.ts';
import { pagesIn, readMemory, remember } from './memory.ts';
import { planBuild } from './plan.ts';
import { publish } from './publish.ts';
import { formatReport } from './report.ts';
import { NEXT, recover } from './swap.ts';
import { checkReciprocity } from './verify.ts';

const INSPECTIONS = '.cache/texts.json';

export interface BuildOptions {
  /** Compiles and renders everything, whatever the last build left. */
  force: boolean;
  /** Puts Brotli and gzip beside every text file. */
  compression: boolean;
}

/**
 * Brings `dist/` up to date: renders what has changed since the last build, carries the rest, and puts the result in the
 * place of the last build.
 * @returns the report to print
 * @throws Mistake where something is wrong; the last build then stays
 */
export async function buildSite({ force, compression }: BuildOptions): Promise<string> {
  const unlock = lockBuild();
  try {
    recover();
    const code = codeDigest();
    check(code);
    await compile(code, force);
    return await update(code, force, compression);
  } catch (error) {
    throw isDiskFull(error) ? new Mistake('The disk is full. The last build stays; make room and build again.') : error;
  } finally {
    rmSync(NEXT, { recursive: true, force: true });
    unlock();
  }
}

/** Texts that have been found right are not read again. */
function check(code: string): void {
  const known = readCache<Inspections>(INSPECTIONS, code) ?? {};
  const problems = checkContent(editions, inspectWith(known));
  writeCache(INSPECTIONS, code, known);
  if (problems.length) throw mistakeOf(problems);
}

async function update(code: string, force: boolean, compression: boolean): Promise<string> {
  const last = readLastManifest();
  const known = last && !force ? readMemory(last.build, code) : undefined;
  const plan = planBuild(code, last, known, compression);
  const built = await buildHosts({ hosts: plan.hosts, compression });
  const memory = remember(code, plan, built, known);
  const manifest = toManifest(inConfiguredOrder([...plan.carried, ...built.map((edition) => edition.manifest)]));
  const ours = builtEditions.map(rootOf);
  const problems = [...built.flatMap((edition) => edition.problems), ...checkReciprocity(pagesIn(memory))];
  const report = formatReport(
    manifest.editions.filter(({ root }) => ours.includes(root)),
    built,
    problems,
  );
  if (problems.length) throw new Mistake(`${report}\n\n${mistakeOf(problems).message}`);
  const changes = changesBetween(last, manifest, ours);
  const isWritten = built.some((edition) => edition.isWritten);
  publish({ code, manifest, memory, changes, carried: plan.carried, isWritten }, last);
  return `${report}\n${summarise(changes.editions)}`;
}

function inConfiguredOrder(unordered: ManifestEdition[]): ManifestEdition[] {
  const byRoot = new Map(unordered.map((edition) => [edition.root, edition]));
  return editions.flatMap((edition) => byRoot.get(rootOf(edition)) ?? []);
}

const isDiskFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
