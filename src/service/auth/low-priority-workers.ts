import { Piscina } from 'piscina';

import { BusyError } from '../../shared/fair-queue.ts';

interface PoolOptions {
  /** Number of workers. */
  threads: number;
  /** Most waiting tasks, without running tasks. */
  maxQueue: number;
}

/** Event loops and the database take precedence; workers keep a third of a busy core. @see https://man7.org/linux/man-pages/man2/nice.2.html */
const NICE_INCREMENT = 5;

/**
 * Runs functions of a module in workers of low priority, which start with the first task.
 * @param file the module: an object of functions with a single argument, by name
 * @returns a function that runs a task. It rejects with a {@link BusyError} while the queue is full, and with an `AbortError` once
 * its signal aborts, which terminates the worker of a running task. `waiting` counts the tasks in the queue.
 */
export function createLowPriorityWorkers<Tasks extends Record<keyof Tasks, (input: never) => unknown>>(
  file: URL,
  { threads, maxQueue }: PoolOptions,
) {
  let pool: Piscina | undefined;
  const run = async <Name extends keyof Tasks & string>(
    name: Name,
    input: Parameters<Tasks[Name]>[0],
    signal?: AbortSignal,
  ): Promise<ReturnType<Tasks[Name]>> => {
    pool ??= new Piscina({
      filename: file.href,
      minThreads: threads,
      maxThreads: threads,
      maxQueue,
      niceIncrement: NICE_INCREMENT,
    });
    if (pool.queueSize >= maxQueue) throw new BusyError('The queue of a worker pool is full.');
    return (await pool.run(input, { name, signal: signal ?? null })) as ReturnType<Tasks[Name]>;
  };
  return Object.assign(run, { waiting: () => pool?.queueSize ?? 0 });
}
