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
