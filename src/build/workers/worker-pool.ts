import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** A task of `build/worker.ts`. */
type Task = (question: never) => unknown;

interface Thread {
  worker: Worker;
  /** When it has done what it was asked before. */
  free: Promise<unknown>;
}

/** Pages are short-lived: with Node's default for new objects a build of 300 hosts on two cores holds 180 MB more, and is no faster. */
const LIMITS = { maxYoungGenerationSizeMb: 24 };

/** By number. One that was started waits for more, with the program and the texts that it has read. */
const threads = new Map<number, Thread>();

/**
 * Runs a task of `build/worker.ts` in a worker thread. Tasks of the same thread run one after the other.
 * @param number of the thread, from 0 on
 * @throws Error where the thread ends before it answers
 */
export function runInWorker<Run extends Task>(
  number: number,
  name: string,
  question: Parameters<Run>[0],
): Promise<Awaited<ReturnType<Run>>> {
  const thread = threads.get(number) ?? {
    worker: new Worker(new URL('../worker.ts', import.meta.url), { resourceLimits: LIMITS }),
    free: Promise.resolve(),
  };
  threads.set(number, thread);
  const answer = thread.free.then(() => ask(thread.worker, name, question));
  thread.free = answer.catch(() => {});
  return answer as Promise<Awaited<ReturnType<Run>>>;
}

async function ask(worker: Worker, name: string, question: unknown): Promise<unknown> {
  const settled = new AbortController();
  const ended = once(worker, 'exit', settled).then(() =>
    Promise.reject(new Error(`"${name}" ended without an answer.`)),
  );
  worker.ref();
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    worker.postMessage({ name, question });
    const [answer] = await Promise.race([once(worker, 'message', settled), ended]);
    return answer;
  } finally {
    settled.abort();
    worker.unref();
  }
}
