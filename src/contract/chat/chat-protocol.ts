import type { ReportReason } from '../moderation/report-reasons.ts';
import type { Call, CallRecord, TurnCredentials } from './call-protocol.ts';
import type { ChatError } from './chat-errors.ts';
import type { PartnerSearch } from './partner-wishes.ts';
import type { Person } from './person.ts';
import type { Reaction } from './reaction-emoji.ts';

/** Longest message, in characters. */
export const TEXT_MAX = 2000;

/** Longest note of a report, in characters. */
export const NOTE_MAX = 1000;

/** Longest text of a preview, in characters. */
export const PREVIEW_MAX = 80;

/** Most messages sent along with a report. */
export const SHOWN_MAX = 100;

/** Most rooms in a confirmation of receipt. */
export const RECEIVED_MAX = 100;

/** Messages of a page of history. */
export const PAGE_SIZE = 50;

/** Most changes in a response; a client that missed more gets the last page instead. */
export const CHANGES_MAX = 200;

/** Most people in a list. Of a room with more people, presence events carry the number alone. */
export const PEOPLE_MAX = 200;

/** The current state of a message. Times are milliseconds since 1970 by the clock of the database. */
export interface ChatMessage {
  /** Sequence number in the room. */
  seq: number;
  /** The room's head at the last change of the message; equals `seq` if it never changed. */
  position: number;
  /** UUID chosen by the sender's browser, unique among messages of the sender. */
  id: string;
  sender: Person;
  at: number;
  /** Null if the sender deleted it. */
  text: string | null;
  edited: boolean;
  /** `seq` of the message it replies to. */
  replyTo: number | null;
  /** Record of a call made by the sender; `text` is empty then. */
  call?: CallRecord;
  /** Number of people by reaction. */
  reactions: Partial<Record<Reaction, number>>;
  /** The viewer's own reactions; absent in broadcasts. */
  mine?: Reaction[];
}

/** Changes of a room between two heads, without messages that blocks hide. */
export interface RoomChanges {
  room: string;
  /** The head before. */
  from: number;
  /** The head after. */
  head: number;
  /** In the order of their positions. */
  messages: ChatMessage[];
}

/** The last message of a conversation that is not deleted. */
export interface MessagePreview {
  seq: number;
  position: number;
  /** By the clock of the database, in milliseconds since 1970. */
  at: number;
  /** Whether the viewer sent it. */
  isOwn: boolean;
  /** The first characters of its text; empty for the record of a call. */
  text: string;
  call?: CallRecord;
}

/** How far the other person of a conversation has received the viewer's messages. */
export interface DeliveryMarks {
  /** Messages up to this `seq` have arrived on a device. */
  delivered: number;
  /** Messages up to this `seq` were seen; 0 if the other person does not show it. Absent if the viewer does not. */
  seen?: number | undefined;
}

export type RoomKind = 'public' | 'private' | 'partner';

/** A room in the lobby. */
export interface RoomFacts {
  id: string;
  kind: RoomKind;
  /** Of a public room. */
  lang: string | null;
  /** Of a public room. The translation of its name is `topics.<topic>`. */
  topic: string | null;
  /**
   * The other person of a conversation. `online` is null in a private conversation until both have written, and in a partner room
   * that has ended.
   */
  other: (Person & { online: boolean | null }) | null;
  /** Of a public room that moderators have slowed or closed. */
  mode?: RoomMode | undefined;
  /** Of a private conversation: the viewer's first message waits until the other person accepts it, and no further message is taken. */
  waiting?: true | undefined;
  /** Whether the service refuses calls of the viewer: the other person has not written to them, or one of both has left. */
  noCalls?: true | undefined;
  /** Of a conversation that is not accepted, or that a person has left: edits and reactions are refused. Deletions are taken. */
  noChanges?: true | undefined;
  /** Of a conversation in which not both people have written, where the viewer has a restriction: a limit applies. */
  limited?: true | undefined;
  /** Whether a person has left the conversation; it takes no messages then. */
  ended: boolean;
  /** Whether the viewer is a member. */
  member: boolean;
  /** Of a member: messages up to this `seq` are read. */
  read?: number | undefined;
  /** Number of people online in a public room, without people hidden by blocks. */
  online: number;
  head: number;
  /** Unread messages of other people. Of call records, missed and busy calls count. */
  unread: number;
  /** Time of the last message. */
  activeAt: number | null;
  /** Of a conversation, unless it has no message that the viewer may see. */
  last?: MessagePreview | undefined;
  /** Of a conversation where `other.online` is known, unless a block hides the other person. */
  marks?: DeliveryMarks | undefined;
  /** Of a partner room that has not ended: who the partner is and looks for. */
  wish?: Pick<PartnerSearch, 'iAm' | 'lookFor' | 'tags'> | undefined;
  /** Of a partner room: the viewer's search that led there. */
  search?: PartnerSearch | undefined;
}

/** Slow mode or closing of a public room. */
export interface RoomMode {
  /** Seconds between two messages of a person. */
  slowSeconds?: number | undefined;
  closed?: true | undefined;
  /** End of it; absent until moderators change it. */
  until?: number | undefined;
}

/** A first message that waits for the viewer's answer. Until they accept it, they learn nothing of it but its sender. */
export interface MessageRequest extends RoomRef {
  from: Person;
}

