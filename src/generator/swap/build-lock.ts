import type { Output } from '../../output/folders.ts';
import { acquireProcessLock } from '../../shared/files/process-lock.ts';
import { UserError } from '../../shared/user-error.ts';
import { recoverDist } from './dist-swap.ts';

/** Runs a task that writes `dist/`, unless another process does. */
export async function underBuildLock<Result>(output: Output, task: () => Promise<Result>): Promise<Result> {
  try {
    const unlock = acquireProcessLock(
      `${output.cache}/build.lock`,
      (pid) => `Another build is running here (process ${pid}). Wait until it has ended.`,
    );
    try {
      return await task();
    } finally {
      try {
        recoverDist(output);
      } finally {
        unlock();
      }
    }
  } catch (error) {
    throw isDiskFull(error)
      ? new UserError('The disk is full. The last build stays; make room and build again.')
      : error;
  }
}

const isDiskFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
