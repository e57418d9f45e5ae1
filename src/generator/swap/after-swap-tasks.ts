const tasks: (() => void)[] = [];

/** Puts off a task of a build, such as writing a cache, until the new `dist/` is in its place. */
export const afterSwap = (task: () => void): void => void tasks.push(task);

/** Runs the tasks that were put off. */
export function runTasksAfterSwap(): void {
  for (const task of tasks.splice(0)) task();
}
