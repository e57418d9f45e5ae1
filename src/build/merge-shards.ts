import { summarizeChanges } from '../output/changes.ts';
import { DIST, NEXT } from '../output/folders.ts';
import { type Manifest, type ManifestEdition, type ManifestFiles, readManifestIfIntact } from '../output/manifest.ts';
import { MODERATION_FILE } from '../output/moderation-file.ts';
import { isIntact, makeFolders, removeFiles } from '../output/reuse-files.ts';
import { RULE_CHANGES } from '../output/rule-changes.ts';
import { toUserError, UserError } from '../shared/user-error.ts';
import { editionAt, editions } from '../site/editions/configured-editions.ts';
import { rootOf } from '../site/editions/editions.ts';
import { dueLines, RELOAD } from './build-report.ts';
import { commitBuild } from './commit-build.ts';
import { buildManifest } from './files/assemble-manifest.ts';
import { joinRuleChanges } from './files/list-rule-changes.ts';
import { writeContent } from './files/write-edition.ts';
import { checkReciprocity } from './pages/check-rendered-pages.ts';
import { codeDigest } from './renderer/code-digest.ts';
import { compareShards } from './shards/compare-shards.ts';
import { type MergeProblem, toMergeError } from './shards/merge-problem.ts';
import { readFiles } from './shards/read-files.ts';
import { readShard, type ShardFolder } from './shards/read-shard.ts';
import { inputsHere } from './shards/shard-facts.ts';
import { underBuildLock } from './swap/build-lock.ts';
import { recoverDist } from './swap/dist-swap.ts';
import { prepareExchange } from './swap/exchange-folders.ts';
import { refuseForeignDist, refuseForeignFiles } from './swap/refuse-foreign-dist.ts';
import { stageLastBuild } from './swap/stage-last-build.ts';

/**
 * Puts shards together into `dist/`, with the bytes of a build of all hosts.
 * @param folders of all shards of a build, in any order
 * @returns the report to print
 * @throws UserError that lists everything that is wrong with the shards; `dist/` then stays as it was
 */
export function mergeShards(folders: string[]): Promise<string> {
  refuseForeignDist();
  return underBuildLock(() => merge(folders));
}

async function merge(folders: string[]): Promise<string> {
  recoverDist();
  const code = codeDigest();
  const shards = readShards(folders, code);
  const last = readManifestIfIntact(DIST);
  const { foreign, folders: digests } = stageLastBuild(last);
  refuseForeignFiles(foreign);
  prepareExchange();
  takeFiles(shards, last);
  const manifest = buildManifest(inConfiguredOrder(shards, last), last);
  const published: [string, string][] = [
    [RULE_CHANGES, joinRuleChanges(shards.map(({ ruleChanges }) => ruleChanges))],
    [MODERATION_FILE, shards[0]!.moderation],
  ];
  const roots = editions.map(rootOf);
  const changes = await commitBuild(
    { code, manifest, record: undefined, published, roots, foreign, folders: digests },
    last,
  );
  const lines = shards.map(
    ({ folder, facts, manifest: part }) =>
      `${facts.shard}/${facts.count}  ${folder}  ${part.editions.length} editions, ${countPages(part)} pages`,
  );
  const total = `${manifest.editions.length} editions, ${countPages(manifest)} pages`;
  const reload = last && changes.reload ? [RELOAD] : [];
  return [...lines, total, summarizeChanges(changes.editions), ...reload, ...dueLines(manifest)].join('\n');
}

/** Reads shards in their order. @throws UserError where they cannot be put together */
function readShards(folders: string[], code: string): ShardFolder[] {
  const problems: MergeProblem[] = [];
  const report = (problem: MergeProblem): void => void problems.push(problem);
  if (!folders.length)
    throw new UserError('No folders. Name those of all shards: npm run merge -- dist.shards/1-of-2 dist.shards/2-of-2');
  const read = folders.map((folder) => readShard(folder.replace(/(?<=.)\/+$/, ''), inputsHere(code), report));
  const shards = read.filter((shard) => shard !== undefined).toSorted((a, b) => a.facts.shard - b.facts.shard);
  // A shard that cannot be read would be reported as missing, too.
  if (shards.length === read.length) compareShards(shards, report);
  if (problems.length) {
    for (const shard of shards) readFiles(shard, () => {}, report);
    throw toMergeError(problems);
  }
  const diagnostics = checkReciprocity(
    shards.flatMap(({ alternates: { pages, sets } }) =>
      Object.entries(pages).flatMap(([root, paths]) =>
        Object.entries(paths).map(([path, set]) => ({ edition: editionAt(root)!, path, alternates: sets[set]! })),
      ),
    ),
  );
  if (diagnostics.length) throw toUserError(diagnostics);
  return shards;
}

/** Writes the files of shards to {@link NEXT}, which has those of the last build. @throws UserError where any is damaged */
function takeFiles(shards: ShardFolder[], last: Manifest | undefined): void {
  const before = new Map(last?.editions.map((edition) => [edition.root, edition]));
  const problems: MergeProblem[] = [];
  for (const shard of shards) {
    for (const { root, files } of shard.manifest.editions) {
      // A folder may take the place of a file.
      const stale = Object.keys(before.get(root)?.files ?? {}).filter((file) => !files[file] && !isAsset(file));
      removeFiles(`${NEXT}/${root}`, stale);
      makeFolders(Object.keys(files).map((file) => `${NEXT}/${root}/${file}`));
    }
    readFiles(
      shard,
      ({ root }, file, entry, content) => {
        const path = `${NEXT}/${root}/${file}`;
        if (problems.length || isIntact(path, entry)) return;
        removeFiles(`${NEXT}/${root}`, [file]);
        makeFolders([path]);
        writeContent(path, entry.sha256, () => content);
      },
      (problem) => problems.push(problem),
    );
  }
  if (problems.length) throw toMergeError(problems);
}

function inConfiguredOrder(shards: ShardFolder[], last: Manifest | undefined): ManifestEdition[] {
  const before = new Map(last?.editions.map((edition) => [edition.root, edition]));
  const merged = new Map(
    shards.flatMap(({ manifest }) =>
      manifest.editions.map((edition) => [
        edition.root,
        { ...edition, kept: retainAssets(edition, before.get(edition.root)) },
      ]),
    ),
  );
  return editions.map((edition) => merged.get(rootOf(edition))!);
}

/** As a build does: hashed files of the last build stay for one more build. Those of the last build of a shard do not count. */
const retainAssets = ({ root, files }: ManifestEdition, last: ManifestEdition | undefined): ManifestFiles =>
  Object.fromEntries(
    Object.entries(last?.files ?? {}).filter(
      ([file, entry]) => isAsset(file) && !files[file] && isIntact(`${NEXT}/${root}/${file}`, entry),
    ),
  );

const isAsset = (file: string): boolean => file.startsWith('_astro/');

const countPages = ({ editions: built }: Manifest): number =>
  built.reduce((sum, { files }) => sum + Object.keys(files).filter((file) => file.endsWith('.html')).length, 0);
