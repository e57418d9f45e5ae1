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
import type { ChatConnection, Connection } from './connection.ts';

/** Everything that the chat shows. Never changed in place, so that what is the same is identical. */
export interface ChatState {
  connection: Connection;
  /** Missing until the service has answered once. */
  lobby?: Lobby | undefined;
  /** The call that one is in, or that rings; one that is over stays until the next. */
  call?: Call | undefined;
  /** What has been opened since the page was loaded, by id. */
  rooms: Readonly<Record<string, RoomState>>;
}

export interface RoomState {
  /** `failed`: it could not be opened. `left`: on another device. */
  is: 'loading' | 'ready' | 'failed' | 'left';
  error?: ChatError;
  /** By `seq`, without those of people one has muted. */
  messages: readonly ChatMessage[];
  /** One's own messages on their way, in the order in which they were written. */
  pending: readonly Pending[];
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
export interface Pending {
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
export type Outcome = ChatError | 'lost' | undefined;

/** What people do in the chat. */
export interface ChatClient {
  getState: () => ChatState;
  /** @returns what ends the subscription */
  subscribe: (listener: () => void) => () => void;
  /** Shows a room: fetches it, and counts it as read while the page is looked at. */
  open: (room: string) => void;
  /** No room is shown any more. */
  close: () => void;
  older: (room: string) => void;
  /** Lists more of the people who are there. */
  morePeople: (room: string) => void;
  send: (room: string, text: string, replyTo?: number) => void;
  retry: (id: string) => void;
  discard: (id: string) => void;
  edit: (room: string, seq: number, text: string) => Promise<Outcome>;
  delete: (room: string, seq: number) => Promise<Outcome>;
  react: (room: string, seq: number, reaction: Reaction, on: boolean) => Promise<Outcome>;
  /** Call it with each key that is typed. */
  typing: (room: string) => void;
  leave: (room: string) => Promise<Outcome>;
  /** @returns the room, once it is in the lobby */
  converse: (person: string) => Promise<{ room: string } | { error: ChatError | 'lost' }>;
  /** Once a partner is found, the lobby has a room of kind `partner` that has not ended. */
  seek: (wish: { lang: string; iAm: PartnerKind; lookFor: PartnerKind | 'anyone' }) => Promise<Outcome>;
  stopSeeking: () => Promise<Outcome>;
  block: (person: Person, on: boolean) => Promise<Outcome>;
  mute: (person: Person, on: boolean) => Promise<Outcome>;
  /** @param seq the message that it is about, if it is about one */
  report: (room: string, person: string, reason: ReportReason, note: string, seq?: number) => Promise<Outcome>;
  /** What a call goes through. */
  connection: Pick<ChatConnection, 'ask' | 'on' | 'off' | 'hurry'>;
  /** Leaves at once: nothing is sent any more, and what the browser keeps of the chat is deleted. */
  vanish: () => void;
}
