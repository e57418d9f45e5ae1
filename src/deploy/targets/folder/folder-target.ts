import { resolve } from 'node:path';

import { withoutKept } from '../../files-by-path.ts';
import type { Generation, Session, Target, Transfer } from '../../target.ts';
import { isPublished } from '../compare-listing.ts';
import { parseLease } from '../lease.ts';
import { configFiles, needsReload } from '../server-config-files.ts';
import { copyTexts } from './copy-texts.ts';
import { type HeldLease, takeLease } from './folder-lease.ts';
import type { FolderOptions } from './folder-options.ts';
import { inspectFolder, repairGeneration } from './inspect-generation.ts';
import { scripts } from './scripts.ts';
import { type Machine, type Shell, shellOf, thisMachine } from './shell.ts';
import type { SshOptions } from './ssh-options.ts';
import { connectBySsh } from './ssh.ts';
import { uploadGeneration } from './upload-generation.ts';

/** A folder of this machine with a generation beside the other, and a link to that which visitors get. */
export const folderTarget = ({ path, reload }: FolderOptions): Target =>
  targetOf(async () => thisMachine, resolve(path), reload);

/** Such a folder of another machine. */
export const sshTarget = (options: SshOptions): Target =>
  targetOf(() => connectBySsh(options), options.path, options.reload);

const targetOf = (connect: () => Promise<Machine>, path: string, reload: string | undefined): Target => ({
  keepsVary: true,
  depthBeforeSwitch: 'content',
  carries: () => true,
  describe: () => [],
  async unlock(signal) {
    const shell = shellOf(await connect(), signal);
    const found = parseLease(await shell.run(scripts.breakLease, [path]).finally(shell.close));
    return found?.holder;
  },
  async open(signal) {
    const shell = shellOf(await connect(), signal);
    try {
      return await openSession(shell, path, reload);
    } catch (error) {
      shell.close();
      throw error;
    }
  },
});

async function openSession(shell: Shell, path: string, reload: string | undefined): Promise<Session> {
  await shell.run(scripts.prepare, [path]);
  const lease = await takeLease(shell, path);
  return {
    generations: async () => parseGenerations(await shell.run(scripts.generations, [path])),
    manifest: (build) => shell.run(scripts.manifest, [path, build]),
    upload: (transfer, onBytes) => uploadGeneration(shell, lease, path, transfer, onBytes),
    activate: (transfer) => activate(shell, lease, path, transfer, reload),
    inspect: (generation, ...args) => inspectFolder(shell, path, generation.build, generation, ...args),
    async repair(generation, drift, dist) {
      await repairGeneration(shell, lease, path, generation, drift, dist);
      const isLinked = (await shell.run(scripts.generations, [path])).startsWith(`generations/${generation.build}\n`);
      if (!isLinked) return;
      await lease.run(scripts.switchPublish, [generation.build]);
      if (reload && drift.some((one) => isPublished(one.path))) await shell.reload(reload);
    },
    async prune(kept) {
      await lease.run(scripts.prune, kept);
    },
    readJournal: async () => (await shell.run(scripts.readJournal, [path])) || undefined,
    async writeJournal(text) {
      if (text === undefined) await shell.run(scripts.removeJournal, [path]);
      else await shell.run(scripts.writeJournal, [path], text);
    },
    async close() {
      await lease.release().finally(shell.close);
    },
  };
}

/**
 * Has servers read a generation that is in its folder. The configuration goes first, because its policies allow the pages of both generations.
 * @param reload command line
 */
async function activate(
  shell: Shell,
  lease: HeldLease,
  path: string,
  transfer: Transfer,
  reload: string | undefined,
): Promise<void> {
  const { served, expired } = transfer;
  const { build } = transfer.next;
  const keep = transfer.next.editions.flatMap(({ root, kept }) =>
    Object.keys(kept).map((file) => `keep ${root}/${file}\n`),
  );
  const lines = [...keep, ...expired.map((file) => `drop ${file}\n`)];
  const lost = lines.length
    ? await shell.run(scripts.linkFiles, [path, build, served?.build ?? build], lines.join(''))
    : '';
  const lostPaths = new Set(lost.split('\n'));
  const next = withoutKept(transfer.next, (file) => lostPaths.has(file));
  await copyTexts(shell, configFiles(next), `${path}/generations/${next.build}`);
  await shell.run(scripts.writeSums, [path, next.build]);
  const hadConfig = (await lease.run(scripts.switchPublish, [next.build])).trim() === 'yes';
  if (reload && hadConfig && needsReload(transfer)) await shell.reload(reload);
  await lease.run(scripts.switchCurrent, [next.build]);
}

/** Reads the output of `scripts.generations`. */
function parseGenerations(output: string): Generation[] {
  const [current = '', ...lines] = output.trimEnd().split('\n');
  const served = current.split('/').at(-1);
  return lines.flatMap((line) => {
    const [, build = '', seconds] = /^([0-9a-f]{16}) (\d+)$/.exec(line) ?? [];
    if (!build) return [];
    return { build, deployedAt: new Date(Number(seconds) * 1000).toISOString(), isServed: build === served };
  });
}
