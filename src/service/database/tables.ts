import type { ColumnType, Generated } from 'kysely';

import type { CallRecord } from '../../contract/call-protocol.ts';
import type { PartnerKind, Reaction, ReportReason, RoomKind } from '../../contract/chat-protocol.ts';

/** Tables of a brand. Names are those of better-auth, whose tables the first three are. */
export interface Tables {
  user: UserTable;
  session: SessionTable;
  account: AccountTable;
  registration: RegistrationTable;
  passwordReset: PasswordResetTable;
  addressChange: AddressChangeTable;
  passkey: PasskeyTable;
  verification: VerificationTable;
  outbox: OutboxTable;
  submission: SubmissionTable;
  attempts: AttemptsTable;
  room: RoomTable;
  member: MemberTable;
  message: MessageTable;
  revision: RevisionTable;
  reaction: ReactionTable;
  block: BlockTable;
  mute: MuteTable;
  ban: BanTable;
  bannedAddress: BannedAddressTable;
  report: ReportTable;
  seeker: SeekerTable;
  lastPartner: LastPartnerTable;
  node: NodeTable;
  connection: ConnectionTable;
  call: CallTable;
  inCall: InCallTable;
  deletedUser: DeletedUserTable;
}

type Moment = ColumnType<Date>;

/** Now, unless told otherwise. */
type DefaultMoment = ColumnType<Date, Date | undefined>;

interface UserTable {
  id: string;
  /** The nickname. */
  name: string;
  /** The same for nicknames that look alike. */
  nicknameKey: string;
  /** In lower case. */
  email: string;
  emailVerified: boolean;
  image: string | null;
  /** When it was checked that the person is an adult; the date of birth is not kept. */
  adultConfirmedAt: Moment;
  rulesAcceptedAt: Moment;
  createdAt: Moment;
  updatedAt: Moment;
}

interface SessionTable {
  id: string;
  /** SHA-256 of the token in the cookie. */
  token: string;
  userId: string;
  /** The host that it belongs to. */
  host: string;
  /** Browser and system in words; never the whole header. */
  userAgent: string | null;
  /** Always empty: addresses are not kept. */
  ipAddress: string | null;
  expiresAt: Moment;
  createdAt: Moment;
  updatedAt: Moment;
}

interface AccountTable {
  id: string;
  accountId: string;
  providerId: string;
  userId: string;
  /** Argon2id, in PHC format. */
  password: string | null;
  createdAt: Moment;
  updatedAt: Moment;
}

/** Somebody who has typed an address and has yet to show that it is theirs. Several may wait with one address. */
interface RegistrationTable {
  tokenHash: string;
  email: string;
  nickname: string;
  password: string;
  createdAt: Moment;
  expiresAt: Moment;
}

interface PasswordResetTable {
  tokenHash: string;
  userId: string;
  expiresAt: Moment;
}

/** An address that an account is to have, once the old one and the new one have agreed. */
interface AddressChangeTable {
  userId: string;
  email: string;
  oldTokenHash: string;
  newTokenHash: string;
  oldAgreed: boolean;
  newAgreed: boolean;
  expiresAt: Moment;
}

/** Of better-auth's plugin, but for the host. */
interface PasskeyTable {
  id: string;
  userId: string;
  /** The host on which it was made, and works. */
  host: Generated<string>;
  /** The device on which it was made, in words. */
  name: string | null;
  publicKey: string;
  credentialID: string;
  counter: number;
  deviceType: string;
  backedUp: boolean;
  transports: string | null;
  aaguid: string | null;
  createdAt: Moment;
}

/** Challenges for passkeys; better-auth's own. */
interface VerificationTable {
  id: string;
  identifier: string;
  value: string;
  expiresAt: Moment;
  createdAt: Moment;
  updatedAt: Moment;
}

/** Mails that have yet to leave. */
interface OutboxTable {
  id: Generated<string>;
  kind: MailKind;
  recipient: string;
  lang: string;
  host: string;
  /** Where its link leads, encrypted. */
  link: string;
  /** The device that it is about, in words. */
  device: string | null;
  attempts: Generated<number>;
  dueAt: DefaultMoment;
  createdAt: DefaultMoment;
}

export type MailKind =
  | 'confirm'
  | 'known'
  | 'restore'
  | 'changed'
  | 'deleted'
  | 'newDevice'
  | 'newPasskey'
  | 'oldAddress'
  | 'newAddress';

/** Forms that were sent a moment ago, so that a second press of the button does nothing. */
interface SubmissionTable {
  key: string;
  at: DefaultMoment;
}

/** Leaky buckets: how much somebody has tried of late. */
interface AttemptsTable {
  key: string;
  level: number;
  at: DefaultMoment;
}

/** A place where people talk. */
interface RoomTable {
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
interface MemberTable {
  room: string;
  userId: string;
  read: Generated<number>;
  /** In a private conversation: since they take part in it. */
  hasWritten: Generated<boolean>;
}

interface MessageTable {
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
interface RevisionTable {
  room: string;
  seq: number;
  /** That of the message while it said this. */
  position: number;
  text: string;
}

interface ReactionTable {
  room: string;
  seq: number;
  userId: string;
  reaction: Reaction;
}

/** Works both ways. */
interface BlockTable {
  blocker: string;
  blocked: string;
}

interface MuteTable {
  userId: string;
  muted: string;
}

interface BanTable {
  userId: string;
  until: Moment;
  reason: string;
  /** The same in all copies of a ban, here and in `bannedAddress`: they are lifted together. */
  origin: Generated<string>;
}

/** A ban of an address that its account has left, or whose account was deleted, until it ends. */
interface BannedAddressTable {
  /** Keyed hash of the address. */
  key: string;
  until: Moment;
  reason: string;
  origin: Generated<string>;
}

/** For moderators. Holds copies, which outlive what they were made of. */
interface ReportTable {
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
interface SeekerTable {
  userId: string;
  lang: string;
  iAm: PartnerKind;
  lookFor: PartnerKind | 'anyone';
  since: DefaultMoment;
}

interface LastPartnerTable {
  userId: string;
  partner: string;
}

/** Processes of the service, and when they last said that they live. */
interface NodeTable {
  id: string;
  seenAt: DefaultMoment;
}

/** Sockets that are open: who is there. */
interface ConnectionTable {
  id: string;
  node: string;
  userId: string;
}

/** Calls that ring or go on: at most one in a room, and changed under the lock of the room's row only. */
interface CallTable {
  id: string;
  room: string;
  caller: string;
  video: boolean;
  startedAt: DefaultMoment;
  answeredAt: ColumnType<Date | null, Date | null | undefined>;
}

/** The two people of a call; nobody is in two. */
interface InCallTable {
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

/** Accounts that were deleted, whose messages and reactions have yet to be. */
interface DeletedUserTable {
  id: string;
  deletedAt: DefaultMoment;
}
