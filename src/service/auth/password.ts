import { availableParallelism } from 'node:os';

import { createWorkerPool } from './worker-pool.ts';

const argon2File = new URL('./argon2-worker.ts', import.meta.url);
const threads = Math.min(2, availableParallelism());

/** New passwords and sign-ins wait apart: a flood of registrations does not stop sign-ins. About 2 s of work may wait. */
const newPasswords = createWorkerPool<typeof import('./argon2-worker.ts')>(argon2File, { threads: 1, maxQueue: 50 });
const signIns = createWorkerPool<typeof import('./argon2-worker.ts')>(argon2File, { threads, maxQueue: 100 });
const strength = createWorkerPool<typeof import('./strength-worker.ts')>(
  new URL('./strength-worker.ts', import.meta.url),
  { threads: 1, maxQueue: 50 },
);

/** @throws BusyError while too many wait, as do the functions below */
export const hashPassword = (password: string): Promise<string> => newPasswords('hash', password);

/** Takes as long as {@link verifyPassword}, and waits in its queue: for addresses without an account. */
export const hashLikeVerifying = (password: string): Promise<string> => signIns('hash', password);

export const verifyPassword = (stored: string, password: string): Promise<boolean> =>
  signIns('verify', { stored, password });

/** Tasks that wait for a thread, by queue. */
export const countWaiting = (): Record<string, number> => ({
  new_password: newPasswords.waiting(),
  sign_in: signIns.waiting(),
  strength: strength.waiting(),
});

/** The worst password takes 40 ms; the rest is for a thread that starts or waits on a busy machine. */
const STRENGTH_DEADLINE_MS = 10_000;

/** Fewest different characters of a password that is judged without zxcvbn. */
const DIFFERENT_MIN = 6;

/**
 * Whether a password is built around a word of lists of stolen passwords, a pattern on the keyboard, or a known fact about its
 * owner. Past a deadline, its different characters decide.
 * @param known such as the nickname
 */
export async function isGuessable(password: string, known: string[]): Promise<boolean> {
  const deadline = AbortSignal.timeout(STRENGTH_DEADLINE_MS);
  try {
    return await strength('isGuessable', { password, known }, deadline);
  } catch (error) {
    if (!deadline.aborted) throw error;
    return new Set(password.toLowerCase()).size < DIFFERENT_MIN;
  }
}
