import { changeCount } from './change-count.ts';
import { required } from './required.ts';

/** A queue is full. The sender is asked to try again. */
export class BusyError extends Error {
  override name = 'BusyError';
}

interface QueueSize {
  /** Most running tasks, of all owners and of a single owner. */
  running: number;
  runningOfOne: number;
  /** Most waiting tasks, of all owners and of a single owner. */
  waiting: number;
  waitingOfOne: number;
}

/** Runs tasks, a few at a time. Owners take turns, so that an owner with many tasks does not delay the others. */
export interface FairQueue {
  /** @throws BusyError while the queue, or the owner's part of it, is full */
  run: <Result>(owner: string, task: () => Promise<Result>) => Promise<Result>;
  countWaiting: () => number;
}

export function createFairQueue(size: QueueSize): FairQueue {
  /** Tasks by owner. The owner whose turn is next stands first. */
  const waiting = new Map<string, (() => void)[]>();
  const running = new Map<string, number>();
  let waitingCount = 0;
  let runningCount = 0;
  const mayRun = (owner: string): boolean => (running.get(owner) ?? 0) < size.runningOfOne;

  const start = (owner: string, task: () => void): void => {
    runningCount += 1;
    changeCount(running, owner, 1);
    task();
  };
  const startNext = (): void => {
    const next = waiting.entries().find(([owner]) => mayRun(owner));
    if (!next) return;
    const [owner, [task, ...rest]] = next;
    waiting.delete(owner);
    if (rest.length) waiting.set(owner, rest);
    waitingCount -= 1;
    start(owner, required(task, 'waiting task'));
  };
  const end = (owner: string): void => {
    runningCount -= 1;
    changeCount(running, owner, -1);
    startNext();
  };

  return {
    run: async (owner, task) => {
      if (runningCount < size.running && mayRun(owner)) start(owner, () => undefined);
      else {
        const own = waiting.get(owner) ?? [];
        if (waitingCount >= size.waiting || own.length >= size.waitingOfOne) throw new BusyError('A queue is full.');
        waitingCount += 1;
        waiting.set(owner, own);
        await new Promise<void>((done) => void own.push(done));
      }
      try {
        return await task();
      } finally {
        end(owner);
      }
    },
    countWaiting: () => waitingCount,
  };
}
