import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than any form takes on a machine that is not overloaded. */
const STEP_MS = 100;

/** Has work take a whole number of equal times, so that its length tells nothing of what was found. */
export async function inConstantTime<Result>(work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await work();
  const spent = performance.now() - began;
  await sleep(Math.ceil(spent / STEP_MS) * STEP_MS - spent);
  return result;
}
