import { statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

/** Linux keeps these files in memory. */
const IN_MEMORY = '/dev/shm';

/** A run leaves less than half of it at any time. */
const MIN_FREE_BYTES = 6e9;

/**
 * Folder for temporary files: in memory if there is room. Copies of the project have a thousand files, and a disk takes longer to create
 * them than a build takes.
 */
export function temporaryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return Math.min(bavail * bsize, freemem()) < MIN_FREE_BYTES ? tmpdir() : IN_MEMORY;
  } catch {
    // The system has no such folder.
    return tmpdir();
  }
}
