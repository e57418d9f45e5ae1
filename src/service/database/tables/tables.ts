import type { Kysely, Transaction as KyselyTransaction } from 'kysely';

import type * as account from './account-tables.ts';
import type * as chat from './chat-tables.ts';
import type * as moderation from './moderation-tables.ts';

/** Tables of a brand. The first three are tables of better-auth; the other names follow their style. */
export interface Tables {
  user: account.UserTable;
  session: account.SessionTable;
  account: account.AccountTable;
  registration: account.RegistrationTable;
  formerNickname: account.FormerNicknameTable;
  retiredNickname: account.RetiredNicknameTable;
  passwordReset: account.PasswordResetTable;
  addressChange: account.AddressChangeTable;
  passkey: account.PasskeyTable;
  verification: account.VerificationTable;
  changeNotice: account.ChangeNoticeTable;
  outbox: account.OutboxTable;
  submission: account.SubmissionTable;
  attempts: account.AttemptsTable;
  room: chat.RoomTable;
  member: chat.MemberTable;
  message: chat.MessageTable;
  revision: chat.RevisionTable;
  reaction: chat.ReactionTable;
  block: chat.BlockTable;
  relationship: chat.RelationshipTable;
  mute: chat.MuteTable;
  ban: chat.BanTable;
  bannedAddress: chat.BannedAddressTable;
  report: chat.ReportTable;
  seeker: chat.SeekerTable;
  lastPartner: chat.LastPartnerTable;
  node: chat.NodeTable;
  connection: chat.ConnectionTable;
  call: chat.CallTable;
  inCall: chat.InCallTable;
  deletedUser: chat.DeletedUserTable;
  keptMessage: chat.KeptMessageTable;
  heldFact: moderation.HeldFactTable;
  moderator: moderation.ModeratorTable;
  moderationCase: moderation.ModerationCaseTable;
  moderationFigure: moderation.ModerationFigureTable;
  decision: moderation.DecisionTable;
  restriction: moderation.RestrictionTable;
  heldMessage: moderation.HeldMessageTable;
  roomMode: moderation.RoomModeTable;
  auditLog: moderation.AuditLogTable;
  secondFactor: moderation.SecondFactorTable;
  sqlFunction: SqlFunctionTable;
}

/** Tables of a brand, over a connection or a pool of connections. */
export type Db = Kysely<Tables>;
export type Transaction = KyselyTransaction<Tables>;

/** A function that PostgreSQL runs. */
interface SqlFunctionTable {
  name: string;
  /** Rises with each change of its text. */
  revision: number;
}
