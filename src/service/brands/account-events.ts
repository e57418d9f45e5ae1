import type { RequestBody } from '../../contract/chat/chat-protocol.ts';
import type { Person } from '../../contract/chat/person.ts';
import type { KeyedHash } from '../auth/tokens.ts';

/** Events of a brand between parts of the service, within a process. */
export interface AccountEvents {
  sessionsEnded: [person: string];
  deleted: [account: DeletedAccount];
  /** A user has a new name. `others`: the people of their conversations. */
  renamed: [person: Person, others: string[]];
  /** A decision about a person was made, read, appealed, undone or answered: their pages read the account again. */
  decided: [person: string];
  /** Mutes or limits of a person have changed: the lobby is read again. */
  restricted: [person: string];
  /** Modes of rooms have changed: lobbies are read again. */
  roomModesChanged: [];
  /** A person was banned: their sockets and calls end. Emit it with `cutOff`, which waits for the work of the listeners. */
  banned: [person: string, waitFor: (cut: Promise<unknown>) => void];
  /** Moderators released a message that was held: it is sent. */
  messageReleased: [message: RequestBody<'send'>, sender: MessageSender, waitFor: (written: Promise<unknown>) => void];
  /** Moderators removed messages, or brought them back: the people of the rooms are sent them as they are now. */
  messagesChanged: [messages: { room: string; seq: number }[]];
}

/** The sender of a message. */
export interface MessageSender extends Person {
  keyed: KeyedHash;
}

/** A deleted account, with facts that were read before the deletion. */
interface DeletedAccount {
  person: string;
  /** The people of its private conversations. */
  others: string[];
  /** The call that was deleted with the account. */
  call: LiveCall | undefined;
}

/** A person in a call and their participating device. */
export interface CallParticipant extends Person {
  device: string | null;
  /** Socket of that device. */
  connection: string | null;
}

/** A ringing or active call. */
export interface LiveCall {
  id: string;
  room: string;
  caller: CallParticipant;
  callee: CallParticipant;
  video: boolean;
  answeredAt: Date | null;
  /** Time of the database when the call was read. */
  now: Date;
}
