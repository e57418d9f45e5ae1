import { beforeEach, expect, test, vi } from 'vitest';

import type { RequestName } from '../../../contract/chat/chat-protocol.ts';
import { createSocketRateLimits, type SocketRateLimit } from './socket-rate-limit.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => void vi.useRealTimers();
});

const limits = createSocketRateLimits();
let accounts = 0;
const newLimit = (): SocketRateLimit => limits.of(`account ${accounts++}`);

/** Number of allowed requests of a name before the first refusal. */
function burstOf(name: RequestName | undefined, limit = newLimit()): number {
  let count = 0;
  while (limit.take(name) === 'allowed') count += 1;
  return count;
}

test('refuses an account that floods, then disconnects it, and allows it again after a wait', () => {
  const limit = newLimit();
  expect(burstOf('typing', limit)).toBe(1000);
  const refused = Array.from({ length: 99 }, () => limit.take('typing'));
  expect(new Set(refused)).toEqual(new Set(['tooMany']));
  expect(limit.take('typing')).toBe('disconnect');
  vi.advanceTimersByTime(60_000);
  expect(limit.take('typing')).toBe('allowed');
});

test('always allows forty cheap requests or four lists of people a second', () => {
  for (const [name, perSecond] of [
    ['read', 40],
    ['people', 4],
  ] as const) {
    const limit = newLimit();
    const answers = Array.from({ length: 5000 }, () => {
      vi.advanceTimersByTime(1000 / perSecond);
      return limit.take(name);
    });
    expect([name, new Set(answers)]).toEqual([name, new Set(['allowed'])]);
  }
});

test('charges a request by its work and a response by its bytes', () => {
  expect([burstOf('people'), burstOf('lobby'), burstOf('before')]).toEqual([100, 200, 333]);
  const limit = newLimit();
  limit.charge(16_384 * 1000);
  expect(limit.take('typing')).toBe('tooMany');
  vi.advanceTimersByTime(1000);
  expect(burstOf('typing', limit)).toBe(40);
});

test('charges a late response in full', () => {
  const limit = newLimit();
  expect(limit.take('since')).toBe('allowed');
  vi.advanceTimersByTime(5000);
  limit.charge(16_384 * 1000);
  expect(limit.take('typing')).toBe('tooMany');
});

test('charges a request that no page sends as much as twenty cheap requests', () => {
  expect(burstOf(undefined)).toBe(50);
  const limit = newLimit();
  for (let sent = 0; limit.take('send') === 'allowed'; sent += 1) {
    expect(sent).toBeLessThan(50);
    limit.chargeInvalid();
  }
});

test('shares the limit between sockets of an account, and prunes it only when it is unused', () => {
  const account = 'with two sockets';
  expect(burstOf('people', limits.of(account))).toBe(100);
  limits.prune();
  expect(limits.of(account).take('people')).toBe('tooMany');
  vi.advanceTimersByTime(60_000);
  limits.prune();
  expect(burstOf('people', limits.of(account))).toBe(100);
});

test('forwards typing once a second', () => {
  const limit = newLimit();
  const passed = [limit.mayType(), limit.mayType()];
  vi.advanceTimersByTime(1000);
  expect([...passed, limit.mayType()]).toEqual([true, false, true]);
});
