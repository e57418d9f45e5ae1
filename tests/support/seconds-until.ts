import { setTimeout as sleep } from 'node:timers/promises';

const TURN_MS = 50;

/**
 * Waits until a condition holds.
 * @param ask a request to the service
 * @returns the seconds until then, in turns of 50 ms and a request: a busy machine, which holds up the service, holds them up as well
 */
export async function secondsUntil(isTrue: () => boolean, ask: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  for (; !isTrue(); turns += 1) {
    await ask();
    await sleep(TURN_MS);
  }
  return (turns * TURN_MS) / 1000;
}
