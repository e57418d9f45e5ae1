import { expect, test } from 'vitest';

import { BusyError } from '../../../shared/fair-queue.ts';
import { createBatchWriter } from './batch-writer.ts';

interface Draft {
  room: string;
  user: { id: string };
  text: string;
}

/** A writer whose batches are stored when the test says so. */
function writerOfTest(mayTake?: (room: string) => boolean) {
  const batches: string[][] = [];
  const locked = new Set<string>();
  const writer = createBatchWriter<Draft, { number: number; refusal: 'locked' | null }>({
    batchMax: 100,
    store: (batch) => {
      batches.push(batch.map(({ text }) => text));
      return Promise.resolve(
        batch.map(({ room }, index) => ({ number: index + 1, refusal: locked.has(room) ? 'locked' : null })),
      );
    },
    publish: () => undefined,
    ...(mayTake && { mayTake }),
  });
  const write = (id: string, text: string, room = 'room') => writer.write({ room, user: { id }, text });
  return { batches, locked, write, writer };
}

test('a batch has one draft of a person at most, and drafts of a person keep their order', async () => {
  const { batches, write } = writerOfTest();
  await Promise.all([write('b', 'b1'), write('a', 'a1'), write('b', 'b2'), write('b', 'b3'), write('a', 'a2')]);
  expect(batches).toEqual([['a1', 'b1'], ['a2', 'b2'], ['b3']]);
});

test('drafts of a locked room wait, and those of other rooms do not', async () => {
  const { batches, locked, write, writer } = writerOfTest();
  locked.add('held');
  const late = [write('a', 'a1', 'held'), write('a', 'a2', 'held')];
  await write('b', 'b1', 'free');
  expect([writer.isHeldUp('held'), writer.isHeldUp('free')]).toEqual([true, false]);
  locked.clear();
  await Promise.all(late);
  expect(writer.isHeldUp('held')).toBe(false);
  expect(batches.flat().filter((text, index, all) => all.lastIndexOf(text) === index)).toEqual(['b1', 'a1', 'a2']);
});

test('drafts of a room wait while the room is left to another writer', async () => {
  let isFree = false;
  const { batches, write } = writerOfTest((room) => room !== 'shared' || isFree);
  const late = write('a', 'a1', 'shared');
  await write('b', 'b1');
  expect(batches).toEqual([['b1']]);
  isFree = true;
  await late;
});

test('a full queue of a room refuses, and those of other rooms do not', async () => {
  const { write } = writerOfTest();
  const waiting = Array.from({ length: 2000 }, (_, number) => write(`person ${number}`, ''));
  await expect(write('late', '')).rejects.toThrow(BusyError);
  await Promise.all([...waiting, write('late', '', 'another')]);
});
