/** Pauses before a locked room is tried again: doubled each time, from the first to the last. */
const LOCK_PAUSE_MS = { first: 4, last: 128 };

/** Tracks rooms that another transaction locks, and the time of the next attempt. */
export function createRoomLockBackoff() {
  const rooms = new Map<string, { pauseMs: number; until: number }>();
  return {
    isPaused: (room: string): boolean => (rooms.get(room)?.until ?? 0) > performance.now(),
    pause: (room: string): void => {
      const before = rooms.get(room)?.pauseMs;
      const pauseMs = before ? Math.min(2 * before, LOCK_PAUSE_MS.last) : LOCK_PAUSE_MS.first;
      rooms.set(room, { pauseMs, until: performance.now() + pauseMs });
    },
    free: (room: string): void => void rooms.delete(room),
  };
}
