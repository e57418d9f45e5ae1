import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { DeployReport } from '../../../src/deploy/deploy-report.ts';
import { deploy, type DeployRequest } from '../../../src/deploy/deploy.ts';
import { folderSchema } from '../../../src/deploy/targets/folder/folder-options.ts';
import { folderTarget } from '../../../src/deploy/targets/folder/folder-target.ts';

/** A target of the type `folder` in a temporary folder. */
export interface DeployedFolder {
  path: string;
  /** Sentences that the last deployment said before it started. */
  said: string[];
  deploy: (dist: string, request?: Partial<DeployRequest>) => Promise<DeployReport>;
  /** Text of a file that visitors get, by its path below `dist/`. */
  served: (path: string) => string;
  remove: () => void;
}

export function deployedFolder(options: { reload?: string } = {}): DeployedFolder {
  const path = mkdtempSync(join(tmpdir(), 'deployed-'));
  const target = folderTarget(folderSchema.parse({ type: 'folder', path, ...options }));
  const folder: DeployedFolder = {
    path,
    said: [],
    async deploy(dist, request = {}) {
      folder.said = [];
      return deploy(
        {
          name: 'test',
          target,
          purgers: [],
          keep: 5,
          dist,
          isDryRun: false,
          signal: new AbortController().signal,
          ...request,
        },
        { say: (sentence) => folder.said.push(sentence), step() {}, sent() {} },
      );
    },
    served: (file) => readFileSync(join(path, 'current', file), 'utf8'),
    remove: () => rmSync(path, { recursive: true }),
  };
  return folder;
}
