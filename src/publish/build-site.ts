import { rmSync } from 'node:fs';

import { rootOf } from '../editions/editions.ts';
import { Mistake, mistakeOf, type Problem } from '../problems.ts';
import { codeDigest } from '../renderer/code-digest.ts';
import { compile, isCompiled } from '../renderer/compile.ts';
import { builtEditions, editions } from '../site.ts';
import { buildHosts } from './build-hosts.ts';
import { changesBetween, summarise } from './changes.ts';
import { check } from './check.ts';
import { lockBuild } from './lock.ts';
import { type ManifestEdition, readLastManifest, toManifest } from './manifest.ts';
import { pagesIn, readMemory, remember } from './memory.ts';
import { planBuild } from './plan.ts';
import { publish } from './publish.ts';
import { formatReport } from './report.ts';
import { NEXT, recover } from './swap.ts';
import { inThread } from './thread.ts';
import { checkReciprocity } from './verify.ts';

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
    const whole = inThread<undefined, Set<string>>('./whole-thread.ts', undefined);
    whole.catch(() => {});
    await checkAndCompile(code, force);
    return await update(code, await whole, { force, compression });
  } catch (error) {
    throw isDiskFull(error) ? new Mistake('The disk is full. The last build stays; make room and build again.') : error;
  } finally {
    rmSync(NEXT, { recursive: true, force: true });
    unlock();
  }
}

/** Checks words and texts while the program is being compiled, where that has to be done. */
async function checkAndCompile(code: string, force: boolean): Promise<void> {
  if (!force && isCompiled(code)) return refuse(check(code));
  const compiled = compile(code);
  // An editor's mistakes go before whatever is wrong with the program.
  compiled.catch(() => {});
  refuse(await inThread<string, Problem[]>('./check-thread.ts', code));
  await compiled;
}

function refuse(problems: Problem[]): void {
  if (problems.length) throw mistakeOf(problems);
}

async function update(code: string, whole: Set<string>, { force, compression }: BuildOptions): Promise<string> {
  const last = readLastManifest();
  const known = last && !force ? readMemory(last.build, code) : undefined;
  const plan = planBuild(code, { manifest: last, whole, memory: known }, compression);
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
