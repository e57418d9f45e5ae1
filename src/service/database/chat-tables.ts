import type { ColumnType, Generated } from 'kysely';

import type { CallRecord } from '../../contract/call-protocol.ts';
import type { PartnerKind, Reaction, ReportReason, RoomKind } from '../../contract/chat-protocol.ts';
import type { DefaultMoment, Moment } from './column-types.ts';

/** A place where people talk. */
export interface RoomTable {
  /** `<language>.<topic>` where it is public. */
  id: string;
  kind: RoomKind;
  lang: string | null;
  topic: string | null;
  /** The two who talk, where it is not public: their ids in order, so that they have one private room. Neither, once an account of them is deleted. */
  one: string | null;
  two: string | null;
  /** Counts what is said and changed. Its row is locked until that is stored, so that positions are stored in their order. */
  head: Generated<number>;
  endedAt: ColumnType<Date | null, Date | null | undefined>;
  /** Of a private conversation, who has ended it by leaving the other one as a partner, and goes on with it by writing. */
  endedBy: ColumnType<string | null, string | null | undefined>;
  activeAt: DefaultMoment;
}

/** Who takes part, and up to where they have read. */
export interface MemberTable {
  room: string;
  userId: string;
  read: Generated<number>;
  /** In a private conversation: since they take part in it. */
  hasWritten: Generated<boolean>;
}

export interface MessageTable {
  room: string;
  /** The room's head when it was sent. */
  seq: number;
  /** The room's head when it was changed last. */
  position: number;
  sender: string;
  /** What the browser called it, so that it is stored once however often it is sent. */
  clientId: string;
  /** Nothing once it is deleted. */
  text: string | null;
  replyTo: number | null;
  sentAt: DefaultMoment;
  editedAt: ColumnType<Date | null, Date | null | undefined>;
  /** What stays of a call; written as JSON. Its text is empty then. */
  call: ColumnType<CallRecord | null, string | undefined>;
}

/** What a message said before it was changed: a report tells what its reporter saw. */
export interface RevisionTable {
  room: string;
  seq: number;
  /** That of the message while it said this. */
  position: number;
  text: string;
}

export interface ReactionTable {
  room: string;
  seq: number;
  userId: string;
  reaction: Reaction;
}

/** Works both ways. */
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
  until: Moment;
  reason: string;
  /** The same in all copies of a ban, here and in `bannedAddress`: they are lifted together. */
  origin: Generated<string>;
}

/** A ban of an address that its account has left, or whose account was deleted, until it ends. */
export interface BannedAddressTable {
  /** Keyed hash of the address. */
  key: string;
  until: Moment;
  reason: string;
  origin: Generated<string>;
}

/** For moderators. Holds copies, which outlive what they were made of. */
export interface ReportTable {
  id: Generated<string>;
  reporter: string | null;
  reported: string | null;
  room: string;
  reason: ReportReason;
  note: string;
  /** JSON: the messages that the reporter saw, as they were then. */
  shown: string;
  createdAt: DefaultMoment;
}

/** Somebody who waits for a partner. */
export interface SeekerTable {
  userId: string;
  lang: string;
  iAm: PartnerKind;
  lookFor: PartnerKind | 'anyone';
  since: DefaultMoment;
}

export interface LastPartnerTable {
  userId: string;
  partner: string;
}

/** Processes of the service, and when they last said that they live. */
export interface NodeTable {
  id: string;
  seenAt: DefaultMoment;
}

/** Sockets that are open: who is there. */
export interface ConnectionTable {
  id: string;
  node: string;
  userId: string;
}

/** Accounts that were deleted, whose messages and reactions have yet to be. */
export interface DeletedUserTable {
  id: string;
  deletedAt: DefaultMoment;
}

/** Calls that ring or go on: at most one in a room, and changed under the lock of the room's row only. */
export interface CallTable {
  id: string;
  room: string;
  caller: string;
  video: boolean;
  startedAt: DefaultMoment;
  answeredAt: ColumnType<Date | null, Date | null | undefined>;
}

/** The two people of a call; nobody is in two. */
export interface InCallTable {
  userId: string;
  call: string;
  /** Which takes part; nothing while it rings for them. */
  device: string | null;
  /** With which that device is signed in. */
  session: string | null;
  /** The socket of that device. */
  connection: string | null;
  /** When that device was connected last, give or take a beat. */
  seenAt: DefaultMoment;
}
