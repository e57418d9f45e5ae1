import type { Manifest, ManifestEdition } from '../../output/manifest.ts';
import { retainAssets } from '../../output/retain-assets.ts';
import { intactFiles } from '../../output/reuse-files.ts';
import { UserError } from '../../shared/user-error.ts';
import { nextBuildDay } from '../../site/content.ts';
import { type Edition, editionAt, rootOf, type Site } from '../../site/editions/editions.ts';
import { type EditionTask, trackedPathsOf, type BuildSettings } from '../build-host.ts';
import { readPageInputs } from '../files/page-cache.ts';
import { editionFingerprint, pageFingerprint } from '../pages/input-fingerprints.ts';
import type { BuildRecord } from './build-record.ts';

export interface BuildPlan {
  /** Editions whose files are those of the last build. */
  reused: ManifestEdition[];
  /** Editions to build, by host. */
  hosts: EditionTask[][];
}

/** The build in `dist/`. */
interface LastBuild {
  manifest: Manifest | undefined;
  /** See `StagedBuild`. */
  intact: Promise<Set<string>>;
  record: BuildRecord | undefined;
}

/**
 * Decides which editions a build reuses and which pages of the others it renders.
 * @throws UserError where an edition of a host outside this build is damaged
 */
export async function planBuild(
  site: Site,
  settings: BuildSettings,
  { manifest, intact, record }: LastBuild,
): Promise<BuildPlan> {
  const { editions, builtEditions } = site;
  const { dist } = settings.output;
  const lastAt = new Map(manifest?.editions.map((edition) => [edition.root, edition]));
  const tasksOf = (onHost: Edition[]): EditionTask[] =>
    onHost.map((edition) => taskOf(settings, edition, lastAt.get(rootOf(edition)), record));
  const hosts = [...Map.groupBy(editions, ({ host }) => host).values()].map((onHost) => {
    const before = onHost.flatMap((edition) => lastAt.get(rootOf(edition)) ?? []);
    const isBuilt = onHost.every((edition) => builtEditions.includes(edition));
    const isReusable =
      before.length === onHost.length && onHost.every((edition) => isUpToDate(settings, edition, record));
    return { onHost, before, isBuilt, tasks: isBuilt && !isReusable ? tasksOf(onHost) : undefined };
  });
  // A worker stages the last build until here.
  const whole = await intact;
  const plan: BuildPlan = { reused: [], hosts: [] };
  for (const { onHost, before, isBuilt, tasks } of hosts) {
    if (!isBuilt) plan.reused.push(...before.map((edition) => requireIntact(dist, edition, whole)));
    else if (tasks || !before.every(({ root }) => whole.has(root))) plan.hosts.push(tasks ?? tasksOf(onHost));
    else
      plan.reused.push(
        ...before.map((edition) => reuse(dist, edition, site, nextBuildDay(editionAt(site, edition.root)))),
      );
  }
  return plan;
}

const isUpToDate = (settings: BuildSettings, edition: Edition, record: BuildRecord | undefined): boolean =>
  record?.[rootOf(edition)]?.fingerprint === editionFingerprint(settings.code, edition) &&
  hasCompressedForms(settings, edition, record);

const hasCompressedForms = (
  { compression }: BuildSettings,
  edition: Edition,
  record: BuildRecord | undefined,
): boolean => record?.[rootOf(edition)]?.compression === compression;

/** An edition of the last build, without retained files whose time has ended. */
function reuse(dist: string, edition: ManifestEdition, { day }: Site, nextBuild: string | null): ManifestEdition {
  const kept = intactFiles(`${dist}/${edition.root}`, retainAssets(edition.files, edition, { day }));
  const isSame = edition.nextBuild === nextBuild && Object.keys(kept).length === Object.keys(edition.kept).length;
  return isSame ? edition : { ...edition, nextBuild, kept };
}

function requireIntact(dist: string, edition: ManifestEdition, intact: Set<string>): ManifestEdition {
  if (intact.has(edition.root)) return { ...edition, kept: intactFiles(`${dist}/${edition.root}`, edition.kept) };
  throw new UserError(`${dist}/${edition.root} was changed since it was built. Build all hosts: npm run build`);
}

function taskOf(
  settings: BuildSettings,
  edition: Edition,
  last: ManifestEdition | undefined,
  record: BuildRecord | undefined,
): EditionTask {
  const root = rootOf(edition);
  const cachedPages = record?.[root]?.cachedPages;
  const known = readPageInputs(settings.output, cachedPages);
  const unchanged = trackedPathsOf(edition).filter((path) => {
    const page = known.get(path);
    return page && page.fingerprint === pageFingerprint(settings.code, edition, page.dependencies);
  });
  return { root, last, cachedPages, hasCompressedForms: hasCompressedForms(settings, edition, record), unchanged };
}
