import type { ColumnType, Generated } from 'kysely';

/** Tables of a brand. Names are those of better-auth, whose tables the first three are. */
export interface Tables {
  user: UserTable;
  session: SessionTable;
  account: AccountTable;
  registration: RegistrationTable;
  passwordReset: PasswordResetTable;
  outbox: OutboxTable;
  submission: SubmissionTable;
  attempts: AttemptsTable;
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

/** Mails that have yet to leave. */
interface OutboxTable {
  id: Generated<string>;
  kind: MailKind;
  recipient: string;
  lang: string;
  host: string;
  /** Where its link leads. */
  link: string;
  attempts: Generated<number>;
  dueAt: DefaultMoment;
  createdAt: DefaultMoment;
}

export type MailKind = 'confirm' | 'known' | 'restore' | 'changed' | 'deleted';

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
