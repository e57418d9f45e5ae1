import { pino } from 'pino';
import { expect, test, vi } from 'vitest';

import { createReadiness } from './readiness.ts';

test('a flood of probes costs a few checks a second, and learns of a failure within a second', async () => {
  vi.useFakeTimers();
  const lacksMigrations = vi.fn(() => Promise.resolve(false));
  const { reasons } = createReadiness(lacksMigrations, pino({ enabled: false }));
  const flood = async (): Promise<string[][]> => {
    const answers: string[][] = [];
    for (let number = 0; number < 1000; number += 1) {
      vi.advanceTimersByTime(1);
      answers.push(await reasons());
    }
    return answers;
  };
  expect((await flood()).flat()).toEqual([]);
  expect(lacksMigrations.mock.calls.length).toBeLessThanOrEqual(16);
  lacksMigrations.mockResolvedValue(true);
  expect((await flood()).at(-1)).toEqual(['migrations']);
  vi.useRealTimers();
});

test('a flood of probes is not told that the node is ready before the database has answered', async () => {
  vi.useFakeTimers();
  const { reasons } = createReadiness(() => new Promise(() => undefined), pino({ enabled: false }));
  const flood = Promise.all(Array.from({ length: 20 }, reasons));
  await vi.advanceTimersByTimeAsync(1000);
  expect(new Set((await flood).map(String))).toEqual(new Set(['database']));
  vi.useRealTimers();
});
