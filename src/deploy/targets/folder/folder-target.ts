import { readdirSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { compareTexts } from '../../../shared/compare-texts.ts';
import { lstatIfPresent } from '../../../shared/files/lstat-if-present.ts';
import { readIfPresent } from '../../../shared/files/read-if-present.ts';
import { required } from '../../../shared/required.ts';
import { UserError } from '../../../shared/user-error.ts';
import type { Generation, Session, Target } from '../../target.ts';
import { runCommand } from '../run-command.ts';
import { activateGeneration } from './activate-generation.ts';
import { takeLease } from './folder-lease.ts';
import type { FolderOptions } from './folder-options.ts';
import { folderPaths, makeOwnFolder, refuseNoLink } from './folder-paths.ts';
import { writeGeneration } from './write-generation.ts';

/** A folder of this machine with a generation beside the other, and a link to that which visitors get. */
export const folderTarget = ({ path, reload }: FolderOptions): Target => ({
  keepsVary: true,
  carries: () => true,
  describe: () => [],
  open: async () => openFolder(path, reload),
});

function openFolder(path: string, reload: string | undefined): Session {
  const paths = folderPaths(path);
  makeOwnFolder(paths.root);
  makeOwnFolder(paths.generations);
  refuseNoLink(paths.current);
  refuseNoLink(paths.publish);
  const lease = takeLease(paths.lease);
  const reloadServer = async (): Promise<void> => {
    if (reload) await runCommand('sh', ['-c', reload], { name: 'The command "reload" of the target' });
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
      return readFileSync(join(paths.generation(build), 'publish/manifest.json'), 'utf8');
    },
    upload: (transfer, onBytes) => writeGeneration(paths, transfer, onBytes),
    activate: (transfer) => activateGeneration(paths, transfer, lease, reloadServer),
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
      writeFileSync(`${paths.journal}.new`, text);
      renameSync(`${paths.journal}.new`, paths.journal);
    },
    close: async () => lease.release(),
  };
}
