import { hash } from 'node:crypto';
import { existsSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

import { filesOf } from '../../../output/manifest.ts';
import { contentTime } from '../../../output/mtime-from-hash.ts';
import { lstatIfPresent } from '../../../shared/files/lstat-if-present.ts';
import { filesByPath } from '../../files-by-path.ts';
import { readDeployFile, readIfSame } from '../../read-deploy-file.ts';
import type { DeployFile, Transfer } from '../../target.ts';
import { publishFiles } from '../server-config-files.ts';
import { copyTexts } from './copy-texts.ts';
import { scripts } from './remote-scripts.ts';
import type { RemoteShell } from './remote-shell.ts';

/** Sends a generation. Unchanged files become hard links to those of the served generation; rsync finds them by size and time. */
export async function uploadGeneration(
  shell: RemoteShell,
  path: string,
  transfer: Transfer,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const { next, served, dist, changed } = transfer;
  for (const file of changed) readDeployFile(dist, file);
  for (const file of filesByPath(next).values()) setTime(dist, file);
  const state = await shell.run(scripts.begin, [path, next.build]);
  if (state.trim() === 'complete') return;
  const folder = `${path}/generations/${next.build}.partial`;
  // Files that are kept for open pages may be in the served generation only.
  const files = next.editions.flatMap(filesOf).filter((file) => existsSync(join(dist, file)));
  await shell.copy(
    dist,
    files,
    folder,
    [
      `--temp-dir=${path}/generations/${next.build}.tmp`,
      '--out-format=%l %n',
      ...(served ? [`--link-dest=${path}/generations/${served.build}`] : []),
    ],
    (line) => onBytes(line.endsWith('/') ? 0 : Number.parseInt(line, 10) || 0),
  );
  await copyTexts(shell, publishFiles(transfer), folder);
  // Without any line `sha256sum` fails.
  const hashes = [`${hash('sha256', '')}  /dev/null`, ...changed.map((file) => `${file.sha256}  ./${file.path}`)];
  // A file that changed on this disk after its hash was compared is found here, before visitors get it.
  await shell.run(scripts.complete, [path, next.build], hashes.map((line) => `${line}\n`).join(''));
}

/** A copy of `dist/`, such as of an earlier step of a CI, may have lost the times of its files, which rsync carries over. */
function setTime(dist: string, file: DeployFile): void {
  const at = join(dist, file.path);
  const time = contentTime(file.sha256);
  const stats = lstatIfPresent(at);
  if (stats?.isFile() && stats.mtimeMs / 1000 !== time && readIfSame(dist, file)) utimesSync(at, time, time);
}
