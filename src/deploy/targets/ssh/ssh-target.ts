import type { Generation, Session, Target } from '../../target.ts';
import { activateRemotely } from './activate-remotely.ts';
import { scripts } from './remote-scripts.ts';
import { openRemoteShell, type RemoteShell } from './remote-shell.ts';
import { takeRemoteLease } from './ssh-lease.ts';
import type { SshOptions } from './ssh-options.ts';
import { uploadGeneration } from './upload-generation.ts';

/** A folder of another machine with a generation beside the other, and a link to that which visitors get. */
export const sshTarget = (options: SshOptions): Target => ({
  keepsVary: true,
  carries: () => true,
  describe: () => [],
  async open() {
    const shell = await openRemoteShell(options);
    try {
      return await openSession(shell, options);
    } catch (error) {
      shell.close();
      throw error;
    }
  },
});

async function openSession(shell: RemoteShell, { path, reload }: SshOptions): Promise<Session> {
  await shell.run(scripts.prepare, [path]);
  const lease = await takeRemoteLease(shell, path);
  return {
    generations: async () => parseGenerations(await shell.run(scripts.generations, [path])),
    manifest: (build) => shell.run(scripts.manifest, [path, build]),
    upload: (transfer, onBytes) => uploadGeneration(shell, path, transfer, onBytes),
    async activate(transfer) {
      await activateRemotely(shell, lease, path, transfer, reload);
    },
    async prune(kept) {
      await lease.run(scripts.prune, kept);
    },
    readJournal: async () => (await shell.run(scripts.readJournal, [path])) || undefined,
    async writeJournal(text = '') {
      await shell.run(scripts.writeJournal, [path], text);
    },
    async close() {
      await lease.release();
      shell.close();
    },
  };
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
