import { Piscina } from 'piscina';

/** Thrown where a queue is full: the visitor is told to try again in a moment. */
export class BusyError extends Error {
  override name = 'BusyError';
}

interface PoolOptions {
  /** Threads that work at once. */
  threads: number;
  /** Tasks that wait beyond those under way. */
  maxQueue: number;
}

/** Lets event loops and the database go first, and leaves a third of a busy core. @see https://man7.org/linux/man-pages/man2/nice.2.html */
const NICE_INCREMENT = 5;

/**
 * Runs functions of a module in threads of low priority, which start with the first task.
 * @param file the module: an object of functions with one argument, by name
 * @returns what runs a function; it rejects with a {@link BusyError} while the queue is full, and with an `AbortError` once
 * its signal aborts, which ends the thread of a task under way; `waiting` counts the tasks in the queue
 */
export function createWorkerPool<Tasks extends Record<keyof Tasks, (input: never) => unknown>>(
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
