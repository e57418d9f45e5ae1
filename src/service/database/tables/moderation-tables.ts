import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely';

import type { ModerationRole } from '../../../contract/moderation/me.ts';
import type { Act, Escalation } from '../../../contract/moderation/protocol.ts';
import type { ReportReason } from '../../../contract/moderation/report-reasons.ts';
import type { DefaultTimestampColumn, OptionalTimestampColumn, TimestampColumn } from './column-types.ts';

/** Moderators of the brand. */
export interface ModeratorTable {
  userId: string;
  role: ModerationRole;
  grantedAt: DefaultTimestampColumn;
  /** A lead has let the moderator go on after too many bans: earlier ones do not count. */
  brakeReleasedAt: OptionalTimestampColumn;
}

/** Second factors of moderators. */
export interface SecondFactorTable {
  userId: string;
  /** Time of the first factor; from then on, the password alone adds no other. */
  enrolledAt: OptionalTimestampColumn;
  /** Encrypted TOTP secret that no code has confirmed yet. */
  pending: string | null;
  /** Encrypted TOTP secret; null for a moderator with passkeys only. */
  secret: string | null;
  /** Time step of the last accepted code: a code works once. */
  lastStep: Generated<number>;
}

/** The reports about one person until they are decided, or one form report about an unknown person. */
export interface ModerationCaseTable {
  id: Generated<string>;
  /** The reported person; without a foreign key, because a case outlives the account. */
  person: string | null;
  createdAt: DefaultTimestampColumn;
  claimedBy: string | null;
  claimedUntil: OptionalTimestampColumn;
  escalation: Escalation | null;
  escalatedAt: OptionalTimestampColumn;
  /** Number of reports; like the seven columns that follow, stored by `summarizeReports`. */
  reports: Generated<number>;
  /** Time of the first report. */
  since: OptionalTimestampColumn;
  /** Whether an account reported, not forms alone. */
  byAccount: Generated<boolean>;
  threat: Generated<boolean>;
  minor: Generated<boolean>;
  severalReporters: Generated<boolean>;
  /** The account was younger than a day at the first report. */
  newAccount: Generated<boolean>;
  links: Generated<boolean>;
  /** Weight of escalation and signals, each above all that follow it. */
  urgency: GeneratedAlways<number>;
  /** Legal hold: nothing of the case is purged. */
  heldAt: OptionalTimestampColumn;
  heldBy: string | null;
  holdNote: string | null;
  /** End of the hold. Null for a hold of the release before, which lasts a year. */
  heldUntil: OptionalTimestampColumn;
  decidedAt: OptionalTimestampColumn;
  /** Keyed hash of the address of a person who has deleted the account, until the decision. */
  addressKey: string | null;
  /** Other accounts of the same mailbox, which it had at the deletion or has registered since; after the decision, those of moderators. */
  nextAccounts: Generated<string[]>;
}

/** Who a person under a legal hold is. Triggers write it (`functions/holds/`). */
export interface HeldFactTable {
  person: string;
  kind: 'account' | 'address' | 'nickname' | 'signIn' | 'conversation' | 'deletion';
  /** Of a nickname given up before the hold, only its key is known. */
  fact: Record<string, string | null>;
  /** Time at which it was copied. */
  at: DefaultTimestampColumn;
}

/** Statements of reasons, in the fields of Article 17 of Regulation (EU) 2022/2065. */
export interface DecisionTable {
  id: Generated<string>;
  /** Null for a decision without a case, such as a ban for flooding. */
  case: string | null;
  /** Without a foreign key, because a decision outlives the account. */
  person: string | null;
  act: Act;
  /** Extent: the public room of removed messages. */
  room: string | null;
  /** Extent: removed messages, as JSON `[{ room, seq, text }]`. */
  removed: ColumnType<{ room: string; seq: number; text: string }[], string | undefined>;
  until: OptionalTimestampColumn;
  facts: string;
  initiative: 'report' | 'own';
  automated: boolean;
  /** Id of the rule; the column `report.rule` has it with its document, as `rules#<id>`. */
  rule: string | null;
  ruleVersion: number | null;
  /** Null for an automated decision. */
  moderator: string | null;
  /** Session of the moderator: its acts can be undone together. */
  session: ColumnType<string | null, string | undefined>;
  createdAt: DefaultTimestampColumn;
  readAt: OptionalTimestampColumn;
  undoneAt: OptionalTimestampColumn;
  undoneBy: string | null;
  undoNote: string | null;
  appeal: string | null;
  appealedAt: OptionalTimestampColumn;
  answeredAt: OptionalTimestampColumn;
  answeredBy: string | null;
  upheld: boolean | null;
  answer: string | null;
}

export type Decision = Selectable<DecisionTable>;

/** Mutes and limits in force. Undoing a decision deletes its row. */
export interface RestrictionTable {
  decision: string;
  userId: string;
  kind: 'mute' | 'limit';
  until: TimestampColumn;
}

/** Messages that word lists hold back. */
export interface HeldMessageTable {
  id: Generated<string>;
  sender: string;
  /** UUID chosen by the browser, which the sent message keeps. */
  clientId: string;
  room: string;
  text: string;
  replyTo: number | null;
  /** The words of the list that it contains. */
  words: string[];
  heldAt: DefaultTimestampColumn;
  /** Time by which a person should have decided. */
  dueAt: DefaultTimestampColumn;
  decidedAt: OptionalTimestampColumn;
  decidedBy: ColumnType<string | null, string | undefined>;
  released: ColumnType<boolean | null, boolean | undefined>;
  /** The decision that refused it; undoing that releases the message. */
  decision: ColumnType<string | null, string | undefined>;
}

/** Slow mode and closing of public rooms; the room `*` stands for all. */
export interface RoomModeTable {
  room: string;
  slowSeconds: number;
  closed: boolean;
  until: OptionalTimestampColumn;
}

/** Append-only log of the requests of moderators. */
export interface AuditLogTable {
  id: Generated<number>;
  at: DefaultTimestampColumn;
  moderator: string;
  role: ModerationRole;
  request: string;
  /** Ids that the request names, as JSON; never texts or names. */
  subject: string;
}

/** Facts of a purged report, decision or appeal, without a person, a text or a time but its year. */
export interface ModerationFigureTable {
  /** In UTC. */
  year: number;
  facts: ColumnType<Figure, string>;
}

/** Facts that the yearly report counts. Times are in minutes. */
export type Figure = ReportFigure | DecisionFigure | AppealFigure;

export interface ReportFigure {
  kind: 'report';
  source: 'chat' | 'form';
  reason: ReportReason;
  isCall: boolean;
  /** Messages of the reported person that the reporter saw. */
  items: number;
  /** `none`: dismissed. Null while it waits. */
  outcome: 'acted' | 'none' | null;
  /** From the report to the decision; null while it waits. */
  minutes: number | null;
}

export interface DecisionFigure {
  kind: 'decision';
  act: Act;
  isForGood: boolean;
  /** Whether messages were removed. */
  removes: boolean;
  initiative: 'report' | 'own';
  automated: boolean;
  rule: string | null;
  undone: boolean;
}

export interface AppealFigure {
  kind: 'appeal';
  act: Act;
  removes: boolean;
  /** Null until it is answered. */
  upheld: boolean | null;
  /** From the appeal to the answer; null until it is answered. */
  minutes: number | null;
  /** Whether it waits, and no other moderator could answer than that of the decision. Figures of an earlier release lack it. */
  isStuck?: boolean;
}
