import type { RoomFacts } from './chat-protocol.ts';

/** Seconds between two messages or edits of the user in a room. Once a closing has ended, slow mode goes on. */
export const slowSecondsIn = ({ mode }: RoomFacts, now: number): number =>
  (mode?.closed || !((mode?.until ?? Infinity) <= now) ? mode?.slowSeconds : 0) ?? 0;
