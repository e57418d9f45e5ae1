import type {
  AccountTable,
  AddressChangeTable,
  AttemptsTable,
  ChangeNoticeTable,
  FormerNicknameTable,
  RetiredNicknameTable,
  OutboxTable,
  PasskeyTable,
  PasswordResetTable,
  RegistrationTable,
  SessionTable,
  SubmissionTable,
  UserTable,
  VerificationTable,
} from './account-tables.ts';
import type {
  BannedAddressTable,
  BanTable,
  BlockTable,
  CallTable,
  ConnectionTable,
  DeletedUserTable,
  InCallTable,
  LastPartnerTable,
  MemberTable,
  MessageTable,
  MuteTable,
  NodeTable,
  ReactionTable,
  RelationshipTable,
  ReportTable,
  RevisionTable,
  RoomTable,
  SeekerTable,
} from './chat-tables.ts';
import type {
  AuditLogTable,
  DecisionTable,
  HeldMessageTable,
  ModerationCaseTable,
  ModerationFigureTable,
  ModeratorTable,
  RestrictionTable,
  RoomModeTable,
  SecondFactorTable,
} from './moderation-tables.ts';

/** Tables of a brand. The first three are tables of better-auth; the other names follow their style. */
export interface Tables {
  user: UserTable;
  session: SessionTable;
  account: AccountTable;
  registration: RegistrationTable;
  formerNickname: FormerNicknameTable;
  retiredNickname: RetiredNicknameTable;
  passwordReset: PasswordResetTable;
  addressChange: AddressChangeTable;
  passkey: PasskeyTable;
  verification: VerificationTable;
  changeNotice: ChangeNoticeTable;
  outbox: OutboxTable;
  submission: SubmissionTable;
  attempts: AttemptsTable;
  room: RoomTable;
  member: MemberTable;
  message: MessageTable;
  revision: RevisionTable;
  reaction: ReactionTable;
  block: BlockTable;
  relationship: RelationshipTable;
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
  moderator: ModeratorTable;
  moderationCase: ModerationCaseTable;
  moderationFigure: ModerationFigureTable;
  decision: DecisionTable;
  restriction: RestrictionTable;
  heldMessage: HeldMessageTable;
  roomMode: RoomModeTable;
  auditLog: AuditLogTable;
  secondFactor: SecondFactorTable;
  sqlFunction: SqlFunctionTable;
}

/** A function that PostgreSQL runs. */
interface SqlFunctionTable {
  name: string;
  /** Rises with each change of its text. */
  revision: number;
}
