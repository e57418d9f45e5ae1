import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

import type { Output } from '../../output/folders.ts';
import { cachedBy } from '../../shared/cached-by.ts';

/** Workers run the bundled program. Commands without it, such as the check of texts, work alone. */
const PROGRAM = new URL('worker-tasks.mjs', import.meta.url);
export const hasWorkers = existsSync(PROGRAM);

/** A task of `worker-tasks.ts`. */
type Task = (input: never) => unknown;

interface PoolWorker {
  thread: Worker;
  /** Settles when the worker's last task has ended. */
  idle: Promise<unknown>;
}

/** Pages are short-lived objects. With Node's default a build of 300 hosts on two cores takes 180 MB more and is no faster. */
const LIMITS = { maxYoungGenerationSizeMb: 24 };

/** Workers by number. They stay alive so that modules and parsed Markdown are reused. */
const poolOf = cachedBy((_output: Output) => new Map<number, PoolWorker>());

/**
 * Runs a task of `worker-tasks.ts` in a worker thread. Tasks of one worker run in sequence.
 * @param output of the site that it reads
 * @param number of the worker, from 0 on
 * @throws Error where the worker exits during the task
 */
export function runInWorker<Run extends Task>(
  output: Output,
  number: number,
  name: string,
  input: Parameters<Run>[0],
): Promise<Awaited<ReturnType<Run>>> {
  const pool = poolOf(output);
  const worker = pool.get(number) ?? {
    thread: new Worker(PROGRAM, { resourceLimits: LIMITS }),
    idle: Promise.resolve(),
  };
  pool.set(number, worker);
  const result = worker.idle.then(() => run(worker.thread, name, input));
  worker.idle = result.catch(() => {});
  return result as Promise<Awaited<ReturnType<Run>>>;
}

/** Runs a task in each worker that has started, after those that it has. Errors are left to the task that needs its result. */
export function runInEachWorker(output: Output, name: string): void {
  for (const number of poolOf(output).keys()) runInWorker(output, number, name, undefined as never).catch(() => {});
}

/** Ends the workers, which remember texts. The next task starts others. */
export async function endWorkers(output: Output): Promise<void> {
  const pool = poolOf(output);
  const threads = [...pool.values()].map(({ thread }) => thread);
  pool.clear();
  await Promise.all(threads.map((thread) => thread.terminate()));
}

async function run(thread: Worker, name: string, input: unknown): Promise<unknown> {
  const settled = new AbortController();
  const ended = once(thread, 'exit', settled).then(() =>
    Promise.reject(new Error(`The worker exited during its task "${name}".`)),
  );
  thread.ref();
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, no window
    thread.postMessage({ name, input });
    const [result] = await Promise.race([once(thread, 'message', settled), ended]);
    return result;
  } finally {
    settled.abort();
    thread.unref();
  }
}
