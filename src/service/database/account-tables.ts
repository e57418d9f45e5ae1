import type { Generated } from 'kysely';

import type { DefaultMoment, Moment } from './column-types.ts';

export interface UserTable {
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

export interface SessionTable {
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

export interface AccountTable {
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
export interface RegistrationTable {
  tokenHash: string;
  email: string;
  nickname: string;
  password: string;
  createdAt: Moment;
  expiresAt: Moment;
}

export interface PasswordResetTable {
  tokenHash: string;
  userId: string;
  expiresAt: Moment;
}

/** An address that an account is to have, once the old one and the new one have agreed. */
export interface AddressChangeTable {
  userId: string;
  email: string;
  oldTokenHash: string;
  newTokenHash: string;
  oldAgreed: boolean;
  newAgreed: boolean;
  expiresAt: Moment;
}

/** Of better-auth's plugin, but for the host. */
export interface PasskeyTable {
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
export interface VerificationTable {
  id: string;
  identifier: string;
  value: string;
  expiresAt: Moment;
  createdAt: Moment;
  updatedAt: Moment;
}

/** Mails that have yet to leave. */
export interface OutboxTable {
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
export interface SubmissionTable {
  key: string;
  at: DefaultMoment;
}

/** Leaky buckets: how much somebody has tried of late. */
export interface AttemptsTable {
  key: string;
  level: number;
  at: DefaultMoment;
}
