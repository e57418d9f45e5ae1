import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { z } from 'zod';

import { readIfPresent } from '../../shared/files/read-if-present.ts';
import type { Folders } from '../workspace.ts';

/** Hooks of the repository may take a while. */
const TIMEOUT_MS = 60_000;

/** Kept in the cache: whether to commit is a habit of this computer, and no fact of the texts. */
const settingsSchema = z.strictObject({ commits: z.boolean().default(false) });

const settingsOf = ({ cache }: Folders): string => join(cache, 'settings.json');

/** Whether each save makes a commit. */
export function commitsSaves(folders: Folders): boolean {
  const text = readIfPresent(settingsOf(folders))?.toString() ?? '{}';
  try {
    return settingsSchema.parse(JSON.parse(text)).commits;
  } catch {
    // A process that was killed while it wrote them leaves no settings.
    return false;
  }
}

export function setCommitsSaves(folders: Folders, commits: boolean): void {
  mkdirSync(folders.cache, { recursive: true });
  writeFileSync(settingsOf(folders), `${JSON.stringify({ commits })}\n`);
}

/**
 * Commits files, and nothing else that is changed or staged.
 * @returns why it failed; undefined where it did not
 */
export function commitToGit(folders: Folders, files: string[], subject: string): string | undefined {
  const paths = files.map((file) => resolve(file));
  try {
    const present = paths.filter((path) => existsSync(path));
    if (present.length) git(folders, ['add', '--', ...present]);
    git(folders, ['commit', '--quiet', '--only', '--message', subject, '--', ...paths]);
    return undefined;
  } catch (error) {
    const { stderr, stdout } = error as { stderr?: string; stdout?: string };
    return stderr?.trim() || stdout?.trim() || String(error);
  }
}

/** Whether the content folder is in a git repository. */
export function isInRepository(folders: Folders): boolean {
  try {
    return git(folders, ['rev-parse', '--is-inside-work-tree']).trim() === 'true';
  } catch {
    // The folder is in no repository, or git is not installed.
    return false;
  }
}

const git = ({ content }: Folders, args: string[]): string =>
  execFileSync('git', args, { cwd: content, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: TIMEOUT_MS });
