import { chmodSync, mkdirSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

import type { Manifest } from '../../../output/manifest.ts';
import { contentTime } from '../../../output/mtime-from-hash.ts';
import { lstatIfPresent } from '../../../shared/files/lstat-if-present.ts';
import { readIfSame } from '../../read-deploy-file.ts';
import type { Drift } from '../../target.ts';
import { planRepair, SUMS } from '../compare-listing.ts';
import { rewrittenFiles } from '../server-config-files.ts';
import { type FolderPaths, leadsTo, switchLink, writeAtOnce } from './folder-paths.ts';
import { writeSums } from './inspect-generation.ts';

/** Mends a generation in its folder; see `Session`. A file is written beside the wrong one, which other generations may share. @returns whether the server has to read its configuration again */
export function repairGeneration(paths: FolderPaths, manifest: Manifest, drift: Drift[], dist: string): boolean {
  const folder = paths.generation(manifest.build);
  const { remove, folders, bring, touch, publish } = planRepair(manifest, drift);
  for (const path of remove) rmSync(join(folder, path), { recursive: true, force: true });
  for (const path of folders) {
    mkdirSync(join(folder, path), { recursive: true });
    chmodSync(join(folder, path), 0o755);
  }
  const sources = [dist, ...readdirSync(paths.generations).map((name) => join(paths.generations, name))];
  for (const file of bring) {
    const source = sources.find((each) => readIfSame(each, file));
    const content = source !== undefined && readIfSame(source, file);
    if (content) writeAtOnce(join(folder, file.path), content);
  }
  for (const file of touch) {
    const path = join(folder, file.path);
    if (!lstatIfPresent(path)?.isFile()) continue;
    chmodSync(path, 0o644);
    if (readIfSame(folder, file)) utimesSync(path, contentTime(file.sha256), contentTime(file.sha256));
  }
  const isServed = leadsTo(paths.current, folder);
  if (isServed) switchLink(paths.publish, join(folder, 'publish'));
  if (!publish.length) return false;
  const texts = rewrittenFiles(manifest, dist);
  for (const [path, text] of Object.entries(texts)) writeAtOnce(join(folder, path), text);
  if (publish.every((path) => path in texts || path === SUMS || path === 'publish')) writeSums(folder);
  return isServed;
}
