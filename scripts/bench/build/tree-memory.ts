import { existsSync, readFileSync } from 'node:fs';

const SAMPLE_MS = 20;
const PAGE_BYTES = 4096;

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

function bytesOf(pid: number): number {
  const pages = Number(read(pid, 'statm').split(' ')[1] ?? 0);
  const children = read(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  return children.reduce((sum, child) => sum + bytesOf(child), pages * PAGE_BYTES);
}

/** Empty where the process has ended. */
function read(pid: number, file: string): string {
  const path = `/proc/${pid}/${file}`;
  try {
    return existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code!)) return '';
    throw error;
  }
}
