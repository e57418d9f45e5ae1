import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';

import { type Manifest, manifestFile, readManifest } from '../../output/manifest.ts';
import { parseManifest } from '../../output/parse-manifest.ts';
import { listFirst, UserError } from '../../shared/user-error.ts';
import { DeployError } from '../deploy-error.ts';
import { formatJournal } from '../deploy-journal.ts';
import type { DeployProgress, DeployRequest } from '../deploy-request.ts';
import { filesByPath, withoutKept } from '../files-by-path.ts';
import { changedUrls, isNoPurge, urlsOfFiles } from '../plan/plan-purge.ts';
import type { PurgeRequest } from '../purger.ts';
import type { Depth, Drift, Session } from '../target.ts';
import { isHarmful } from '../targets/compare-listing.ts';
import { isAnswered, verify } from '../verify/verify.ts';

export interface InspectRequest extends Pick<
  DeployRequest,
  'name' | 'target' | 'purgers' | 'verify' | 'dist' | 'signal'
> {
  /** Whether to mend differences. */
  isRepair: boolean;
}

/** Output of `--verify all` and `--repair` with `--json`. */
export interface InspectReport {
  target: string;
  /** Generation that visitors have. */
  build: string;
  /** Files that were compared; 0 where the target lets nobody read them. */
  files: number;
  /** URLs that were fetched and compared. */
  urls: number;
  /** Places that were mended. */
  mended: Drift[];
  seconds: number;
}

/** @example production serves 0ce5… as it was deployed: 76,800 files and 25,600 URLs compared, 31.2 s. */
export function formatInspection({ target, build, files, urls, mended, seconds }: InspectReport): string {
  const compared = [files ? `${number(files)} files` : '', urls ? `${number(urls)} URLs` : ''].filter(Boolean);
  return [
    ...mended.map(({ path, fault }) => `Mended: ${path} ${fault.replace(/^is /, 'was ').replace(/^has /, 'had ')}`),
    `${target} serves ${build} as it was deployed: ${compared.join(' and ') || 'nothing'} compared, ${seconds} s.`,
  ].join('\n');
}

/** Places in a message. */
const MAX_NAMED = 20;

/**
 * Compares everything that a target serves with its deployment: each file by its content, then each URL. Mends differences where asked to.
 * @throws DeployError that names the differences
 */
export async function inspectTarget(
  { name, target, purgers, verify: verification, dist, signal, isRepair }: InspectRequest,
  progress: DeployProgress,
): Promise<InspectReport> {
  const startMs = performance.now();
  progress.step('Taking the lease of the target');
  const session = await target.open(signal);
  try {
    let generation = await servedGeneration(session, dist);
    let drift = await driftOf(session, generation, 'content', progress);
    let mended: Drift[] = [];
    if (isRepair && !session.repair)
      throw new DeployError(
        'wrongUse',
        `${name} lets nobody read or change its files, so that nothing can be mended there. Where URLs differ, deploy a build.`,
      );
    if (drift.length && isRepair && session.repair) {
      progress.step(`Mending ${drift.length} place(s)`);
      // After a kill the next deployment has caches forget everything.
      const id = randomUUID();
      await session.writeJournal(formatJournal({ from: null, id }));
      const before = drift;
      [generation, drift] = await repair(session, session.repair, generation, drift, dist, progress);
      const left = new Set(drift.map(({ path }) => path));
      mended = before.filter(({ path }) => !left.has(path));
      const purge = purgeOf(generation, mended);
      for (const purger of isNoPurge(purge) ? [] : purgers)
        await purger.purge(purge, signal, `${id} ${generation.build}`);
      await session.writeJournal(undefined);
    }
    if (drift.length) throw new DeployError('differs', describeDrift(name, drift));
    const urls = isRepair ? changedUrls(purgeOf(generation, mended), generation) : changedUrls(EVERYTHING, generation);
    const hasForms = target.carries('host/lang/index.html.br');
    if (verification && urls[0] !== undefined) {
      progress.step('Fetching URLs to compare them');
      if (!(await isAnswered(urls[0], verification.address, signal)))
        throw new DeployError(
          'differs',
          `Nothing answers ${urls[0]}. Start the server, or correct "verify" of ${name}.`,
        );
    }
    const onUrl = counter(urls.length, 'URLs', progress);
    return {
      target: name,
      build: generation.build,
      files: session.inspect ? filesByPath(generation).size : 0,
      urls: verification
        ? await verify({ next: generation, urls, ...verification, maxUrls: Infinity, hasForms, signal, onUrl })
        : 0,
      mended,
      seconds: Math.round((performance.now() - startMs) / 100) / 10,
    };
  } finally {
    await session.close().catch(() => undefined);
  }
}

