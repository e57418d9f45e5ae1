import { availableParallelism } from 'node:os';

import { createLowPriorityWorkers } from './low-priority-workers.ts';

const argon2File = new URL('./argon2-worker.ts', import.meta.url);
const threads = Math.min(2, availableParallelism());

/**
 * New passwords and sign-ins have separate queues, so that a flood of registrations does not stop sign-ins. A full queue is about 2 s of
 * work.
 */
const newPasswords = createLowPriorityWorkers<typeof import('./argon2-worker.ts')>(argon2File, {
  threads: 1,
  maxQueue: 50,
});
const signIns = createLowPriorityWorkers<typeof import('./argon2-worker.ts')>(argon2File, { threads, maxQueue: 100 });
const strength = createLowPriorityWorkers<typeof import('./strength-worker.ts')>(
  new URL('./strength-worker.ts', import.meta.url),
  { threads: 1, maxQueue: 50 },
);

/** @throws BusyError while the queue is full, as do the functions below */
export const hashPassword = (password: string): Promise<string> => newPasswords('hash', password);

/** Takes as long as {@link verifyPassword}, in the same queue: for addresses without an account. */
export const hashInSignInQueue = (password: string): Promise<string> => signIns('hash', password);

export const verifyPassword = (stored: string, password: string): Promise<boolean> =>
  signIns('verify', { stored, password });

/** Number of waiting tasks by queue. */
export const countWaiting = (): Record<string, number> => ({
  new_password: newPasswords.waiting(),
  sign_in: signIns.waiting(),
  strength: strength.waiting(),
});

/** The worst password takes 40 ms; the rest is for a worker that starts or waits on a busy machine. */
export const STRENGTH_DEADLINE_MS = 10_000;

/** Fewest distinct characters of a password that zxcvbn could not judge in time. */
const DIFFERENT_MIN = 6;

/**
 * Whether a password consists mainly of leaked passwords, keyboard patterns or known facts about its owner. After a deadline, the
 * number of distinct characters decides.
 * @param known facts such as the nickname
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
