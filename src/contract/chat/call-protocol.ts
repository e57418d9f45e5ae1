import type { Person } from './person.ts';

/**
 * How a call ended.
 * - `answered`: answered, with media
 * - `missed`: not answered in time, or cancelled by the caller
 * - `declined`, `busy`: by the callee
 * - `failed`: answered, but no media was ever received
 */
export type CallEnd = 'answered' | 'missed' | 'declined' | 'busy' | 'failed';

/** Record of an ended call, kept in the conversation. */
export interface CallRecord {
  end: CallEnd;
  /** Duration of the conversation. */
  seconds: number;
  /** Whether it started with video. */
  video: boolean;
}

/** A call from the view of a participant, sent to each of their devices. */
export interface Call {
  /** Chosen by the calling device. */
  id: string;
  room: string;
  other: Person;
  /** Whether the viewer is the caller. */
  isMine: boolean;
  /** Whether the caller starts with video. */
  video: boolean;
  /** Moves forward only. Ignore an event with an earlier state: it arrived late, such as from another node. */
  is: 'ringing' | 'active' | 'over';
  /** The viewer's participating device; null before the answer. The other person never learns it. */
  device: string | null;
  /** When it was answered, by the clock of the database, in milliseconds since 1970. A node of the release before does not tell it. */
  answeredAt?: number | undefined;
  /** Present once the call is over. */
  end?: CallEnd;
}

/** Time until a call that rings is missed. */
export const RING_MS = 45_000;

/** Time that a participating device may be disconnected. */
export const AWAY_MS = 60_000;

/** After this time without a socket, a device no longer makes its account busy: its ringing call ends, and its answered call ends once either account is called. */
export const ABANDONED_MS = 15_000;

/** Time after its end in which a call can be reported. */
export const REPORT_CALL_MS = 86_400_000;

/** Longest signal, in characters. */
export const SIGNAL_MAX = 12_000;

export interface Signal {
  call: string;
  /** A session description or ICE candidate, as JSON. */
  signal: string;
}

/** TURN servers as `RTCIceServer` has them. `until`: expiry of the credential, in milliseconds since 1970. */
export interface TurnCredentials {
  urls: string[];
  username: string;
  credential: string;
  until: number;
}
