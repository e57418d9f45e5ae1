import { expect, test } from 'vitest';

import { BusyError, createFairQueue } from './fair-queue.ts';

const size = { running: 3, runningOfOne: 2, waiting: 6, waitingOfOne: 4 };

/** A queue whose tasks end when the test says so. */
function newQueue() {
  const queue = createFairQueue(size);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    queue,
    started,
    run: (owner: string, name: string): Promise<string> =>
      queue.run(owner, async () => {
        started.push(name);
        await new Promise<void>((done) => ends.set(name, done));
        return name;
      }),
    end: async (name: string): Promise<void> => {
      ends.get(name)!();
      await new Promise(setImmediate);
    },
  };
}

test('owners take turns, and none takes all places', async () => {
  const { started, run, end } = newQueue();
  for (const name of ['a1', 'a2', 'a3', 'a4']) void run('a', name);
  for (const name of ['b1', 'b2']) void run('b', name);
  void run('c', 'c1');
  await new Promise(setImmediate);
  expect(started).toEqual(['a1', 'a2', 'b1']);
  await end('a1');
  await end('b1');
  await end('a2');
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'c1']);
});

test('a full queue refuses, and refuses an owner who fills it before the others', async () => {
  const { queue, run, end } = newQueue();
  const all = Array.from({ length: 6 }, (_, number) => run('a', `a${number}`));
  expect(queue.countWaiting()).toBe(size.waitingOfOne);
  await expect(run('a', 'late')).rejects.toThrow(BusyError);
  const others = ['b', 'c', 'd'].map((owner) => run(owner, owner));
  expect(queue.countWaiting()).toBe(size.waiting);
  await expect(run('e', 'e')).rejects.toThrow(BusyError);
  for (const name of ['a0', 'b', 'a1', 'c', 'a2', 'd', 'a3', 'a4', 'a5']) await end(name);
  await expect(Promise.all([...all, ...others])).resolves.toHaveLength(9);
});

test('a failed task makes room for the next', async () => {
  const { queue } = newQueue();
  const failing = Array.from({ length: 4 }, () => queue.run('a', () => Promise.reject(new Error('failed'))));
  for (const one of failing) await expect(one).rejects.toThrow('failed');
  expect(await queue.run('a', () => Promise.resolve('done'))).toBe('done');
});
