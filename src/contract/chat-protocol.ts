import type { Call, CallRecord, Signal, TurnCredentials } from './call-protocol.ts';
import type { Person } from './person.ts';

/** Where the socket of the chat is, below the service. */
export const SOCKET_PATH = '/api/chat';

/** Most characters of a message. */
export const TEXT_MAX = 2000;

/** Most characters of what a report says in its own words. */
export const NOTE_MAX = 1000;

/** Messages of one page of history. */
export const PAGE_SIZE = 50;

/** Most changes that are fetched one by one; whoever missed more begins with the last page again. */
export const CHANGES_MAX = 200;

/**
 * Most people of a room that are listed at once. In a room with more people presence events only count them.
 */
export const PEOPLE_MAX = 200;

export const REACTIONS = ['👍', '❤️', '😂', '😮', '😢', '🔥'] as const;
export type Reaction = (typeof REACTIONS)[number];

/** Who somebody is who looks for a partner to talk to. The words are `partner.<kind>`. */
export const PARTNER_KINDS = ['woman', 'man', 'couple', 'other'] as const;
export type PartnerKind = (typeof PARTNER_KINDS)[number];

/** Why something is reported. The words are `report.<reason>`. */
export const REPORT_REASONS = ['minor', 'threat', 'harassment', 'privacy', 'spam', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** Why a request of the chat was refused. The texts are the words `chatErrors.<code>`. */
export type ChatError =
  | 'banned'
  | 'blocked'
  | 'body'
  | 'busy'
  | 'editedTooOften'
  | 'gone'
  | 'newAccount'
  | 'noCalls'
  | 'parted'
  | 'repeated'
  | 'server'
  | 'signedOut'
  | 'stranger'
  | 'tooMany';

/** A message as it is now. Times are milliseconds since 1970, by the clock of the database. */
export interface ChatMessage {
  /** Its place in the room. */
  seq: number;
  /** The room's head when it was last changed; `seq` if it never was. */
  position: number;
  /** What its sender called it, unique among their messages. */
  id: string;
  sender: Person;
  at: number;
  /** Nothing where its sender has deleted it. */
  text: string | null;
  edited: boolean;
  /** The `seq` of the message that it answers. */
  replyTo: number | null;
  /** Of a call that its sender made, what became of it; `text` is empty then. */
  call?: CallRecord;
  /** How many people reacted with what. */
  reactions: Partial<Record<Reaction, number>>;
  /** One's own reactions; absent where everybody is sent the same. */
  mine?: Reaction[];
}

/** What became of a room between two of its heads, without what is hidden by blocks. */
export interface RoomChanges {
  room: string;
  /** The head before. */
  from: number;
  /** The head after. */
  head: number;
  /** In the order of their positions. */
  messages: ChatMessage[];
}

export type RoomKind = 'public' | 'private' | 'partner';

/** A room as the lobby lists it. */
export interface RoomFacts {
  id: string;
  kind: RoomKind;
  /** Of a public room. */
  lang: string | null;
  /** Of a public room; the word of its name is `topics.<topic>`. */
  topic: string | null;
  /**
   * The other person of a conversation of two. `online` is null in a private conversation until both have written, and after a
   * conversation with a partner has ended.
   */
  other: (Person & { online: boolean | null }) | null;
  /** Whether one of the two has left; nothing can be said any more. */
  ended: boolean;
  /** Whether one takes part. */
  member: boolean;
  /** People of a public room who are there now, give or take those of the last second. */
  online: number;
  head: number;
  /** Of the others; of calls only those that one has missed, or was busy for. */
  unread: number;
  /** When something was said last. */
  activeAt: number | null;
}

export interface Lobby {
  me: Person;
  rooms: RoomFacts[];
  /** By oneself. */
  blocked: Person[];
  muted: Person[];
  /** Whether one waits for a partner. */
  seeking: boolean;
  /** The call that one is in, or that rings. */
  call: Call | null;
}

/** A page of history, the oldest message first. */
export interface HistoryPage {
  messages: ChatMessage[];
  hasOlder: boolean;
}

/** The people of a public room who are online, without those hidden by blocks. */
export interface OnlinePeople {
  /** By name, without the reader, `PEOPLE_MAX` at most. */
  people: Person[];
  /** Number of these people, the reader included. */
  online: number;
}

export interface EnteredRoom extends HistoryPage, OnlinePeople {
  head: number;
  /** Up to which `seq` one had read before. */
  read: number;
}

/** Changes of presence in the last second. */
export interface PresenceChange {
  room: string;
  /** Number of people in a public room; in a conversation, 1 while the other person is online, else 0. */
  online: number;
  /** Missing in a room whose people are only counted. May name the reader, and people announced before. */
  joined?: Person[];
  /** Ids. */
  left?: string[];
}

/** Everything since a position, or, after too much, the last page and nothing of before. */
export interface ChangesSince extends RoomChanges {
  reset: boolean;
  hasOlder: boolean;
}

export interface SentMessage {
  seq: number;
  at: number;
}

interface RoomRef {
  room: string;
}

interface MessageRef extends RoomRef {
  seq: number;
}

interface TowardPerson {
  person: string;
  on: boolean;
}

/** A call, and the device that asks: a UUID that a tab keeps over a reload. */
interface CallRef {
  call: string;
  device: string;
}

type Empty = Record<string, never>;

/** What a browser can ask for: the body, and what it is answered. */
export interface Requests {
  lobby: [Empty, Lobby];
  /** The heads of all rooms that one takes part in, to find out what was missed. */
  heads: [Empty, Record<string, number>];
  /** Takes part in a public room from now on, or opens a conversation of one's own. */
  enter: [RoomRef, EnteredRoom];
  /** Takes no part any more; of a conversation with a partner it is the end. */
  leave: [RoomRef, Empty];
  /** A page of the people who are online; it begins after the name `after`. */
  people: [RoomRef & { after?: string | undefined }, OnlinePeople];
  since: [RoomRef & { position: number }, ChangesSince];
  before: [MessageRef, HistoryPage];
  send: [RoomRef & { id: string; text: string; replyTo?: number | undefined }, SentMessage];
  edit: [MessageRef & { text: string }, Empty];
  delete: [MessageRef, Empty];
  react: [MessageRef & { reaction: Reaction; on: boolean }, Empty];
  read: [MessageRef, Empty];
  typing: [RoomRef, Empty];
  /** Opens the private conversation with somebody. */
  converse: [{ person: string }, RoomRef];
  /** Waits for a partner; the event `lobby` tells that one was found. */
  seek: [{ lang: string; iAm: PartnerKind; lookFor: PartnerKind | 'anyone' }, Empty];
  stopSeeking: [Empty, Empty];
  block: [TowardPerson, Empty];
  mute: [TowardPerson, Empty];
  /** Rings the other one of a conversation; where they ring already, answers them: the answer tells which call it is. */
  call: [CallRef & RoomRef & { video: boolean }, Call];
  answerCall: [CallRef, Call];
  /** Goes on with a call after a new connection, or after a reload: until then, signals neither come nor go. */
  resumeCall: [CallRef, Call];
  /** Ends, declines or gives up a call. `failed`: no sound ever came through. */
  hangUp: [CallRef & { failed: boolean }, Empty];
  /** Reaches the device of the other one, if it is there: a description or a candidate, as JSON. */
  signal: [CallRef & { signal: string }, Empty];
  /** Through which a call of one's own goes. */
  relays: [CallRef, TurnCredentials];
  /** `shown`: the messages that the reporter saw, by `seq` and `position`. */
  report: [{ room: string; person: string; reason: ReportReason; note: string; shown: [number, number][] }, Empty];
}

export type RequestName = keyof Requests;
export type RequestBody<Name extends RequestName> = Requests[Name][0];
export type ChatResponse<Name extends RequestName> = { ok: Requests[Name][1] } | { error: ChatError };

/** Events from a browser. */
export type ClientToServerEvents = {
  [Name in RequestName]: (body: RequestBody<Name>, answer: (answer: ChatResponse<Name>) => void) => void;
};

/** Events to a browser. Any of them may be lost: what counts is fetched again by position. */
export interface ServerToClientEvents {
  changes: (changes: RoomChanges) => void;
  /** Rooms, blocks or the search for a partner are different from before; the lobby tells how. */
  lobby: () => void;
  /** At most once a second for each room. */
  presence: (change: PresenceChange) => void;
  typing: (typing: { room: string; person: Person }) => void;
  /** A call of one's own begins, is answered, or ends. */
  call: (call: Call) => void;
  /** From the device of the other one, in the order in which it was sent. */
  signal: (signal: Signal) => void;
  /** This node stops: clients connect to another node, each at a random moment within this time. */
  draining: (drain: { withinMs: number }) => void;
  /** One has read further, on another device. */
  read: (read: { room: string; seq: number }) => void;
}

/** Why a connection was refused: `data` of the error. */
export interface ConnectionRefused {
  error: 'banned' | 'signedOut' | 'server' | 'tooMany';
  /** Until when somebody is banned, in milliseconds since 1970. */
  until?: number;
}
