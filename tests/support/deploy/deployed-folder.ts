import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { folderSchema } from '../../../src/deploy/targets/folder/folder-options.ts';
import { folderTarget } from '../../../src/deploy/targets/folder/folder-target.ts';
import { type Deployer, deployerOf } from './deployer.ts';

/** A target of the type `folder` in a temporary folder. */
export interface DeployedFolder extends Deployer {
  path: string;
  /** Text of a file that visitors get, by its path below `dist/`. */
  served: (path: string) => string;
  remove: () => void;
}

export function deployedFolder(options: { reload?: string } = {}): DeployedFolder {
  const path = mkdtempSync(join(tmpdir(), 'deployed-'));
  return Object.assign(deployerOf(folderTarget(folderSchema.parse({ type: 'folder', path, ...options }))), {
    path,
    served: (file: string) => readFileSync(join(path, 'current', file), 'utf8'),
    remove: () => rmSync(path, { recursive: true }),
  });
}
