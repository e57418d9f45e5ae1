import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than any form takes on a machine without overload. */
const STEP_MS = 100;

/** Pads duration to a multiple of 100 ms, so that timing leaks nothing. */
export async function padDuration<Result>(work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await work();
  const spent = performance.now() - began;
  await sleep(Math.ceil(spent / STEP_MS) * STEP_MS - spent);
  return result;
}
