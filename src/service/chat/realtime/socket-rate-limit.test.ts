import { expect, test } from 'vitest';

import type { RequestName } from '../../../contract/chat-protocol.ts';
import { createSocketRateLimits, type SocketRateLimit } from './socket-rate-limit.ts';

let now = 0;
const limits = createSocketRateLimits(() => now);
let accounts = 0;
const newLimit = (): SocketRateLimit => limits.of(`account ${accounts++}`);

/** How many requests of a kind are let through before the first refusal. */
function burstOf(name: RequestName, limit = newLimit()): number {
  let count = 0;
  while (limit.take(name) === 'fine') count += 1;
  return count;
}

test('an account that asks without end is held back, then given up, and goes on after a wait', () => {
  const limit = newLimit();
  expect(burstOf('typing', limit)).toBe(1000);
  const refused = Array.from({ length: 99 }, () => limit.take('typing'));
  expect(new Set(refused)).toEqual(new Set(['tooMany']));
  expect(limit.take('typing')).toBe('hopeless');
  now += 60_000;
  expect(limit.take('typing')).toBe('fine');
});

test('forty cheap requests or four lists of people a second are never held back', () => {
  for (const [name, perSecond] of [
    ['read', 40],
    ['people', 4],
  ] as const) {
    const limit = newLimit();
    const answers = Array.from({ length: 5000 }, () => {
      now += 1000 / perSecond;
      return limit.take(name);
    });
    expect([name, new Set(answers)]).toEqual([name, new Set(['fine'])]);
  }
});

test('a request costs as much as the work that it makes, and its answer as much as it has bytes', () => {
  expect([burstOf('people'), burstOf('lobby'), burstOf('before')]).toEqual([100, 200, 333]);
  const limit = newLimit();
  limit.charge(16_384 * 1000);
  expect(limit.take('typing')).toBe('tooMany');
  now += 1000;
  expect(burstOf('typing', limit)).toBe(40);
});

test('two sockets of an account share its limit, which is forgotten only after it was given back', () => {
  const account = 'with two sockets';
  expect(burstOf('people', limits.of(account))).toBe(100);
  limits.prune();
  expect(limits.of(account).take('people')).toBe('tooMany');
  now += 1000 * 60;
  limits.prune();
  expect(burstOf('people', limits.of(account))).toBe(100);
});

test('that somebody types is passed on once a second', () => {
  const limit = newLimit();
  const passed = [limit.mayType(), limit.mayType()];
  now += 1000;
  expect([...passed, limit.mayType()]).toEqual([true, false, true]);
});
