import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type RunningSshd, startSshd } from './start-sshd.ts';

/** A target that tests deploy to from processes of their own. */
export interface StartedTarget {
  /** Options of the target in `deploy.config.ts`. */
  options: object;
  /** Folder from which visitors get files, by their path below `dist/`; undefined before the first deployment. */
  served: string;
  stop: () => Promise<void>;
}

/** Types of targets that switch visitors in one step. */
export const targetStarters = {
  folder: async (): Promise<StartedTarget> => inFolder((path) => ({ type: 'folder', path }), undefined),
  ssh: async (): Promise<StartedTarget> => {
    const sshd = await startSshd();
    return inFolder((path) => ({ type: 'ssh', host: 'target', path, config: sshd.config }), sshd);
  },
};

function inFolder(optionsOf: (path: string) => object, sshd: RunningSshd | undefined): StartedTarget {
  const path = mkdtempSync(join(tmpdir(), 'target-'));
  return {
    options: { ...optionsOf(path), verify: false },
    served: join(path, 'current'),
    async stop() {
      await sshd?.stop();
      // The command of a session may outlive the server for a moment.
      rmSync(path, { recursive: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}