/**
 * Mends a generation. Files that only open pages request, and that neither the build nor the target has whole, are removed: a script that is
 * missing does less harm than a wrong one.
 * @returns the generation, and the places that are left
 */
export async function repair(
  session: Session,
  mend: NonNullable<Session['repair']>,
  generation: Manifest,
  drift: Drift[],
  dist: string,
  progress: DeployProgress,
): Promise<[Manifest, Drift[]]> {
  let left = drift;
  // A file without rights shows its content in the second round.
  for (let round = 1; round <= 2 && left.length; round += 1) {
    await mend(generation, left, dist);
    left = await driftOf(session, generation, 'content', progress);
  }
  const lost = new Set(left.filter(isHarmful).map(({ path }) => path));
  const next = withoutKept(generation, (path) => lost.has(path));
  if (filesByPath(next).size === filesByPath(generation).size) return [generation, left];
  const inManifest = { path: 'publish/manifest.json', fault: 'has other content' };
  await mend(next, [...(await driftOf(session, next, 'content', progress)), inManifest], dist);
  return [next, await driftOf(session, next, 'content', progress)];
}

const EVERYTHING = { urls: [], editions: [], isEverything: true };

/** Caches may have the wrong answers. Configurations of servers and files without a manifest count for every URL. */
function purgeOf(generation: Manifest, mended: Drift[]): PurgeRequest {
  const files = filesByPath(generation);
  return mended.some(({ path }) => !files.has(path) && path !== '.')
    ? EVERYTHING
    : {
        urls: urlsOfFiles(
          generation,
          mended.map(({ path }) => path),
        ),
        editions: [],
        isEverything: false,
      };
}

/** Where a generation of a target differs from its manifest; nothing where its files cannot be read. */
export async function driftOf(
  session: Session,
  generation: Manifest,
  depth: Depth,
  progress: DeployProgress,
): Promise<Drift[]> {
  progress.step('Comparing the files of the target');
  return (await session.inspect?.(generation, depth, counter(filesByPath(generation).size, 'files', progress))) ?? [];
}

/** The places that differ, and the command that mends them. */
export const describeDrift = (name: string, drift: Drift[]): string =>
  [
    `${drift.length} place(s) of ${name} are not as they were deployed:`,
    ...listFirst(
      drift.map(({ path, fault }) => `${path} ${fault}`),
      MAX_NAMED,
    ),
    `Mend them: npm run deploy -- ${name} --repair. What neither dist/ nor the target has is mended by building that state again, or by the next deployment.`,
  ].join('\n');

/** Least time between two counts. */
const INTERVAL_MS = 1000;

/** Counts finished things, and says how many a second. */
export function counter(total: number, noun: string, progress: DeployProgress): () => void {
  const startMs = performance.now();
  let saidMs = startMs;
  let done = 0;
  return () => {
    done += 1;
    const nowMs = performance.now();
    if (nowMs - saidMs < INTERVAL_MS) return;
    saidMs = nowMs;
    const rate = Math.round((done * 1000) / (nowMs - startMs));
    progress.step(`Comparing: ${number(done)} of ${number(total)} ${noun}, ${number(rate)} a second`);
  };
}

/** @throws UserError where the manifest of the generation is damaged, and `dist/` has another build */
export async function servedGeneration(session: Session, dist: string): Promise<Manifest> {
  if ((await session.readJournal()) !== undefined)
    throw new UserError('The last deployment did not end. Run it again first: it finishes what is open.');
  const served = (await session.generations()).find(({ isServed }) => isServed);
  if (!served) throw new UserError('The target serves no generation that a deployment made. Deploy first.');
  try {
    return parseManifest(await session.manifest(served.build), `The manifest of generation ${served.build}`);
  } catch (error) {
    if (existsSync(manifestFile(dist)) && readManifest(dist).build === served.build) return readManifest(dist);
    throw new UserError(
      `The manifest of generation ${served.build} cannot be read: ${(error as Error).message}\nDeploy a build, which replaces everything.`,
      { cause: error },
    );
  }
}

const number = (amount: number): string => amount.toLocaleString('en');
