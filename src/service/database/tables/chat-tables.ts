import type { ColumnType, Generated } from 'kysely';

import type { CallRecord } from '../../../contract/chat/call-protocol.ts';
import type { RoomKind } from '../../../contract/chat/chat-protocol.ts';
import type { AgeGroup, PartnerKind, PartnerSearch } from '../../../contract/chat/partner-wishes.ts';
import type { Reaction } from '../../../contract/chat/reaction-emoji.ts';
import type { CaseReport } from '../../../contract/moderation/protocol.ts';
import type { ReportReason } from '../../../contract/moderation/report-reasons.ts';
import type { DefaultTimestampColumn, OptionalTimestampColumn, TimestampColumn } from './column-types.ts';

/** Public rooms, private conversations and partner rooms. */
export interface RoomTable {
  /** `<language>.<topic>` of a public room. */
  id: string;
  kind: RoomKind;
  lang: string | null;
  topic: string | null;
  /** The two people of a conversation, ids sorted, so that a pair has a single private room. Null after either account is deleted. */
  one: string | null;
  two: string | null;
  /** Counts messages and changes. The row is locked until a change is stored, so that positions are stored in order. */
  head: Generated<number>;
  endedAt: ColumnType<Date | null, Date | null | undefined>;
  /** Of a private conversation: the person who ended it by leaving a partner room, and can reopen it by writing. */
  endedBy: ColumnType<string | null, string | null | undefined>;
  activeAt: DefaultTimestampColumn;
  /** Of a private conversation: the person whose first message waits until the other person accepts it. */
  requestedBy: Generated<string | null>;
  requestedAt: OptionalTimestampColumn;
  /** Null after a new request. */
  declinedAt: OptionalTimestampColumn;
  /** Null until both people have agreed to the conversation. */
  acceptedAt: OptionalTimestampColumn;
}

/** Members of rooms. */
export interface MemberTable {
  room: string;
  userId: string;
  read: Generated<number>;
  /** In a conversation, the head up to which a device of the person has received messages. It can lag behind `seen`. */
  delivered: Generated<number>;
  /** In a conversation, the last message read while the person showed it. */
  seen: Generated<number>;
  /** Whether the person has written in a conversation of two since joining it. */
  hasWritten: Generated<boolean>;
  /** In a partner room, the search that led there; written as JSON. */
  search: ColumnType<PartnerSearch | null, string | undefined>;
}

export interface MessageTable {
  room: string;
  /** The room's head when it was sent. */
  seq: number;
  /** The room's head when it was changed last. */
  position: number;
  sender: string;
  /** UUID chosen by the browser, so that a resent message is stored once. */
  clientId: string;
  /** Null once deleted. */
  text: string | null;
  replyTo: number | null;
  sentAt: DefaultTimestampColumn;
  editedAt: ColumnType<Date | null, Date | null | undefined>;
  /** Record of a call; written as JSON. The text is empty then. */
  call: ColumnType<CallRecord | null, string | undefined>;
}

/** Former texts of messages, for reports. */
export interface RevisionTable {
  room: string;
  seq: number;
  /** Position of the message while it had this text. */
  position: number;
  text: string;
}

export interface ReactionTable {
  room: string;
  seq: number;
  userId: string;
  reaction: Reaction;
  /** Null for reactions from before this column. */
  at: ColumnType<Date | null, undefined, never>;
}

/** A block works both ways. */
export interface BlockTable {
  blocker: string;
  blocked: string;
}

export interface MuteTable {
  userId: string;
  muted: string;
}

export interface BanTable {
  userId: string;
  until: TimestampColumn;
  reason: string;
  /** Equal in all copies of a ban, here and in `bannedAddress`, so that they are lifted together. */
  origin: Generated<string>;
  /** The decision that states its reasons. */
  decision: ColumnType<string | null, string | null | undefined>;
  /** All decisions with a ban of the mailbox that met in this row. `decision` is that of the longest. */
  decisions: Generated<string[]>;
}

/** Bans of addresses whose account was deleted or has another address now. */
export interface BannedAddressTable extends Omit<BanTable, 'userId'> {
  /** Keyed hash of the address. */
  key: string;
}

