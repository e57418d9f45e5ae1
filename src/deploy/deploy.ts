import { randomUUID } from 'node:crypto';

import { type Manifest, manifestFile, readManifest } from '../output/manifest.ts';
import { parseManifest } from '../output/parse-manifest.ts';
import { readIfPresent } from '../shared/files/read-if-present.ts';
import { UserError } from '../shared/user-error.ts';
import { DeployError } from './deploy-error.ts';
import { formatJournal, parseJournal } from './deploy-journal.ts';
import { type DeployPlan, type DeployReport, describePlan, reportOf } from './deploy-report.ts';
import { changedUrls, isNoPurge, joinPurges, planPurge } from './plan/plan-purge.ts';
import { planTransfer } from './plan/plan-transfer.ts';
import { selectHosts } from './plan/select-hosts.ts';
import type { Purger, PurgeRequest } from './purger.ts';
import { checkSizes } from './read-deploy-file.ts';
import type { Generation, Session, Target } from './target.ts';
import { verify } from './verify/verify.ts';

export interface DeployRequest {
  /** Name of the target in `deploy.config.ts`. */
  name: string;
  target: Target;
  purgers: Purger[];
  /** Where and how many URLs are fetched after the deployment; false for none. */
  verify: { address?: string | undefined; maxUrls: number } | false;
  /** Number of generations that stay in the target. */
  keep: number;
  /** Days for which hashed files are served after their last generation. */
  assetDays: number;
  /** Folder of the build. */
  dist: string;
  /** Generation of the target to go back to; undefined for the build. */
  to?: string | undefined;
  /** Hosts to exchange; undefined for all. */
  hosts?: string[] | undefined;
  /** Whether to say only what a deployment would do. */
  isDryRun: boolean;
  signal: AbortSignal;
}

export interface DeployProgress {
  /** A sentence for the operator, before the deployment starts. */
  say(sentence: string): void;
  /** The step that begins. */
  step(step: string): void;
  /** Bytes that the target has of those to send. */
  sent(bytes: number, total: number): void;
}

/** {@link DeployProgress} as a line of JSON, which `--json` prints to stderr. */
export type TransferEvent =
  | { type: 'say'; text: string }
  | { type: 'step'; text: string }
  | { type: 'sent'; bytes: number; total: number; secondsLeft: number | null };

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
  { dist, to, hosts, target, purgers, keep, assetDays }: DeployRequest,
  progress: DeployProgress,
): Promise<DeployPlan | undefined> {
  const journal = parseJournal(await session.readJournal());
  const servedBuild = generations.find(({ isServed }) => isServed)?.build;
  const isServed = (build: string): boolean => build === servedBuild && !journal;
  if (!hosts && isServed(to ?? readManifest(dist).build)) return undefined;
  const manifestOf = async (build: string | null | undefined): Promise<Manifest | undefined> =>
    build && generations.some((generation) => generation.build === build)
      ? readGeneration(session, build, progress)
      : undefined;
  const served = await manifestOf(servedBuild);
  const next = to !== undefined ? await generationNamed(session, to, generations) : built(dist, served, hosts);
  if (isServed(next.build)) return undefined;
  const kept = generationsToKeep(next.build, generations, keep);
  const day = new Date().toISOString().slice(0, 10);
  const retention = { day, days: assetDays, isKept: (build: string) => kept.includes(build) };
  const transfer = planTransfer(dist, next, served, target.carries, retention);
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
  { target, purgers, verify: verification, keep, signal }: DeployRequest,
  progress: DeployProgress,
): Promise<number> {
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
    if (verification) progress.step('Fetching changed URLs to compare them');
    const hasForms = target.carries('host/lang/index.html.br');
    const urls = changedUrls(purge, next);
    const verified = verification ? await verify({ next, urls, ...verification, hasForms, signal }) : 0;
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

/** The next generation, and the newest of the others. */
const generationsToKeep = (next: string, generations: Generation[], keep: number): string[] =>
  [next, ...generations.map(({ build }) => build).filter((build) => build !== next)].slice(0, keep);

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
