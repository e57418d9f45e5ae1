import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';

/** Runs a module of this folder on a core of its own, and waits for its {@link answer}. */
export async function inThread<Question, Answer>(module: string, question: Question): Promise<Answer> {
  const worker = new Worker(new URL(module, import.meta.url), { workerData: question });
  const ended = once(worker, 'exit').then(() => Promise.reject(new Error(`${module} ended without an answer.`)));
  const [found] = (await Promise.race([once(worker, 'message'), ended])) as [Answer];
  ended.catch(() => {});
  return found;
}

/** What a module does that was started by {@link inThread}. */
export async function answer<Question, Answer>(work: (question: Question) => Answer | Promise<Answer>): Promise<void> {
  const found = await work(workerData as Question);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  parentPort!.postMessage(found);
}
