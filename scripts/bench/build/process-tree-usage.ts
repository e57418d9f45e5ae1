import { existsSync, readFileSync } from 'node:fs';

import { statFields } from '../../../src/shared/files/stat-fields.ts';

const SAMPLE_MS = 20;
const PAGE_BYTES = 4096;

/** Linux counts CPU time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/**
 * Samples the memory of a process and its child processes. Pages that they share count for each of them.
 * @returns a function that ends it and returns the peak in megabytes; 0 where the system has no `/proc`
 */
export function sampleTreeMemory(pid: number): () => number {
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, bytesOf(pid))), SAMPLE_MS);
  return () => {
    clearInterval(timer);
    return peak / 1e6;
  };
}

/** CPU time of a process and its child processes, also of those that have ended. */
export function cpuSecondsOf(pid: number): number {
  const times = statFields(read(pid, 'stat')).slice(11, 15);
  const seconds = times.reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
  return childrenOf(pid).reduce((sum, child) => sum + cpuSecondsOf(child), seconds);
}

function bytesOf(pid: number): number {
  const pages = Number(read(pid, 'statm').split(' ')[1] ?? 0);
  return childrenOf(pid).reduce((sum, child) => sum + bytesOf(child), pages * PAGE_BYTES);
}

const childrenOf = (pid: number): number[] => read(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number);

/** Empty where the process has ended. */
function read(pid: number, file: string): string {
  const path = `/proc/${pid}/${file}`;
  try {
    return existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ESRCH'].includes(code)) return '';
    throw error;
  }
}
