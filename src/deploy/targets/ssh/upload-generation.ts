import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { filesOf } from '../../../output/manifest.ts';
import { readDeployFile } from '../../read-deploy-file.ts';
import type { Transfer } from '../../target.ts';
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
  const hashes = changed.map((file) => `${file.sha256}  ./${file.path}`);
  // A file that changed on this disk after its hash was compared is found here, before visitors get it.
  await shell.run(scripts.complete, [path, next.build], hashes.map((line) => `${line}\n`).join(''));
}
