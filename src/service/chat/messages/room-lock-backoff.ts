/** Pauses before a locked room is tried again: doubled each time, from the first to the last, which is soon after a batch of another node. */
const LOCK_PAUSE_MS = { first: 4, last: 32 };

/** Tracks rooms that another transaction locks, and the time of the next attempt. */
export function createRoomLockBackoff() {
  const rooms = new Map<string, { pauseMs: number; until: number }>();
  return {
    isPaused: (room: string): boolean => (rooms.get(room)?.until ?? 0) > performance.now(),
    /** Whether the last attempt found the room locked. */
    isHeld: (room: string): boolean => rooms.has(room),
    pause: (room: string): void => {
      const before = rooms.get(room)?.pauseMs;
      const pauseMs = before ? Math.min(2 * before, LOCK_PAUSE_MS.last) : LOCK_PAUSE_MS.first;
      rooms.set(room, { pauseMs, until: performance.now() + pauseMs });
    },
    free: (room: string): void => void rooms.delete(room),
  };
}
