import { hash } from 'node:crypto';
import { join } from 'node:path';

import { isIntact } from '../../../output/reuse-files.ts';
import { filesByPath, withoutKept } from '../../files-by-path.ts';
import { readDeployFile } from '../../read-deploy-file.ts';
import type { Transfer } from '../../target.ts';
import { publishFiles } from '../server-config-files.ts';
import { copyTexts } from './copy-texts.ts';
import { scripts } from './scripts.ts';
import type { Shell } from './shell.ts';

/** Sends a generation. Unchanged files become hard links to those of the served generation; rsync finds them by size and time. */
export async function uploadGeneration(
  shell: Shell,
  path: string,
  { next, served, dist, changed }: Transfer,
  onBytes: (bytes: number) => void,
): Promise<void> {
  for (const file of changed) readDeployFile(dist, file);
  const state = await shell.run(scripts.begin, [path, next.build]);
  if (state.trim() === 'complete') return;
  const partial = `${next.build}.partial`;
  // Restores the times of a copy of `dist/`, such as of an earlier step of a CI: rsync carries them over.
  const own = new Set(
    [...filesByPath(next).values()].flatMap((file) => (isIntact(join(dist, file.path), file) ? file.path : [])),
  );
  await shell.copy(
    dist,
    [...own],
    `${path}/generations/${partial}`,
    [
      `--temp-dir=${path}/generations/${next.build}.tmp`,
      '--out-format=%l %n',
      ...(served ? [`--link-dest=${path}/generations/${served.build}`] : []),
    ],
    (line) => onBytes(line.endsWith('/') ? 0 : Number.parseInt(line, 10) || 0),
  );
  // Those of hosts that `--host` leaves as they are. `activate` links those that only open pages request.
  const others = [...filesByPath(withoutKept(next, () => true)).values()].filter((file) => !own.has(file.path));
  if (served && others.length)
    await shell.run(
      scripts.linkFiles,
      [path, partial, served.build],
      others.map((file) => `keep ${file.path}\n`).join(''),
    );
  await copyTexts(shell, publishFiles({ next, dist }), `${path}/generations/${partial}`);
  // Without any line `sha256sum` fails.
  const hashes = [
    `${hash('sha256', '')}  /dev/null`,
    ...[...changed, ...others].map((file) => `${file.sha256}  ./${file.path}`),
  ];
  // A file that changed on this disk after its hash was compared is found here, before visitors get it.
  await shell.run(scripts.complete, [path, next.build], hashes.map((line) => `${line}\n`).join(''));
}
