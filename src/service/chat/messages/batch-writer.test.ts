import { expect, onTestFinished, test, vi } from 'vitest';

import { BusyError } from '../../../shared/fair-queue.ts';
import { BatchWriter } from './batch-writer.ts';

interface Draft {
  room: string;
  user: { id: string };
  text: string;
}

/** A writer whose database does not end batches with the room `frozen`. */
function writerOfTest(mayTake?: (room: string) => boolean) {
  const batches: string[][] = [];
  const locked = new Set<string>();
  const writer = new BatchWriter<Draft, { number: number; refusal: 'locked' | null }>({
    batchMax: 100,
    store: (batch) => {
      batches.push(batch.map(({ text }) => text));
      if (batch.some(({ room }) => room === 'frozen')) return new Promise(() => undefined);
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

type Writer = ReturnType<typeof writerOfTest>;
/** Reasons for which a draft of the room `held` waits. */
const reasons: Record<string, () => Writer | Promise<Writer>> = {
  'its room is locked': () => {
    const here = writerOfTest();
    here.locked.add('held');
    return here;
  },
  'its room is left to another writer': () => writerOfTest((room) => room !== 'held'),
  'the batch before does not end': async () => {
    const here = writerOfTest();
    void here.write('z', 'z1', 'frozen').catch(() => undefined);
    await expect.poll(() => here.batches).toEqual([['z1']]);
    return here;
  },
};

test.each(Object.keys(reasons))('a draft ends by its deadline while %s', async (name) => {
  const { write, writer } = await reasons[name]!();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const late = Promise.allSettled([write('a', 'a1', 'held'), write('a', 'a2', 'held')]);
  vi.advanceTimersByTime(6000);
  const reason = { code: '55P03' };
  expect(await late).toMatchObject([{ reason }, { reason }]);
  expect(writer.isHeldUp('held')).toBe(false);
});

test('drafts that have to wait cost a look at their room, and none at each of them', async () => {
  const asked = { held: 0, free: 0 };
  const { write } = writerOfTest((room) => {
    asked[room as keyof typeof asked] += 1;
    return room === 'free' || asked.free > 2;
  });
  const waiting = Array.from({ length: 1000 }, (_, number) => write(`person ${number}`, '', 'held'));
  for (const text of ['one', 'two', 'three']) await write('a', text, 'free');
  await Promise.all(waiting);
  expect(asked.held).toBeLessThan(1000);
});
