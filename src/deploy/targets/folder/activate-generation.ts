import { existsSync, mkdirSync, rmSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { reuseFile } from '../../../output/reuse-files.ts';
import { withoutKept } from '../../files-by-path.ts';
import type { Transfer } from '../../target.ts';
import { configFiles, needsReload } from '../server-config-files.ts';
import type { HeldLease } from './folder-lease.ts';
import { type FolderPaths, switchLink, writeAtOnce } from './folder-paths.ts';
import { writeSums } from './inspect-generation.ts';

/**
 * Has servers read a generation that is in its folder. The configuration goes first, because its policies allow the pages of both generations.
 * @param reload has the server read its configuration again
 * @throws DeployError where the lease was lost meanwhile; visitors have the served generation then
 */
export async function activateGeneration(
  paths: FolderPaths,
  transfer: Transfer,
  lease: HeldLease,
  reload: () => Promise<void>,
): Promise<void> {
  const { served, expired } = transfer;
  const folder = paths.generation(transfer.next.build);
  if (served) linkKeptFiles(transfer, paths.generation(served.build), folder);
  for (const path of expired) rmSync(join(folder, path), { force: true });
  const next = withoutKept(transfer.next, (path) => !existsSync(join(folder, path)));
  for (const [file, text] of Object.entries(configFiles(next))) writeAtOnce(join(folder, file), text);
  writeSums(folder);
  const hadConfig = existsSync(paths.publish);
  lease.check();
  switchLink(paths.publish, join(folder, 'publish'));
  if (hadConfig && needsReload(transfer)) await reload();
  lease.check();
  utimesSync(folder, new Date(), new Date());
  switchLink(paths.current, folder);
}

/** Hashed files of the served generation, which a generation of an earlier day does not have. */
function linkKeptFiles({ next }: Transfer, from: string, to: string): void {
  for (const { root, kept } of next.editions) {
    for (const file of Object.keys(kept)) {
      const path = join(root, file);
      if (existsSync(join(to, path)) || !existsSync(join(from, path))) continue;
      mkdirSync(dirname(join(to, path)), { recursive: true });
      reuseFile(join(from, path), join(to, path));
    }
  }
}