export interface Lobby {
  /** When it was read, by the clock of the database. A node of the release before does not tell it. */
  now?: number | undefined;
  me: Person;
  rooms: RoomFacts[];
  /** People blocked by the viewer. */
  blocked: Person[];
  muted: Person[];
  /** Whether the viewer shows and sees which messages of a conversation were seen. */
  seenMarks?: boolean | undefined;
  /** Latest first; absent without any. */
  requests?: MessageRequest[] | undefined;
  /** Until then strangers cannot ask the viewer for a conversation. */
  notNow?: number | undefined;
  /** The viewer writes nowhere (`mute`), or only where both people have written (`limit`), until then. */
  restriction?: { kind: 'mute' | 'limit'; until: number } | undefined;
  /** Ids of decisions of moderators that the viewer has not confirmed having read; absent without any. */
  decisions?: string[] | undefined;
  /** Whether the service has no TURN servers, and refuses all calls. */
  noCalls?: true | undefined;
  /** Whether the viewer waits for a partner. */
  seeking: boolean;
  /** The viewer's ringing or active call. */
  call: Call | null;
}

/** A page of history, oldest message first. */
export interface HistoryPage {
  messages: ChatMessage[];
  hasOlder: boolean;
}

/** People online in a public room, without people hidden by blocks. */
export interface OnlinePeople {
  /** Sorted by name, without the viewer, at most `PEOPLE_MAX`. */
  people: Person[];
  /** Number of people online, the viewer included. */
  online: number;
}

export interface EnteredRoom extends HistoryPage, OnlinePeople {
  head: number;
  /** `seq` of the last message that the viewer has read. */
  read: number;
}

/** Changes since a position. With `reset`, the client missed too much: these are the last page alone. */
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

export interface MessageRef extends RoomRef {
  seq: number;
}

interface TowardPerson {
  person: string;
  on: boolean;
}

/** A call and the requesting device: a UUID that a browser tab keeps across reloads. */
interface CallRef {
  call: string;
  device: string;
}

interface ReportBody extends RoomRef {
  person: string;
  reason: ReportReason;
  note: string;
  /** Messages on the reporter's screen, by `seq` and `position`. */
  shown: [seq: number, position: number][];
  /** A call of the conversation that lasts, or ended in the last 24 hours. */
  call?: string | undefined;
  /** Whether it is about a message request: its text goes along. */
  waiting?: boolean | undefined;
}

type Empty = Record<string, never>;

/** Requests of a browser: body and response. */
export interface Requests {
  lobby: [Empty, Lobby];
  /** Heads of all rooms of the user, to detect missed changes. */
  heads: [Empty, Record<string, number>];
  /** Joins a public room, or opens a conversation of the user. */
  enter: [RoomRef, EnteredRoom];
  /** Ends the membership; ends a partner room for both people. */
  leave: [RoomRef, Empty];
  /** A page of people online, starting after the name `after`. */
  people: [RoomRef & { after?: string | undefined }, OnlinePeople];
  since: [RoomRef & { position: number }, ChangesSince];
  before: [MessageRef, HistoryPage];
  send: [RoomRef & { id: string; text: string; replyTo?: number | undefined }, SentMessage];
  edit: [MessageRef & { text: string }, Empty];
  delete: [MessageRef, Empty];
  react: [MessageRef & { reaction: Reaction; on: boolean }, Empty];
  read: [MessageRef, Empty];
  /** Confirms that messages of conversations have arrived, up to these heads. Browsers send it at most once a second. */
  received: [{ heads: Record<string, number> }, Empty];
  /** Sets whether the user shows and sees which messages of a conversation were seen. */
  showSeen: [{ on: boolean }, Empty];
  typing: [RoomRef, Empty];
  /** Opens the private conversation with a person. A conversation that waits for the user's answer is listed again if it was declined. */
  converse: [{ person: string }, RoomRef];
  /** Accepts a message request: the user becomes a member and may read it. */
  accept: [RoomRef, Empty];
  /** Hides a message request. Its sender does not learn of it. */
  decline: [RoomRef, Empty];
  /** Takes no message requests for 24 hours, or takes them again. */
  notNow: [{ on: boolean }, Empty];
  /** Finds a partner or waits; the event `lobby` announces the match. */
  seek: [PartnerSearch, Empty];
  stopSeeking: [Empty, Empty];
  block: [TowardPerson, Empty];
  mute: [TowardPerson, Empty];
  /** Calls the other person of a conversation. If that person is calling already, answers their call: the response has its id. */
  call: [CallRef & RoomRef & { video: boolean }, Call];
  answerCall: [CallRef, Call];
  /** Resumes a call after a reconnect or reload. Until then the device neither sends nor receives signals. */
  resumeCall: [CallRef, Call];
  /** Ends, declines or cancels a call. `failed`: no media was ever received. */
  hangUp: [CallRef & { failed: boolean }, Empty];
  /** Sends a session description or ICE candidate, as JSON, to the other device if it is connected. */
  signal: [CallRef & { signal: string }, Empty];
  /** TURN servers and credentials for a call of the user. */
  relays: [CallRef, TurnCredentials];
  report: [ReportBody, Empty];
}

export type RequestName = keyof Requests;
export type RequestBody<Name extends RequestName> = Requests[Name][0];
export type ChatResponse<Name extends RequestName> = { ok: Requests[Name][1] } | { error: ChatError };
