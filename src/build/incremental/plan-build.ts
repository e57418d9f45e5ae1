import { DIST } from '../../output/folders.ts';
import type { Manifest, ManifestEdition } from '../../output/manifest.ts';
import { UserError } from '../../shared/user-error.ts';
import { daysAhead } from '../../site/content.ts';
import { type Edition, rootOf } from '../../site/editions/editions.ts';
import { builtEditions, editions } from '../../site/site.ts';
import { type EditionTask, pathsOf, type Settings } from '../build-host.ts';
import { intactOf } from '../files/reuse-files.ts';
import { editionKey, pageKey } from '../pages/fingerprints.ts';
import type { Memory } from './page-cache.ts';

export interface Plan {
  /** Editions that stay as the last build left them. */
  carried: ManifestEdition[];
  /** What is to be done, by host. */
  hosts: EditionTask[][];
}

/** The build in `dist/`. */
interface LastBuild {
  manifest: Manifest | undefined;
  /** See {@link wholeRoots}. */
  whole: Set<string>;
  /** What is known of its pages. */
  memory: Memory | undefined;
}

/**
 * Decides what a build has to do.
 * @throws UserError where an edition that is not to be built is damaged
 */
export function planBuild(settings: Settings, { manifest, whole, memory }: LastBuild): Plan {
  const lastAt = new Map(manifest?.editions.map((edition) => [edition.root, edition]));
  const plan: Plan = { carried: [], hosts: [] };
  for (const onHost of Map.groupBy(editions, ({ host }) => host).values()) {
    const before = onHost.flatMap((edition) => lastAt.get(rootOf(edition)) ?? []);
    if (!builtEditions.includes(onHost[0]!))
      plan.carried.push(...before.map((edition) => wholeOrMistake(edition, whole)));
    else if (
      before.length === onHost.length &&
      onHost.every((edition) => isUntouched(settings, edition, memory)) &&
      before.every(({ root }) => whole.has(root))
    ) {
      // What was kept for open pages of the build before the last goes now.
      plan.carried.push(
        ...before.map((edition, index) => ({ ...edition, nextBuild: daysAhead(onHost[index]!)[0] ?? null, kept: {} })),
      );
    } else {
      plan.hosts.push(onHost.map((edition) => taskOf(settings, edition, lastAt.get(rootOf(edition)), memory)));
    }
  }
  return plan;
}

const isUntouched = (settings: Settings, edition: Edition, memory: Memory | undefined): boolean =>
  memory?.editions[rootOf(edition)]?.key === editionKey(settings.code, edition) && hasForms(settings, edition, memory);

const hasForms = ({ compression }: Settings, edition: Edition, memory: Memory | undefined): boolean =>
  memory?.editions[rootOf(edition)]?.compression === compression;

function wholeOrMistake(edition: ManifestEdition, whole: Set<string>): ManifestEdition {
  if (whole.has(edition.root)) return { ...edition, kept: intactOf(edition.root, edition.kept) };
  throw new UserError(`${DIST}/${edition.root} was changed since it was built. Build all hosts: npm run build`);
}

function taskOf(
  settings: Settings,
  edition: Edition,
  last: ManifestEdition | undefined,
  memory: Memory | undefined,
): EditionTask {
  const root = rootOf(edition);
  const known = memory?.editions[root]?.pages ?? {};
  const unchanged = pathsOf(edition).filter((path) => {
    const page = known[path];
    return page && page.key === pageKey(settings.code, edition, page.reads);
  });
  return { root, last, hasForms: hasForms(settings, edition, memory), unchanged };
}
