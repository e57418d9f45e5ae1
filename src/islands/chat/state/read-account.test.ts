import { expect, onTestFinished, test, vi } from 'vitest';

import { readAccount } from './read-account.ts';

vi.stubGlobal('localStorage', {});
const account = { id: 'anna', name: 'Anna' };
const busy = (seconds: number): Response =>
  Response.json({ errors: { form: 'busy' } }, { status: 503, headers: { 'Retry-After': `${seconds}` } });

/** Has the service give these answers one after the other. @returns the number of requests so far */
function answer(...answers: (() => Response)[]): () => number {
  const fetch = vi.fn<() => Promise<Response>>();
  for (const each of answers) fetch.mockImplementationOnce(() => Promise.resolve(each()));
  vi.stubGlobal('fetch', fetch);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  return () => fetch.mock.calls.length;
}

test.each([
  [3, 3000],
  [3600, 10_000],
])('after a busy answer that names %d s, the account is read again after %d ms', async (seconds, waitMs) => {
  const requests = answer(
    () => busy(seconds),
    () => Response.json(account),
  );
  const reading = readAccount();
  await vi.advanceTimersByTimeAsync(waitMs - 1);
  expect(requests()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await reading).toEqual(account);
  expect(requests()).toBe(2);
});

test('a service that stays busy counts as unreachable, as does one that fails', async () => {
  const requests = answer(
    () => busy(1),
    () => busy(1),
    () => new Response('', { status: 500 }),
  );
  const reading = readAccount();
  await vi.advanceTimersByTimeAsync(1000);
  expect(await reading).toBeUndefined();
  expect(await readAccount()).toBeUndefined();
  expect(requests()).toBe(3);
});
