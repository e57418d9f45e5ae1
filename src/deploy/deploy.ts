import { randomUUID } from 'node:crypto';

import { type Manifest, manifestFile, readManifest } from '../output/manifest.ts';
import { parseManifest } from '../output/parse-manifest.ts';
import { readIfPresent } from '../shared/files/read-if-present.ts';
import { UserError } from '../shared/user-error.ts';
import { DeployError } from './deploy-error.ts';
import { formatJournal, parseJournal } from './deploy-journal.ts';
import { type DeployPlan, type DeployReport, describePlan, reportOf } from './deploy-report.ts';
import type { DeployProgress, DeployRequest } from './deploy-request.ts';
import { counter, describeDrift, driftOf, repair } from './inspect/inspect-target.ts';
import { changedUrls, isNoPurge, joinPurges, planPurge } from './plan/plan-purge.ts';
import { planTransfer } from './plan/plan-transfer.ts';
import { selectHosts } from './plan/select-hosts.ts';
import type { PurgeRequest } from './purger.ts';
import { checkSizes } from './read-deploy-file.ts';
import type { Depth, Generation, Session } from './target.ts';
import { isHarmful } from './targets/compare-listing.ts';
import { isAnswered, verify } from './verify/verify.ts';

/**
 * Brings a build, or an earlier generation, to visitors. Nothing is touched where the target serves it already.
 * @throws DeployError with the exit code, and with the generation that visitors have
 */
export async function deploy(request: DeployRequest, progress: DeployProgress): Promise<DeployReport> {
  const startMs = performance.now();
  progress.step('Taking the lease of the target');
  const session = await request.target.open(request.signal);
  try {
    progress.step('Comparing with the target');
    request.signal.throwIfAborted();
    const generations = await session.generations();
    const plan = await planDeployment(session, generations, request, progress);
    if (!plan) return { ...reportOf(request.name, undefined, generations, startMs), isDryRun: request.isDryRun };
    for (const sentence of describePlan(plan, request)) progress.say(sentence);
    const verified = request.isDryRun ? 0 : await carryOut(session, plan, request, progress);
    return { ...reportOf(request.name, plan, generations, startMs), isDryRun: request.isDryRun, verified };
  } finally {
    // A lease that is not given back ends by itself. An error here would hide that of the deployment.
    await session.close().catch(() => undefined);
  }
}

/** @returns undefined where there is nothing to do */
async function planDeployment(
  session: Session,
  generations: Generation[],
  { name, dist, to, hosts, target, purgers, keep, assetDays }: DeployRequest,
  progress: DeployProgress,
): Promise<DeployPlan | undefined> {
  const journal = parseJournal(await session.readJournal());
  const servedBuild = generations.find(({ isServed }) => isServed)?.build;
  const manifestOf = async (build: string | null | undefined): Promise<Manifest | undefined> =>
    build && generations.some((generation) => generation.build === build)
      ? readGeneration(session, build, progress)
      : undefined;
  const served = await manifestOf(servedBuild);
  // A manifest that cannot be read is written again.
  const isUpToDate = (build: string): boolean => build === served?.build && !journal;
  if (!hosts && isUpToDate(to ?? readManifest(dist).build)) {
    await refuseDrift(session, served, name, progress);
    return undefined;
  }
  const next = to !== undefined ? await generationNamed(session, to, generations) : built(dist, served, hosts);
  if (isUpToDate(next.build)) {
    await refuseDrift(session, served, name, progress);
    return undefined;
  }
  const kept = generationsToKeep(next.build, generations, keep);
  const day = new Date().toISOString().slice(0, 10);
  const retention = { day, days: assetDays, isKept: (build: string) => kept.includes(build) };
  const transfer = planTransfer(dist, next, served, target.carries, retention, journal !== undefined);
  if (!target.keepsVary || !purgers.every(({ keepsVary }) => keepsVary)) refuseDictionaries(next);
  const unfinished = journal && planPurge(await manifestOf(journal.from), served ?? next);
  const ahead = planPurge(served, next);
  const purge: PurgeRequest = unfinished ? joinPurges(unfinished, ahead) : ahead;
  const costs = isNoPurge(purge) ? [] : purgers.map((purger) => purger.describe(purge));
  return { transfer, purge, costs, generations, journal, isBack: to !== undefined };
}

