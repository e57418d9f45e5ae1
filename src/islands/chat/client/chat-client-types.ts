import type { Call } from '../../../contract/chat/call-protocol.ts';
import type { ChatError } from '../../../contract/chat/chat-errors.ts';
import type { Lobby, ChatMessage } from '../../../contract/chat/chat-protocol.ts';
import type { PartnerSearch } from '../../../contract/chat/partner-wishes.ts';
import type { Person } from '../../../contract/chat/person.ts';
import type { Reaction } from '../../../contract/chat/reaction-emoji.ts';
import type { ReportReason } from '../../../contract/moderation/report-reasons.ts';
import type { ChatConnection, ConnectionState } from './socket-connection.ts';

/** A person to report, with a message or call of this person. */
export interface ReportSubject {
  room: string;
  person: Person;
  /** `seq` of the reported message. */
  seq?: number | undefined;
  /** Id of the reported call. */
  call?: string | undefined;
  /** Whether it is a message request, which the user has not seen. */
  waiting?: boolean | undefined;
}

/** The state of the chat. Immutable: equal parts stay the same object. */
export interface ChatState {
  connection: ConnectionState;
  /** Missing until the service has answered once. */
  lobby?: Lobby | undefined;
  /** The current or ringing call; an ended call stays until the next one. */
  call?: Call | undefined;
  /** Rooms opened since the page was loaded, by id. */
  rooms: Readonly<Record<string, RoomState>>;
}

export interface RoomState {
  /** `failed`: the room could not be opened. `left`: the user left it on another device. */
  status: 'loading' | 'ready' | 'failed' | 'left';
  error?: ChatError;
  /** In the order of `seq`, without messages of muted and blocked people. */
  messages: readonly ChatMessage[];
  /** The first loaded message, which may be of a muted or blocked person. */
  oldest?: ChatMessage | undefined;
  /** Own unsent messages, in the order of writing. */
  pending: readonly PendingMessage[];
  hasOlder: boolean;
  isLoadingOlder: boolean;
  /** People present, without the user: the pages loaded so far. */
  people: readonly Person[];
  /** People who are typing. */
  typing: readonly Person[];
  /** `seq` of the message below the line "new": the first of another person that arrived while the room was out of sight. */
  firstNew?: number | undefined;
}

/** An own message that the service has not acknowledged. The outbox stores this object, so its names stay. */
export interface PendingMessage {
  id: string;
  room: string;
  text: string;
  replyTo?: number;
  /** By the clock of the service, in milliseconds since 1970. */
  at: number;
  /** `failed`: the service refused it; only the user can send it again. */
  is: 'sending' | 'failed';
  error?: ChatError;
}

/** The error of a request, or `undefined` after success. `lost`: no connection, or no answer in time. */
export type ChatOutcome = ChatError | 'lost' | undefined;

/** A deletion that the user can undo until it is sent. */
export interface Deletion {
  undo: () => void;
  /** @returns the outcome; a failed deletion shows the message again */
  send: () => Promise<ChatOutcome>;
  /** Resolves when the deletion is undone or sent. */
  settled: Promise<void>;
}

/** The interface between components and the service. */
export interface ChatClient {
  getState: () => ChatState;
  /** The time in milliseconds since 1970, by the clock of the service: that of the device may be wrong. */
  now: () => number;
  /** @returns a function that unsubscribes */
  subscribe: (listener: () => void) => () => void;
  /** Shows a room: loads it, and counts it as read while the page is visible. */
  open: (room: string) => void;
  /** Shows no room. */
  close: () => void;
  loadOlder: (room: string) => void;
  /** Loads the next page of people. */
  loadMorePeople: (room: string) => void;
  send: (room: string, text: string, replyTo?: number) => void;
  retry: (id: string) => void;
  discard: (id: string) => void;
  edit: (room: string, seq: number, text: string) => Promise<ChatOutcome>;
  /** Hides an own message. The service learns of it once the deletion is sent, at the latest when the page is hidden. */
  delete: (room: string, seq: number) => Deletion;
  react: (room: string, seq: number, reaction: Reaction, on: boolean) => Promise<ChatOutcome>;
  /** Announces that the user is typing. Call it with each key. */
  typing: (room: string) => void;
  leave: (room: string) => Promise<ChatOutcome>;
  /** @returns the id of the room, once the lobby lists it */
  openPrivateConversation: (person: string) => Promise<{ room: string } | { error: ChatError | 'lost' }>;
  acceptRequest: (room: string) => Promise<ChatOutcome>;
  declineRequest: (room: string) => Promise<ChatOutcome>;
  /** Takes no message requests for 24 hours, or takes them again. */
  setNotNow: (on: boolean) => Promise<ChatOutcome>;
  /** Searches a partner. After a match the lobby lists a room of kind `partner` that has not ended. */
  findPartner: (search: PartnerSearch) => Promise<ChatOutcome>;
  stopPartnerSearch: () => Promise<ChatOutcome>;
  block: (person: Person, on: boolean) => Promise<ChatOutcome>;
  /** Sets whether the user shows and sees which messages of a conversation were seen. */
  showSeen: (on: boolean) => Promise<ChatOutcome>;
  mute: (person: Person, on: boolean) => Promise<ChatOutcome>;
  /** Reports a person to the moderators. */
  report: (subject: ReportSubject, reason: ReportReason, note: string) => Promise<ChatOutcome>;
  /** Connection for the signals of calls. */
  connection: Pick<ChatConnection, 'ask' | 'on' | 'off' | 'setFastRetry'>;
  /** Stops at once: sends nothing more, and deletes all chat data in the browser. */
  stopAndForget: () => void;
}
