import { join } from 'node:path';

import { contentTime } from '../../../output/mtime-from-hash.ts';
import { isIntact } from '../../../output/reuse-files.ts';
import type { Drift, Session } from '../../target.ts';
import { compareListing, type Listed, planRepair, type RepairPlan, SUMS, WRONG_LINK } from '../compare-listing.ts';
import { rewrittenFiles } from '../server-config-files.ts';
import { copyTexts } from './copy-texts.ts';
import type { HeldLease } from './folder-lease.ts';
import { scripts } from './scripts.ts';
import type { Shell } from './shell.ts';

/** Types of `find`, as of `stat`. */
const TYPES: Record<string, number> = { f: 0o10, d: 0o4 };

/** Compares a folder of the target with a manifest; see `Session`. @param name of the folder below `generations/` */
export async function inspectFolder(
  shell: Shell,
  path: string,
  name: string,
  ...[manifest, depth, onFile]: Parameters<NonNullable<Session['inspect']>>
): Promise<Drift[]> {
  const listing = new Map<string, Listed>();
  let sums: string | undefined;
  let isLinked = true;
  await shell.run(scripts.list, [path, name, depth], '', (line) => {
    const [, type = '', rights, seconds, bytes, file] = /^at (.) (\d+) ([\d.]+) (\d+) (.*)$/.exec(line) ?? [];
    const [, sha256, hashed = ''] = /^([0-9a-f]{64}) [ *]\.\/(.*)$/.exec(line) ?? [];
    const listed = listing.get(hashed);
    if (rights) {
      const mode = ((TYPES[type] ?? 0) << 12) | Number.parseInt(rights, 8);
      listing.set(file || '.', { mode, seconds: Number(seconds), bytes: Number(bytes) });
      onFile();
    } else if (listed) listed.sha256 = sha256;
    else if (line.startsWith('sum ')) sums = `${sums ?? ''}${line.slice('sum '.length)}\n`;
    else isLinked &&= line !== 'unlinked';
  });
  const drift = compareListing(manifest, listing, sums, depth);
  return isLinked ? drift : [...drift, WRONG_LINK];
}

/** Mends a generation; see `Session`. */
export async function repairGeneration(
  shell: Shell,
  lease: HeldLease,
  path: string,
  ...[manifest, drift, dist]: Parameters<NonNullable<Session['repair']>>
): Promise<void> {
  const folder = `${path}/generations/${manifest.build}`;
  const plan = planRepair(manifest, drift, 'content');
  const { publish } = plan;
  await mendFiles(shell, lease, path, manifest.build, plan, dist);
  if (!publish.length) return;
  const texts = rewrittenFiles(manifest, dist);
  await copyTexts(shell, texts, folder);
  if (publish.every((file) => file in texts || file === SUMS || file === 'publish'))
    await shell.run(scripts.writeSums, [path, manifest.build]);
}

/**
 * Brings the files that a folder of the target lacks, and removes others.
 * @param name of the folder below `generations/`
 * @param dist folder of the build, which has most files; other generations have the others
 */
export async function mendFiles(
  shell: Shell,
  lease: HeldLease,
  path: string,
  name: string,
  { remove, folders, bring, touch }: RepairPlan,
  dist: string,
  onBytes?: (bytes: number) => void,
): Promise<void> {
  const run = async (script: string, lines: string[]): Promise<void> => {
    if (lines.length) await lease.run(script, [name], lines.map((line) => `${line}\n`).join(''));
  };
  await run(scripts.remove, remove);
  await run(scripts.makeFolders, folders);
  // Restores the times of a copy of `dist/`, such as of an earlier step of a CI: rsync carries them over.
  const own = new Set(bring.filter((file) => isIntact(join(dist, file.path), file)));
  if (own.size)
    await shell.copy(
      dist,
      [...own].map((file) => file.path),
      `${path}/generations/${name}`,
      onBytes,
    );
  await run(
    scripts.copyFromOthers,
    bring.filter((file) => !own.has(file)).map((file) => `${file.sha256} ${file.path}`),
  );
  await run(
    scripts.touch,
    touch.filter((file) => !own.has(file)).map((file) => `${contentTime(file.sha256)} ${file.sha256} ${file.path}`),
  );
}