/** Reports for moderators. They hold copies of messages, which outlive the messages. */
export interface ReportTable {
  id: Generated<string>;
  reporter: string | null;
  reported: string | null;
  /** Null for a form. */
  room: string | null;
  reason: ReportReason;
  note: string;
  /** Rule that the reason stands for, such as `rules#adults-only`, and its version at the time of the report. */
  rule: string | null;
  ruleVersion: number | null;
  /** The messages that the reporter saw, as JSON. */
  shown: ColumnType<ShownMessage[], string>;
  createdAt: DefaultTimestampColumn;
  /** Null for a report of an earlier release. */
  case: ColumnType<string | null, string | undefined>;
  source: ColumnType<'chat' | 'form', 'chat' | 'form' | undefined>;
  /** Facts of a reported call, as JSON. Nothing of a call is recorded. */
  call: ColumnType<CaseReport['call'] | null, string | undefined>;
  /** Whether it is about a message request. */
  isRequest: Generated<boolean>;
  /** Whether messages of the reported person that the reporter saw have links. */
  hasLinks: Generated<boolean>;
  /** The decision that answered it; null while it waits, and after a dismissal. */
  decision: ColumnType<string | null, string | undefined>;
  /** Of a form: where the reporter saw it, in their words. */
  place: ColumnType<string | null, string | undefined>;
  /** Of a form: secret in the link to its status page and address of the reporter, with a space between, encrypted. */
  email: ColumnType<string | null, string | undefined>;
  /** Of a form: keyed hash of the secret in the link to its status page. */
  statusKey: ColumnType<string | null, string | undefined>;
  lang: ColumnType<string | null, string | undefined>;
  host: ColumnType<string | null, string | undefined>;
}

/** A copied message, with its text when the reporter saw it. */
export interface ShownMessage {
  seq: number;
  position: number;
  sender: string;
  /** Name at the time of the report. */
  name: string;
  text: string | null;
  sentAt: string;
  call: CallRecord | null;
}

/**
 * An act of a person toward another, which is kept for longer than conversations. Triggers of `room` write it, and create a private room
 * with it.
 */
export interface RelationshipTable {
  person: string;
  other: string;
  /**
   * Asked for a private conversation and was not accepted; declined that; left a partner, so that the other person cannot write; wrote in
   * a conversation that both have agreed to; left that conversation, and has not written there since.
   */
  kind: RelationshipKind;
  /** Of `wrote`: the last time, within a day. */
  at: TimestampColumn;
}

export type RelationshipKind = 'asked' | 'declined' | 'left' | 'wrote' | 'stopped';

/** People who wait for a partner. */
export interface SeekerTable {
  userId: string;
  lang: string;
  iAm: PartnerKind;
  lookFor: PartnerKind | 'anyone';
  tags: Generated<string[]>;
  age: AgeGroup | null;
  /** Empty: any. */
  ages: Generated<AgeGroup[]>;
  since: DefaultTimestampColumn;
}

export interface LastPartnerTable {
  userId: string;
  partner: string;
}

/** Processes of the service, with the time of their last heartbeat. */
export interface NodeTable {
  id: string;
  seenAt: DefaultTimestampColumn;
}

/** Open sockets. */
export interface ConnectionTable {
  id: string;
  node: string;
  userId: string;
}

/** Deleted accounts whose messages and reactions are still to be purged. */
export interface DeletedUserTable {
  id: string;
  deletedAt: DefaultTimestampColumn;
  /** Until then the account can be reported, identified and banned. An account that was deleted by hand leaves nothing for that. */
  until: DefaultTimestampColumn;
  name: ColumnType<string | null, string>;
  /** Of the nickname, and of those given up less than 30 days before. */
  nicknameKeys: Generated<string[]>;
  /** Encrypted address, for a legal hold. */
  email: ColumnType<string | null, string>;
  /** Keyed hash of the address. */
  addressKey: ColumnType<string | null, string>;
  /** Other accounts of the same mailbox, which it had at the deletion or has registered since. */
  nextAccounts: Generated<string[]>;
  /** Time at which the account was made. */
  createdAt: OptionalTimestampColumn;
  /** Of moderators by id: whether they had blocked, or talked to, the person. */
  conflicts: ColumnType<Record<string, string[]>, string, string>;
  /** Conversations, each with the id of the other person; a trigger writes them. */
  rooms: ColumnType<Record<string, string | null>, never, never>;
}

/**
 * Messages that are in no room any more, with a row for each text: of people under a legal hold, and of deleted accounts for some days. Only
 * reports and case files read them.
 */
export interface KeptMessageTable extends Pick<
  MessageTable,
  'room' | 'seq' | 'position' | 'sender' | 'clientId' | 'text' | 'call'
> {
  sentAt: TimestampColumn;
}

/** Ringing and active calls: at most one per room, changed only under the lock of the room's row. */
export interface CallTable {
  id: string;
  room: string;
  caller: string;
  video: boolean;
  startedAt: DefaultTimestampColumn;
  answeredAt: ColumnType<Date | null, Date | null | undefined>;
}

/** Participants of calls; a person is in at most one call. */
export interface InCallTable {
  userId: string;
  call: string;
  /** Participating device; null until the callee answers. */
  device: string | null;
  /** Session of that device. */
  session: string | null;
  /** Socket of that device. */
  connection: string | null;
  /** Time when that device was last connected, within a heartbeat. */
  seenAt: DefaultTimestampColumn;
}
