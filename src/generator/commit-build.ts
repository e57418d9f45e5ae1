import { mkdirSync, rmSync, writeFileSync } from 'node:fs';

import { serverConfigs } from '../output/cdn-config/server-configs.ts';
import { type Changes, CHANGES, changesBetween, formatChanges, writeNoChanges } from '../output/changes.ts';
import type { Output } from '../output/folders.ts';
import { type Manifest, writeManifest } from '../output/manifest.ts';
import { MODERATION_FILE, type ModerationFile } from '../output/moderation-file.ts';
import { reuseFile } from '../output/reuse-files.ts';
import { RULE_CHANGES } from '../output/rule-changes.ts';
import { cachedBy } from '../shared/cached-by.ts';
import { readIfPresent } from '../shared/files/read-if-present.ts';
import type { Site } from '../site/editions/editions.ts';
import { authoritiesOf } from '../site/moderation/authorities.ts';
import { wordListsOf } from '../site/moderation/word-lists.ts';
import { pruneCompressionCache } from './files/compression-cache.ts';
import { formatRuleChanges } from './files/list-rule-changes.ts';
import { pruneBuildRecords, writeBuildRecord, type BuildRecord } from './incremental/build-record.ts';
import { intactEditions } from './incremental/intact-editions.ts';
import { pruneSharePictures } from './share-pictures/share-picture-cache.ts';
import { swapDist } from './swap/dist-swap.ts';
import { type FolderDigests, folderDigests, rememberFolders } from './swap/folder-digests.ts';
import { type ForeignFiles, refuseForeignFiles } from './swap/refuse-foreign-dist.ts';
import { removeUnused } from './swap/stage-last-build.ts';

export interface FinishedBuild {
  site: Site;
  output: Output;
  /** Digest of the program. */
  code: string;
  manifest: Manifest;
  /** For the next build. */
  record: BuildRecord;
  /** Roots of the editions that this build was asked for. */
  roots: string[];
  foreign: ForeignFiles;
  /** Folders of `dist.next/` before the build. */
  folders: FolderDigests;
}

/**
 * Completes the build in `dist.next/`, and swaps it in for the last one. Where both have the same bytes, `dist/` is not touched.
 * @returns the changes that visitors see
 * @throws UserError where `dist/` has files that no build made, which would be lost
 */
export async function commitBuild(
  { site, output, code, manifest, record, roots, foreign, folders }: FinishedBuild,
  last: Manifest | undefined,
): Promise<Changes> {
  const { dist, next } = output;
  const isInDist = ([file, text]: TextFile): boolean => readIfPresent(`${dist}/${file}`)?.toString() === text;
  writeBuildRecord(output, manifest.build, code, record);
  const hasConfigs = configs(manifest).every(isInDist);
  const authorities = authoritiesOf(site.folder).value ?? [];
  const moderation: ModerationFile = { version: 1, authorities, words: wordListsOf(site.folder).lists };
  const files: TextFile[] = [
    ...configs(manifest),
    [RULE_CHANGES, formatRuleChanges(output, site, code)],
    [MODERATION_FILE, `${JSON.stringify(moderation, null, 1)}\n`],
  ];
  const isSame =
    last?.build === manifest.build &&
    files.every(isInDist) &&
    intactEditions(output, last).size === last.editions.length;
  const changes = isSame
    ? writeNoChanges(dist, manifest.build)
    : {
        ...changesBetween(last, manifest, roots),
        reload: !last || (!hasConfigs && (!configs(last).every(isInDist) || differInConfigs(last, manifest))),
      };
  if (!isSame) refuseForeignFiles(output, foreign);
  if (last) removeUnused(next, last.editions, manifest.editions);
  mkdirSync(`${next}/publish`, { recursive: true });
  writeFileSync(`${next}/${CHANGES}`, formatChanges(changes));
  for (const [file, text] of files) {
    if (isInDist([file, text])) reuseFile(`${dist}/${file}`, `${next}/${file}`);
    else writeFileSync(`${next}/${file}`, text);
  }
  // Written last, because it makes the build complete; see `recoverDist`.
  writeManifest(output, 'next', manifest);
  if (!isSame) {
    await swapDist(output);
    const changed = manifest.editions.filter((edition) => !last?.editions.includes(edition));
    rememberFolders(output, { dist: { ...folders, ...folderDigests(dist, changed) }, next: foreign.folders });
  }
  // The next build would publish them.
  if (foreign.hasHidden) rmSync(next, { recursive: true });
  pruneBuildRecords(output, manifest.build, record);
  pruneCompressionCache(output, manifest.editions);
  pruneSharePictures(output, manifest.editions);
  return changes;
}

/** Whether running servers must reload their configuration. They may keep a former policy, which allows more than the pages need. */
function differInConfigs(last: Manifest, manifest: Manifest): boolean {
  const [before, after] = [last, manifest].map((build) => JSON.stringify(configs(withoutFormer(build))));
  return before !== after;
}

const withoutFormer = (manifest: Manifest): Manifest =>
  Object.keys(manifest.former).length ? { ...manifest, former: {} } : manifest;

type TextFile = [file: string, text: string];

/** Configurations of servers. */
const configs = cachedBy((manifest: Manifest): TextFile[] => Object.entries(serverConfigs(manifest)));
