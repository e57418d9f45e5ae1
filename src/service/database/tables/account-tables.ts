import type { ColumnType, Generated } from 'kysely';

import type { Act } from '../../../contract/moderation/protocol.ts';
import type { RuleChange } from '../../../output/rule-changes.ts';
import type { DefaultTimestampColumn, OptionalTimestampColumn, TimestampColumn } from './column-types.ts';

export interface UserTable {
  id: string;
  /** The nickname. */
  name: string;
  /** Equal for nicknames that look alike. */
  nicknameKey: string;
  /** In lower case. */
  email: string;
  emailVerified: boolean;
  image: string | null;
  /** Time of the age check; the date of birth is not stored. */
  adultConfirmedAt: TimestampColumn;
  rulesAcceptedAt: TimestampColumn;
  /** Whether the user shows and sees which messages of a conversation were seen. */
  seenMarks: Generated<boolean>;
  /** Until then strangers cannot ask the user for a conversation. */
  notNowUntil: OptionalTimestampColumn;
  /** Host and language of the last visit, for mails. Null before the first visit since they are stored. */
  host: string | null;
  lang: string | null;
  createdAt: TimestampColumn;
  updatedAt: TimestampColumn;
}

export interface SessionTable {
  id: string;
  /** SHA-256 of the token in the cookie. */
  token: string;
  userId: string;
  /** Host on which the session is valid. */
  host: string;
  /** Description of browser and system; never the whole header. */
  userAgent: string | null;
  /** Always empty: addresses are not stored. */
  ipAddress: string | null;
  expiresAt: TimestampColumn;
  createdAt: TimestampColumn;
  updatedAt: TimestampColumn;
  /** Time at which a moderator gave the second factor. */
  secondFactorAt: OptionalTimestampColumn;
}

export interface AccountTable {
  id: string;
  accountId: string;
  providerId: string;
  userId: string;
  /** Argon2id, in PHC format. */
  password: string | null;
  createdAt: TimestampColumn;
  updatedAt: TimestampColumn;
}

/** Unconfirmed registrations. An address can have several. */
export interface RegistrationTable {
  tokenHash: string;
  email: string;
  nickname: string;
  password: string;
  createdAt: TimestampColumn;
  expiresAt: TimestampColumn;
}

/** Nicknames given up less than 30 days ago. */
export interface FormerNicknameTable {
  nicknameKey: string;
  userId: string;
  until: TimestampColumn;
}

/** Nicknames of accounts deleted less than 30 days ago. */
export interface RetiredNicknameTable {
  /** Keyed hash of the nickname's key. */
  key: string;
  /** Keyed hash of the nickname's key and the address of the account. */
  owner: string;
  until: TimestampColumn;
}

export interface PasswordResetTable {
  tokenHash: string;
  userId: string;
  expiresAt: TimestampColumn;
}

/** Pending changes of an address: they take effect once both addresses have agreed. */
export interface AddressChangeTable {
  userId: string;
  email: string;
  oldTokenHash: string;
  newTokenHash: string;
  oldAgreed: boolean;
  newAgreed: boolean;
  expiresAt: TimestampColumn;
}

/** Table of better-auth's plugin, and the columns `host` and `isSecondFactor`. */
export interface PasskeyTable {
  id: string;
  userId: string;
  /** Host on which it was created and works. */
  host: Generated<string>;
  /** Description of the device on which it was created. */
  name: string | null;
  publicKey: string;
  credentialID: string;
  counter: number;
  deviceType: string;
  backedUp: boolean;
  transports: string | null;
  aaguid: string | null;
  /** Whether it counts as the second factor of a moderator. */
  isSecondFactor: Generated<boolean>;
  createdAt: TimestampColumn;
}

/** Challenges for passkeys; table of better-auth. */
export interface VerificationTable {
  id: string;
  identifier: string;
  value: string;
  expiresAt: TimestampColumn;
  createdAt: TimestampColumn;
  updatedAt: TimestampColumn;
}

/** Mails to send. */
export interface OutboxTable {
  id: Generated<string>;
  kind: MailKind;
  recipient: string;
  lang: string;
  host: string;
  /** URL of its link, encrypted. */
  link: string;
  /** Description of the device that the mail names. */
  device: string | null;
  /** Changes of rules that the mail lists; written as JSON. */
  changes: ColumnType<MailedChange[] | null, string | undefined>;
  /** The decision that the mail is about; written as JSON. */
  decision: ColumnType<MailedDecision | null, string | undefined>;
  attempts: Generated<number>;
  dueAt: DefaultTimestampColumn;
  createdAt: DefaultTimestampColumn;
}

/** A decision of moderators in the language of its mail. Facts stay on the account page: another person typed them. */
export interface MailedDecision {
  /** Time of the decision, or of the report that it answers, in milliseconds since 1970. */
  at: number;
  act?: Exclude<Act, 'dismiss'>;
  /** End of a mute, limit or ban, in milliseconds since 1970. */
  until?: number;
  /** Title of the rule. */
  rule?: string;
  /** Whether the decision stands after an appeal. */
  upheld?: boolean;
  /** Whether the reported person broke the rules. */
  acted?: boolean;
}

/** A change of a rule in the language of its mail. */
export type MailedChange = Pick<RuleChange, 'title' | 'note' | 'inForce'>;

/** A change of a rule or section that an account was told of, and when. */
export interface ChangeNoticeTable {
  userId: string;
  document: string;
  block: string;
  version: number;
  mailedAt: OptionalTimestampColumn;
  /** The user dismissed the announcement of a change that was not in force. */
  dismissedAt: OptionalTimestampColumn;
  /** The user confirmed having read the change. */
  acceptedAt: OptionalTimestampColumn;
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
  | 'newAddress'
  | 'rules'
  | 'decision'
  | 'decisionUndone'
  | 'appealAnswered'
  | 'outcome'
  | 'receipt';

/** Recent form submissions, to ignore duplicates. */
export interface SubmissionTable {
  key: string;
  at: DefaultTimestampColumn;
}

/** Leaky buckets of the rate limits. */
export interface AttemptsTable {
  key: string;
  level: number;
  at: DefaultTimestampColumn;
}
