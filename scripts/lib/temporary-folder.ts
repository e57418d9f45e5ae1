import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux keeps these files in memory. */
const IN_MEMORY = '/dev/shm';

/** Tests leave less than half of it at any time. */
const MIN_FREE_BYTES = 6e9;

/**
 * Makes a folder for temporary files and removes it when this process ends. It lies in memory if there is room: copies of the project have a
 * thousand files, and a disk takes longer to create them than a build takes.
 */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(hasRoom() ? IN_MEMORY : tmpdir(), 'tests-'));
  // Servers of other users read files of tests.
  chmodSync(folder, 0o755);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return Math.min(bavail * bsize, freemem()) > MIN_FREE_BYTES;
  } catch {
    // The system has no such folder.
    return false;
  }
}
