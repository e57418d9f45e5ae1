/** Requests of one socket at once, and from then on in a second: no page comes near it. */
const BURST = 100;
const PER_SECOND = 20;

/** Longest time for which typing once is shown. */
const TYPING_MS = 1000;

/** Holds back a socket that asks without end. It is kept in memory: whatever reaches the database has cost too much already. */
export interface Pace {
  /** Counts a request. */
  next: () => 'fine' | 'tooMany' | 'hopeless';
  /** Whether to pass on that somebody types. */
  mayType: () => boolean;
}

export function createPace(now: () => number = () => performance.now()): Pace {
  let level = 0;
  let at = now();
  let typedAt = -Infinity;
  return {
    next: () => {
      const since = at;
      at = now();
      level = Math.max(0, level - ((at - since) / 1000) * PER_SECOND) + 1;
      if (level <= BURST) return 'fine';
      return level <= 2 * BURST ? 'tooMany' : 'hopeless';
    },
    mayType: () => {
      if (now() - typedAt < TYPING_MS) return false;
      typedAt = now();
      return true;
    },
  };
}
