import type { Person } from './person.ts';

/**
 * How a call ended.
 * - `answered`: they talked
 * - `missed`: nobody answered in time, or the caller gave up
 * - `declined`, `busy`: by the one who was called
 * - `failed`: answered, but no sound ever came through
 */
export type CallEnd = 'answered' | 'missed' | 'declined' | 'busy' | 'failed';

/** What stays of a call in its conversation. */
export interface CallRecord {
  end: CallEnd;
  /** For how long they talked. */
  seconds: number;
  /** Whether it began with video. */
  video: boolean;
}

/** A call as one of its two people is told of it, on each of their devices. */
export interface Call {
  /** Chosen by the device that called. */
  id: string;
  room: string;
  other: Person;
  /** Whether one has called oneself. */
  isMine: boolean;
  /** Whether the caller wants to be seen. */
  video: boolean;
  /** Only ever goes on: what tells of an earlier one has come late, such as from another node, and is to be left aside. */
  is: 'ringing' | 'active' | 'over';
  /** One's own device that takes part, once one does. The other one is never told of it: it may have been somebody else's. */
  device: string | null;
  /** How it ended, once it is over. */
  end?: CallEnd;
}

/** So long it rings. */
export const RING_MS = 45_000;

/** So long somebody may be away whose device is in a call. */
export const AWAY_MS = 60_000;

/** A device without a socket for this long no longer makes its account busy: its ringing call ends, and its answered call ends when either account is called. */
export const ABANDONED_MS = 15_000;

/** Most characters of a signal. */
export const SIGNAL_MAX = 12_000;

export interface Signal {
  call: string;
  /** A description or a candidate, as JSON. */
  signal: string;
}

/** A TURN server, as a browser takes it, and until when its credential is good, in milliseconds since 1970. */
export interface TurnCredentials {
  urls: string[];
  username: string;
  credential: string;
  until: number;
}
