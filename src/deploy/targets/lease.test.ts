import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { isFree, type Lease, LEASE_MS } from './lease.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => void vi.useRealTimers());

const leaseOf = (ms: number): Lease => ({
  id: 'x',
  holder: 'ann on elsewhere',
  process: '1',
  machine: 'elsewhere',
  until: new Date(Date.now() + ms).toISOString(),
});

const YEAR_MS = 365 * 86_400_000;

test.each([
  ['a lease that has expired is free', leaseOf(-1), leaseOf(-1), true],
  ['a lease that another machine holds is not free', leaseOf(LEASE_MS), undefined, false],
  ['a lease of a machine whose clock is wrong is free where it is not renewed', leaseOf(YEAR_MS), 'same', true],
  ['such a lease is not free where it is renewed', leaseOf(YEAR_MS), leaseOf(YEAR_MS + 30_000), false],
])('%s', async (_, found, later, expected) => {
  const free = isFree(found, () => (later === 'same' ? found : (later as Lease)));
  await vi.advanceTimersByTimeAsync(LEASE_MS);
  expect(await free).toBe(expected);
});
