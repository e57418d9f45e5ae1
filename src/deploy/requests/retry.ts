import { setTimeout as wait } from 'node:timers/promises';

/** An error that may be gone at the next attempt. */
export class TransientError extends Error {
  override name = 'TransientError';
  /** Wait that the server asked for. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, options?: ErrorOptions & { retryAfterMs?: number | undefined }) {
    super(message, options);
    this.retryAfterMs = options?.retryAfterMs;
  }
}

/** Longest wait before the second attempt; it doubles with each further one. */
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;

/** A server that asks for a longer wait gets an error instead. */
const MAX_RETRY_AFTER_MS = 600_000;

/**
 * Repeats a task that throws a {@link TransientError}. Waits are random between 0 and a limit that doubles ("full jitter"), and at least as
 * long as the server asks.
 * @throws the last error, or at once any other error
 */
export async function retry<Result>(
  task: () => Promise<Result>,
  { signal, attempts = 8 }: { signal: AbortSignal; attempts?: number },
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof TransientError) || attempt === attempts) throw error;
      const { retryAfterMs = 0 } = error;
      if (retryAfterMs > MAX_RETRY_AFTER_MS) throw error;
      const backoffMs = Math.random() * Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), MAX_WAIT_MS);
      await wait(Math.max(backoffMs, retryAfterMs), undefined, { signal });
    }
  }
}

/** Milliseconds of a `Retry-After` header: seconds or a date (RFC 9110, section 10.2.3). */
export function parseRetryAfter(header: string | null | undefined, nowMs = Date.now()): number | undefined {
  if (!header) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(date - nowMs, 0);
}
