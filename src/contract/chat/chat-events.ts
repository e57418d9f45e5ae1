import type { Call, Signal } from './call-protocol.ts';
import type { ChatResponse, DeliveryMarks, RequestBody, RequestName, RoomChanges } from './chat-protocol.ts';
import type { Person } from './person.ts';

/** Socket.IO events from a browser. */
export type ClientToServerEvents = {
  [Name in RequestName]: (body: RequestBody<Name>, answer: (answer: ChatResponse<Name>) => void) => void;
};

/** Socket.IO events to a browser. Any event can be lost; browsers fetch missed changes by position. */
export interface ServerToClientEvents {
  changes: (changes: RoomChanges) => void;
  /** Rooms, blocks or the partner search have changed: fetch the lobby. */
  lobby: () => void;
  /** At most once a second. */
  presence: (changes: PresenceChanges) => void;
  typing: (typing: { room: string; person: Person }) => void;
  /** A call of the user starts, is answered or ends. */
  call: (call: Call) => void;
  /** A signal from the other device, in sending order. */
  signal: (signal: Signal) => void;
  /** This node is stopping: each client reconnects to another node at a random moment within this time. */
  draining: (drain: { withinMs: number }) => void;
  /** The other person of a conversation has received or seen more. */
  marks: (marks: DeliveryMarks & { room: string }) => void;
  /** The user has read further on another device. */
  read: (read: { room: string; seq: number }) => void;
  /** A decision about the user was made, read, appealed, undone or answered: fetch the account. */
  decided: () => void;
}

/** `data` of the `connect_error` of a refused connection. */
export interface ConnectionRefused {
  error: 'banned' | 'signedOut' | 'server' | 'tooMany';
  /** End of the ban, in milliseconds since 1970. */
  until?: number;
}

/** Presence changes of the last second, in all rooms of the brand. */
export interface PresenceChanges {
  /**
   * By room, entered or not: the number of people in a public room; in a conversation 1 if the other person is online, else 0.
   * Without people hidden by blocks.
   */
  online: Record<string, number>;
  /** People who came and left, by entered public room with at most `PEOPLE_MAX` people. */
  people?: Record<string, PeopleChange>;
  /** People with a new name, in entered public rooms with more people. */
  renamed?: Person[];
}

export interface PeopleChange {
  /** Can contain the viewer and people announced before. */
  joined: Person[];
  /** Ids of people. */
  left: string[];
}
