import type { Call } from '../../../contract/call-protocol.ts';
import type {
  ChatError,
  PartnerKind,
  Lobby,
  ChatMessage,
  Reaction,
  ReportReason,
} from '../../../contract/chat-protocol.ts';
import type { Person } from '../../../contract/person.ts';
import type { ChatConnection, ConnectionState } from './connection.ts';

/** Everything that the chat shows. Never changed in place, so that what is the same is identical. */
export interface ChatState {
  connection: ConnectionState;
  /** Missing until the service has answered once. */
  lobby?: Lobby | undefined;
  /** The call that one is in, or that rings; one that is over stays until the next. */
  call?: Call | undefined;
  /** What has been opened since the page was loaded, by id. */
  rooms: Readonly<Record<string, RoomState>>;
}

export interface RoomState {
  /** `failed`: it could not be opened. `left`: on another device. */
  status: 'loading' | 'ready' | 'failed' | 'left';
  error?: ChatError;
  /** By `seq`, without those of people one has muted. */
  messages: readonly ChatMessage[];
  /** One's own messages on their way, in the order in which they were written. */
  pending: readonly PendingMessage[];
  hasOlder: boolean;
  isLoadingOlder: boolean;
  /** Who is there now, without oneself: all of them, or as many as have been asked for. */
  people: readonly Person[];
  /** Who is typing now. */
  typing: readonly Person[];
  /** Up to which `seq` one had read when the room was shown: where the line "new" stands. */
  read: number;
}

/** One's own message that the service has not acknowledged yet. It is kept in the browser until it has. */
export interface PendingMessage {
  id: string;
  room: string;
  text: string;
  replyTo?: number;
  /** By the browser's own clock, in milliseconds since 1970. */
  at: number;
  /** `failed`: refused, and not tried again by itself. */
  is: 'sending' | 'failed';
  error?: ChatError;
}

/** How something that was asked for ended. `lost`: nobody answered, or there is no connection. */
export type ChatOutcome = ChatError | 'lost' | undefined;

/** What people do in the chat. */
export interface ChatClient {
  getState: () => ChatState;
  /** @returns what ends the subscription */
  subscribe: (listener: () => void) => () => void;
  /** Shows a room: fetches it, and counts it as read while the page is looked at. */
  open: (room: string) => void;
  /** No room is shown any more. */
  close: () => void;
  loadOlder: (room: string) => void;
  /** Lists more of the people who are there. */
  loadMorePeople: (room: string) => void;
  send: (room: string, text: string, replyTo?: number) => void;
  retry: (id: string) => void;
  discard: (id: string) => void;
  edit: (room: string, seq: number, text: string) => Promise<ChatOutcome>;
  delete: (room: string, seq: number) => Promise<ChatOutcome>;
  react: (room: string, seq: number, reaction: Reaction, on: boolean) => Promise<ChatOutcome>;
  /** Call it with each key that is typed. */
  typing: (room: string) => void;
  leave: (room: string) => Promise<ChatOutcome>;
  /** @returns the room, once it is in the lobby */
  openPrivateConversation: (person: string) => Promise<{ room: string } | { error: ChatError | 'lost' }>;
  /** Once a partner is found, the lobby has a room of kind `partner` that has not ended. */
  findPartner: (wish: { lang: string; iAm: PartnerKind; lookFor: PartnerKind | 'anyone' }) => Promise<ChatOutcome>;
  stopPartnerSearch: () => Promise<ChatOutcome>;
  block: (person: Person, on: boolean) => Promise<ChatOutcome>;
  mute: (person: Person, on: boolean) => Promise<ChatOutcome>;
  /** @param seq the message that it is about, if it is about one */
  report: (room: string, person: string, reason: ReportReason, note: string, seq?: number) => Promise<ChatOutcome>;
  /** What a call goes through. */
  connection: Pick<ChatConnection, 'ask' | 'on' | 'off' | 'setFastRetry'>;
  /** Leaves at once: nothing is sent any more, and what the browser keeps of the chat is deleted. */
  stopAndForget: () => void;
}
