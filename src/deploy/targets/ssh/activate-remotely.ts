import type { Transfer } from '../../target.ts';
import { configFiles, needsReload } from '../server-config-files.ts';
import { copyTexts } from './copy-texts.ts';
import { scripts } from './remote-scripts.ts';
import type { RemoteShell } from './remote-shell.ts';
import type { RemoteLease } from './ssh-lease.ts';

/**
 * Has servers read a generation that is in its folder. The configuration goes first, because its policies allow the pages of both generations.
 * @param reload command line
 */
export async function activateRemotely(
  shell: RemoteShell,
  lease: RemoteLease,
  path: string,
  transfer: Transfer,
  reload: string | undefined,
): Promise<void> {
  const { next, served } = transfer;
  const kept = next.editions.flatMap((edition) => Object.keys(edition.kept).map((file) => `${edition.root}/${file}\n`));
  if (served && kept.length) await shell.run(scripts.linkKept, [path, next.build, served.build], kept.join(''));
  await copyTexts(shell, configFiles(next), `${path}/generations/${next.build}`);
  const hadConfig = (await lease.run(scripts.switchPublish, [next.build])).trim() === 'yes';
  if (reload && hadConfig && needsReload(transfer)) await shell.runCommandLine(reload);
  await lease.run(scripts.switchCurrent, [next.build]);
}
