import { contentTime } from '../../../output/mtime-from-hash.ts';
import { readIfSame } from '../../read-deploy-file.ts';
import type { Drift, Session } from '../../target.ts';
import { compareListing, type Listed, planRepair, SUMS, WRONG_LINK } from '../compare-listing.ts';
import { rewrittenFiles } from '../server-config-files.ts';
import { copyTexts } from './copy-texts.ts';
import type { HeldLease } from './folder-lease.ts';
import { scripts } from './scripts.ts';
import type { Shell } from './shell.ts';

/** Compares a generation of another machine with its manifest; see `Session`. */
export async function inspectGeneration(
  shell: Shell,
  path: string,
  ...[manifest, depth, onFile]: Parameters<NonNullable<Session['inspect']>>
): Promise<Drift[]> {
  const listing = new Map<string, Listed>();
  let sums: string | undefined;
  let isLinked = true;
  await shell.run(scripts.list, [path, manifest.build, depth], '', (line) => {
    const [, mode, seconds, bytes, name = ''] = /^at ([0-9a-f]+) (\d+) (\d+) (?:\.\/)?(.*)$/.exec(line) ?? [];
    const [, sha256, hashed = ''] = /^([0-9a-f]{64}) [ *]\.\/(.*)$/.exec(line) ?? [];
    const listed = listing.get(hashed);
    if (mode) {
      listing.set(name, { mode: Number.parseInt(mode, 16), seconds: Number(seconds), bytes: Number(bytes) });
      onFile();
    } else if (listed) listed.sha256 = sha256;
    else if (line.startsWith('sum ')) sums = `${sums ?? ''}${line.slice('sum '.length)}\n`;
    else isLinked &&= line !== 'unlinked';
  });
  const drift = compareListing(manifest, listing, sums, depth);
  return isLinked ? drift : [...drift, WRONG_LINK];
}

/** Mends a generation of another machine; see `Session`. */
export async function repairGeneration(
  shell: Shell,
  lease: HeldLease,
  path: string,
  ...[manifest, drift, dist]: Parameters<NonNullable<Session['repair']>>
): Promise<void> {
  const folder = `${path}/generations/${manifest.build}`;
  const { remove, folders, bring, touch, publish } = planRepair(manifest, drift);
  const run = (script: string, lines: string[]): Promise<string> =>
    lease.run(script, [manifest.build], lines.map((line) => `${line}\n`).join(''));
  await run(scripts.remove, remove);
  await run(scripts.makeFolders, folders);
  const own = bring.filter((file) => readIfSame(dist, file)).map((file) => file.path);
  if (own.length) await shell.copy(dist, own, folder, ['--checksum']);
  await run(
    scripts.copyFromOthers,
    bring.map((file) => `${file.sha256} ${file.path}`),
  );
  await run(
    scripts.touch,
    touch.map((file) => `${contentTime(file.sha256)} ${file.sha256} ${file.path}`),
  );
  if (!publish.length) return;
  const texts = rewrittenFiles(manifest, dist);
  await copyTexts(shell, texts, folder);
  if (publish.every((file) => file in texts || file === SUMS || file === 'publish'))
    await shell.run(scripts.writeSums, [path, manifest.build]);
}
