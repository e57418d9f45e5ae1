import { hash } from 'node:crypto';

import { filesByPath, withoutKept } from '../../files-by-path.ts';
import type { Transfer } from '../../target.ts';
import { planRepair } from '../compare-listing.ts';
import { publishFiles } from '../server-config-files.ts';
import { copyTexts } from './copy-texts.ts';
import type { HeldLease } from './folder-lease.ts';
import { inspectFolder, mendFiles } from './inspect-generation.ts';
import { scripts } from './scripts.ts';
import type { Shell } from './shell.ts';

/** Sends a generation: hard links to the files of the served generation are mended until they are those of the next. */
export async function uploadGeneration(
  shell: Shell,
  lease: HeldLease,
  path: string,
  transfer: Transfer,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const { next, served, dist, changed } = transfer;
  const state = await shell.run(scripts.begin, [path, next.build, served?.build ?? '']);
  if (state.trim() === 'complete') return;
  const partial = `${next.build}.partial`;
  const plan = planRepair(next, await inspectFolder(shell, path, partial, next, 'size', () => {}), 'size');
  await mendFiles(shell, lease, path, partial, plan, dist, onBytes);
  await copyTexts(shell, publishFiles(transfer), `${path}/generations/${partial}`);
  // Scripts that only open pages request may be lost: `activate` leaves them out.
  const needed = filesByPath(withoutKept(next, () => true));
  const brought = [...changed, ...plan.bring].filter((file) => needed.has(file.path));
  // Without any line `sha256sum` fails.
  const hashes = [`${hash('sha256', '')}  /dev/null`, ...brought.map((file) => `${file.sha256}  ./${file.path}`)];
  await shell.run(scripts.complete, [path, next.build], hashes.map((line) => `${line}\n`).join(''));
}
