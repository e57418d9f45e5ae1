import { readdirSync, readlinkSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

import { compareTexts } from '../../../shared/compare-texts.ts';
import { lstatIfPresent } from '../../../shared/files/lstat-if-present.ts';
import { readIfPresent } from '../../../shared/files/read-if-present.ts';
import { required } from '../../../shared/required.ts';
import { UserError } from '../../../shared/user-error.ts';
import type { Generation, Session, Target } from '../../target.ts';
import { RELOAD_MS, runCommand } from '../run-command.ts';
import { activateGeneration } from './activate-generation.ts';
import { breakLease, takeLease } from './folder-lease.ts';
import type { FolderOptions } from './folder-options.ts';
import { folderPaths, makeOwnFolder, refuseNoLink, writeAtOnce } from './folder-paths.ts';
import { inspectGeneration } from './inspect-generation.ts';
import { repairGeneration } from './repair-generation.ts';
import { writeGeneration } from './write-generation.ts';

/** A folder of this machine with a generation beside the other, and a link to that which visitors get. */
export const folderTarget = ({ path, reload }: FolderOptions): Target => ({
  keepsVary: true,
  depthBeforeSwitch: 'content',
  carries: () => true,
  describe: () => [],
  open: (signal) => openFolder(path, reload, signal),
  unlock: async () => breakLease(folderPaths(path).lease),
});

async function openFolder(path: string, reload: string | undefined, signal: AbortSignal): Promise<Session> {
  const paths = folderPaths(path);
  makeOwnFolder(paths.root);
  makeOwnFolder(paths.generations);
  refuseNoLink(paths.current);
  refuseNoLink(paths.publish);
  const lease = await takeLease(paths.lease);
  const reloadServer = async (): Promise<void> => {
    if (reload)
      await runCommand('sh', ['-c', reload], {
        name: 'The command "reload" of the target',
        signal,
        timeoutMs: RELOAD_MS,
      });
  };
  return {
    async generations() {
      const served = lstatIfPresent(paths.current) && basename(readlinkSync(paths.current));
      return readdirSync(paths.generations)
        .filter((name) => /^[0-9a-f]{16}$/.test(name))
        .map((build): Generation => {
          const { mtime } = required(lstatIfPresent(paths.generation(build)), build);
          return { build, deployedAt: mtime.toISOString(), isServed: build === served };
        })
        .toSorted((a, b) => compareTexts(b.deployedAt, a.deployedAt));
    },
    async manifest(build) {
      makeOwnFolder(paths.generation(build));
      const file = join(paths.generation(build), 'publish/manifest.json');
      const text = readIfPresent(file);
      if (!text) throw new UserError(`${file} is missing.`);
      return text.toString();
    },
    upload: (transfer, onBytes) => writeGeneration(paths, transfer, onBytes, signal),
    activate: (transfer) => activateGeneration(paths, transfer, lease, reloadServer),
    inspect: (...args) => inspectGeneration(paths, signal, ...args),
    async repair(generation, drift, dist) {
      lease.check();
      const isReloadNeeded = repairGeneration(paths, generation, drift, dist);
      if (isReloadNeeded) await reloadServer();
    },
    async prune(kept) {
      lease.check();
      for (const name of readdirSync(paths.generations)) {
        if (kept.includes(name)) continue;
        if (!/^[0-9a-f]{16}(\.partial)?$/.test(name))
          throw new UserError(`${join(paths.generations, name)} is no generation. Move it away.`);
        rmSync(join(paths.generations, name), { recursive: true });
      }
    },
    readJournal: async () => readIfPresent(paths.journal)?.toString(),
    async writeJournal(text) {
      if (text === undefined) return rmSync(paths.journal, { force: true });
      writeAtOnce(paths.journal, text);
    },
    close: async () => lease.release(),
  };
}