/** @returns number of URLs that were verified */
async function carryOut(
  session: Session,
  plan: DeployPlan,
  request: DeployRequest,
  progress: DeployProgress,
): Promise<number> {
  const { name, target, purgers, keep, dist, signal } = request;
  const { transfer, purge, generations, journal, isBack } = plan;
  const { next, served, changed } = transfer;
  let visitors = served ? `Visitors have generation ${served.build} as before.` : 'Visitors have what they had before.';
  try {
    if (!isBack) {
      progress.step('Sending');
      checkSizes(transfer);
      const total = changed.reduce((sum, { bytes }) => sum + bytes, 0);
      let sent = 0;
      await session.upload(transfer, (bytes) => progress.sent((sent += bytes), total));
    }
    if (generations.some(({ build }) => build === next.build))
      await mendGeneration(session, next.build, target.depthBeforeSwitch, { name, dist }, progress);
    signal.throwIfAborted();
    const purging = journal ?? { from: served?.build ?? null, id: randomUUID() };
    await session.writeJournal(formatJournal(purging));
    visitors = `Visitors have ${served ? `generation ${served.build} or ` : ''}generation ${next.build}. Run the command again: it finishes the deployment.`;
    progress.step(`Switching to ${next.build}`);
    await session.activate(transfer);
    visitors = `Visitors have generation ${next.build}; caches may have earlier answers. Run the command again: it finishes the deployment.`;
    if (purgers.length && !isNoPurge(purge)) {
      progress.step('Purging caches');
      for (const purger of purgers) await purger.purge(purge, signal, `${purging.id} ${next.build}`);
    }
    const verified = await verifyChanges(changedUrls(purge, next), generations, next, request, progress);
    await session.writeJournal(undefined);
    visitors = `Visitors have generation ${next.build}.`;
    progress.step('Removing old generations');
    await session.prune(generationsToKeep(next.build, generations, keep));
    return verified;
  } catch (error) {
    if (error instanceof DeployError) throw error;
    throw new DeployError('failed', `${(error as Error).message}\n${visitors}`, { cause: error });
  }
}

/** A target that serves the build already may have been changed since. @throws DeployError that names the differences of a first look */
async function refuseDrift(
  session: Session,
  served: Manifest | undefined,
  name: string,
  progress: DeployProgress,
): Promise<void> {
  const drift = served ? await driftOf(session, served, 'size', progress) : [];
  if (drift.length) throw new DeployError('differs', describeDrift(name, drift));
}

/** Looks at a generation that lies in the target already, before visitors get it, and mends it. @throws DeployError where it cannot */
async function mendGeneration(
  session: Session,
  build: string,
  depth: Depth,
  { name, dist }: Pick<DeployRequest, 'name' | 'dist'>,
  progress: DeployProgress,
): Promise<void> {
  const generation = await readGeneration(session, build, progress);
  if (!generation || !session.repair) return;
  const drift = await driftOf(session, generation, depth, progress);
  if (!drift.length) return;
  const [, after] = await repair(session, session.repair, generation, drift, dist, progress);
  const left = after.filter(isHarmful);
  if (left.length) throw new DeployError('failed', `Generation ${build} is damaged. ${describeDrift(name, left)}`);
}

/** The next generation, and the newest of the others. */
const generationsToKeep = (next: string, generations: Generation[], keep: number): string[] =>
  [next, ...generations.map(({ build }) => build).filter((build) => build !== next)].slice(0, keep);

/** @returns number of URLs that were compared */
async function verifyChanges(
  urls: string[],
  generations: Generation[],
  next: Manifest,
  { name, target, verify: verification, signal }: DeployRequest,
  progress: DeployProgress,
): Promise<number> {
  const [url] = urls;
  if (!verification || url === undefined) return 0;
  progress.step('Fetching changed URLs to compare them');
  if (!generations.length && !(await isAnswered(url, verification.address, signal))) {
    progress.say(
      `Nothing answers ${url} yet. Start the server, and compare everything: npm run deploy -- ${name} --verify all`,
    );
    return 0;
  }
  const hasForms = target.carries('host/lang/index.html.br');
  const onUrl = counter(Math.min(urls.length, verification.maxUrls), 'URLs', progress);
  return verify({ next, urls, ...verification, hasForms, signal, onUrl });
}

/** The build, or with hosts the served generation with those hosts of the build. */
function built(dist: string, served: Manifest | undefined, hosts: string[] | undefined): Manifest {
  const file = manifestFile(dist);
  const text = readIfPresent(file);
  if (!text) throw new UserError(`${file} is missing. Build the site first: npm run build -- --compress best`);
  const manifest = parseManifest(text.toString(), file);
  return hosts ? selectHosts(manifest, served, hosts) : manifest;
}

/** @throws DeployError that lists the generations, where the target has none of this name */
async function generationNamed(session: Session, build: string, generations: Generation[]): Promise<Manifest> {
  if (generations.some((generation) => generation.build === build))
    return parseManifest(await session.manifest(build), `The manifest of generation ${build}`);
  const lines = generations.map(
    ({ build: each, deployedAt, isServed }) => `  ${each}  ${deployedAt}${isServed ? '  (served)' : ''}`,
  );
  throw new DeployError(
    'wrongUse',
    [`The target has no generation ${build}. ${lines.length ? 'It has:' : 'It has none.'}`, ...lines].join('\n'),
  );
}

/** @returns undefined where the manifest is refused: then all files are sent, and caches forget everything */
async function readGeneration(
  session: Session,
  build: string,
  progress: DeployProgress,
): Promise<Manifest | undefined> {
  try {
    return parseManifest(await session.manifest(build), `The manifest of generation ${build}`);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    progress.say(`${error.message}\nEverything is sent and purged.`);
    return undefined;
  }
}

/** A cache that ignores the dictionary of a request would send pages that no browser can read. */
function refuseDictionaries({ editions }: Manifest): void {
  const withDictionary = editions.find(({ files }) => Object.keys(files).some((file) => /\.dc[bz]$/.test(file)));
  if (withDictionary)
    throw new DeployError(
      'wrongUse',
      `${withDictionary.root} is compressed with a dictionary, and this target, or a cache of its "purge", cannot keep such answers apart. Build without --dictionaries.`,
    );
}
