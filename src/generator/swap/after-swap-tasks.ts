import type { Output } from '../../output/folders.ts';
import { cachedBy } from '../../shared/cached-by.ts';

const tasksOf = cachedBy((_output: Output): (() => void)[] => []);

/** Puts off a task of a build, such as writing a cache, until the new `dist/` is in its place. */
export const afterSwap = (output: Output, task: () => void): void => void tasksOf(output).push(task);

/** Runs the tasks that were put off. */
export function runTasksAfterSwap(output: Output): void {
  for (const task of tasksOf(output).splice(0)) task();
}
