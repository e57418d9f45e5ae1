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
export const KINDS = ['woman', 'man', 'couple', 'other'] as const;
export type Kind = (typeof KINDS)[number];

/** Why something is reported. The words are `report.<reason>`. */
export const REASONS = ['minor', 'threat', 'harassment', 'privacy', 'spam', 'other'] as const;
export type Reason = (typeof REASONS)[number];

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

export interface Person {
  id: string;
  name: string;
}

/** A message as it is now. Times are milliseconds since 1970, by the clock of the database. */
export interface Message {
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
  call?: CallTrace;
  /** How many people reacted with what. */
  reactions: Partial<Record<Reaction, number>>;
  /** One's own reactions; absent where everybody is sent the same. */
  mine?: Reaction[];
}

/**
 * How a call ended.
 * - `answered`: they talked
 * - `missed`: nobody answered in time, or the caller gave up
 * - `declined`, `busy`: by the one who was called
 * - `failed`: answered, but no sound ever came through
 */
export type CallEnd = 'answered' | 'missed' | 'declined' | 'busy' | 'failed';

/** What stays of a call in its conversation. */
export interface CallTrace {
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
export interface Relays {
  urls: string[];
  username: string;
  credential: string;
  until: number;
}

/** What became of a room between two of its heads, without what is hidden by blocks. */
export interface Changes {
  room: string;
  /** The head before. */
  from: number;
  /** The head after. */
  head: number;
  /** In the order of their positions. */
  messages: Message[];
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
export interface Page {
  messages: Message[];
  hasOlder: boolean;
}

/** The people of a public room who are online, without those hidden by blocks. */
export interface People {
  /** By name, without the reader, `PEOPLE_MAX` at most. */
  people: Person[];
  /** Number of these people, the reader included. */
  online: number;
}

export interface Entered extends Page, People {
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
export interface Since extends Changes {
  reset: boolean;
  hasOlder: boolean;
}

export interface Sent {
  seq: number;
  at: number;
}

interface InRoom {
  room: string;
}

interface OfMessage extends InRoom {
  seq: number;
}

interface Toward {
  person: string;
  on: boolean;
}

/** A call, and the device that asks: a UUID that a tab keeps over a reload. */
interface OfCall {
  call: string;
  device: string;
}

type Nothing = Record<string, never>;

/** What a browser can ask for: the body, and what it is answered. */
export interface Requests {
  lobby: [Nothing, Lobby];
  /** The heads of all rooms that one takes part in, to find out what was missed. */
  heads: [Nothing, Record<string, number>];
  /** Takes part in a public room from now on, or opens a conversation of one's own. */
  enter: [InRoom, Entered];
  /** Takes no part any more; of a conversation with a partner it is the end. */
  leave: [InRoom, Nothing];
  /** A page of the people who are online; it begins after the name `after`. */
  people: [InRoom & { after?: string | undefined }, People];
  since: [InRoom & { position: number }, Since];
  before: [OfMessage, Page];
  send: [InRoom & { id: string; text: string; replyTo?: number | undefined }, Sent];
  edit: [OfMessage & { text: string }, Nothing];
  delete: [OfMessage, Nothing];
  react: [OfMessage & { reaction: Reaction; on: boolean }, Nothing];
  read: [OfMessage, Nothing];
  typing: [InRoom, Nothing];
  /** Opens the private conversation with somebody. */
  converse: [{ person: string }, InRoom];
  /** Waits for a partner; the event `lobby` tells that one was found. */
  seek: [{ lang: string; iAm: Kind; lookFor: Kind | 'anyone' }, Nothing];
  stopSeeking: [Nothing, Nothing];
  block: [Toward, Nothing];
  mute: [Toward, Nothing];
  /** Rings the other one of a conversation; where they ring already, answers them: the answer tells which call it is. */
  call: [OfCall & InRoom & { video: boolean }, Call];
  answerCall: [OfCall, Call];
  /** Goes on with a call after a new connection, or after a reload: until then, signals neither come nor go. */
  resumeCall: [OfCall, Call];
  /** Ends, declines or gives up a call. `failed`: no sound ever came through. */
  hangUp: [OfCall & { failed: boolean }, Nothing];
  /** Reaches the device of the other one, if it is there: a description or a candidate, as JSON. */
  signal: [OfCall & { signal: string }, Nothing];
  /** Through which a call of one's own goes. */
  relays: [OfCall, Relays];
  /** `shown`: the messages that the reporter saw, by `seq` and `position`. */
  report: [{ room: string; person: string; reason: Reason; note: string; shown: [number, number][] }, Nothing];
}

export type RequestName = keyof Requests;
export type RequestBody<Name extends RequestName> = Requests[Name][0];
export type Answer<Name extends RequestName> = { ok: Requests[Name][1] } | { error: ChatError };

/** Events from a browser. */
export type ToService = {
  [Name in RequestName]: (body: RequestBody<Name>, answer: (answer: Answer<Name>) => void) => void;
};

/** Events to a browser. Any of them may be lost: what counts is fetched again by position. */
export interface ToBrowser {
  changes: (changes: Changes) => void;
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
