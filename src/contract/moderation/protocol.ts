import type { CallRecord } from '../chat/call-protocol.ts';
import type { ModerationError } from './errors.ts';
import type { HeldIdentity } from './held-identity.ts';
import type { Me, ModerationRole } from './me.ts';
import type { CaseSignal, QueuePage, QueueQuery } from './queue.ts';
import type { ReportReason } from './report-reasons.ts';

/** Path of the requests of moderators: `POST /api/moderation/<name>`, JSON both ways. */
export const MODERATION_API = '/api/moderation';

export const ESCALATIONS = ['life', 'child'] as const;
/** Danger to life, or a child. */
export type Escalation = (typeof ESCALATIONS)[number];

/** Acts of a decision. `dismiss` finds no breach of the rules; `dismiss` and `notice` are no strikes. */
export const ACTS = ['dismiss', 'notice', 'warn', 'remove', 'mute', 'limit', 'ban'] as const;
export type Act = (typeof ACTS)[number];

/**
 * Why a moderator may not judge a case: they reported it, wrote in a message that was copied, blocked a side or were blocked, talk to a side,
 * or took an earlier decision that another has undone.
 */
export type Conflict = 'reporter' | 'witness' | 'blocked' | 'talks' | 'decided';

/** Longest time of an act, in hours. */
export const HOURS_MAX = 24 * 365;
/** Longest facts, answer or note, in characters. */
export const FACTS_MAX = 4000;
/** Longest text of an appeal, in characters. */
export const APPEAL_MAX = 4000;
/** Days in which a decision can be appealed: six months. */
export const APPEAL_DAYS = 183;
/** Days after which a strike fades. */
export const STRIKE_DAYS = 180;
/** Minutes that a claim lasts after the last request of its moderator about the case. */
export const CLAIM_MINUTES = 15;
/** Most reports that a decision can name. */
export const REPORTS_MAX = 500;
/** End of a mute, limit or ban for good, in milliseconds since 1970. */
export const FOR_GOOD = Date.UTC(9999, 0, 1);

/** A copied message. People are numbers until their names are asked for; the reported person is 1. */
export interface EvidenceMessage {
  seq: number;
  /** Number of its sender, or null for a person whose account is deleted. */
  person: number | null;
  text: string | null;
  at: number;
  call?: CallRecord;
}

export interface CaseReport {
  id: string;
  /** Where it comes from. */
  source: 'chat' | 'form';
  /** Number of the reporter; null for a form, and after the account is deleted. */
  reporter: number | null;
  reason: ReportReason;
  note: string;
  at: number;
  /** Kind and id of the room; a conversation has no id here. */
  room: { kind: 'public' | 'private' | 'partner'; id?: string } | null;
  /** Of a form: where the reporter saw it, in their words. */
  place?: string;
  rule: { id: string; version: number } | null;
  /** The messages that the reporter saw, and no others. */
  messages: EvidenceMessage[];
  /** Facts of a reported call. Nothing of a call is ever recorded. */
  call?: {
    /** Whether the reported person called, rather than the reporter. */
    byReported: boolean;
    video: boolean;
    /** When it was answered, or when it rang. */
    startedAt: number;
    /** Length until the report. Null without an answer. */
    seconds: number | null;
  };
}

export interface CaseView {
  case: string;
  /** A decided case is read without a claim. */
  isDecided: boolean;
  /** Whether the reported person is known; a form may name none that exists. */
  identified: boolean;
  /** The account, or null if it is deleted or unknown. */
  account: {
    since: number;
    strikes: number;
    bannedUntil: number | null;
    mutedUntil: number | null;
    limitedUntil: number | null;
  } | null;
  signals: CaseSignal[];
  escalation: Escalation | null;
  hold: { note: string; at: number; until: number } | null;
  reports: CaseReport[];
  /** Former decisions about the person, latest first. */
  decisions: DecisionEntry[];
  /** Moderators who may not judge it. For a lead alone. */
  conflicts?: { name: string; why: Conflict[] }[] | undefined;
}

export interface DecisionEntry {
  id: string;
  case: string | null;
  act: Act;
  /** End of a mute, limit or ban; null without one. */
  until: number | null;
  facts: string;
  /** Texts of removed messages. */
  removed: string[];
  rule: { id: string; version: number } | null;
  /** Whether it answers a report, or was made on the moderators' own initiative. */
  initiative: 'report' | 'own';
  automated: boolean;
  at: number;
  /** Whether the viewer decided it. */
  own: boolean;
  /** For a lead: the session of its moderator. */
  session?: string;
  undone: { at: number; note: string } | null;
  appeal: Appeal | null;
}

/** A decision whose appeal waits. */
export interface AppealEntry extends DecisionEntry {
  /** Whether the viewer may answer, another moderator, or none until the operator appoints another. */
  answeredBy: 'viewer' | 'other' | 'nobody';
}

interface Appeal {
  text: string;
  at: number;
  /** Null until it is answered. */
  outcome: { upheld: boolean; answer: string; at: number } | null;
}

/** A contact for danger to life or a child, from `src/content/moderation/authorities.yaml`. */
export interface Authority {
  /** ISO 3166-1 code. */
  country: string;
  escalation: Escalation;
  name: string;
  phone?: string | undefined;
  url?: string | undefined;
}

/** A message that a word list holds back in a public room. */
export interface HeldMessage {
  id: string;
  room: string;
  lang: string;
  text: string;
  /** The words of the list that it contains. */
  words: string[];
  /** Time by which a person should have decided. */
  dueAt: number;
}

export interface RoomModeEntry {
  /** Id of a public room, or `*` for all rooms (the crisis switch). */
  room: string;
  /** Seconds between two messages of a person. */
  slowSeconds?: number | undefined;
  closed?: boolean | undefined;
  /** Null: until it is changed. */
  until: number | null;
}

/** A line of the audit log. */
export interface AuditEntry {
  at: number;
  moderator: string;
  /** Of the moderator; null for the operator, and in lines of an earlier release. */
  session: string | null;
  role: ModerationRole;
  request: string;
  subject: string;
  /** Of the second line of a request that was refused or failed: its code. */
  error: ModerationError | null;
}

/** Entries of a list, latest first. */
export interface ListPage<Entry> {
  entries: Entry[];
  hasOlder: boolean;
}

type Empty = Record<string, never>;
interface CaseRef {
  case: string;
}

/** Requests of moderators: body and response. */
export interface ModerationRequests {
  me: [Empty, Me];
  /** Starts a TOTP enrolment: the password proves the moderator. `picture` is an SVG QR code of `uri`. */
  enrol: [{ password: string }, { uri: string; picture: string }];
  /** Confirms the enrolment or gives the second factor. */
  verify: [{ code: string }, Empty];
  passkeyOptions: [Empty, { options: object }];
  verifyPasskey: [{ credential: string }, Empty];

  queue: [QueueQuery, QueuePage];
  /** Claims a case, or prolongs the claim, and reads it. A lead can take it over. A decided case is read without a claim. */
  claim: [CaseRef & { takeOver?: true | undefined }, CaseView];
  release: [CaseRef, Empty];
  /** Names by number, for a case. Logged with its own line. */
  names: [CaseRef, { names: Record<number, string> }];
  /** Gives a form report the person it is about. */
  identify: [CaseRef & { nickname: string }, CaseRef];
  escalate: [CaseRef & { escalation: Escalation | null }, Empty];
  authorities: [Empty, { authorities: Authority[] }];
  /** Sets a legal hold or, by a lead, ends it or has its term begin again. */
  hold: [CaseRef & { on: boolean; note: string }, Empty];
  /** Who the person of a held case is. Of a lead alone, and logged with its own line. */
  identity: [CaseRef, HeldIdentity];

  decide: [CaseRef & Decide, { decision: string }];
  /** Opens a case about a person without a report, for a decision on the moderators' own initiative, and claims it. */
  openCase: [{ nickname: string }, CaseRef];
  undo: [{ decision: string; note: string }, Empty];
  appeals: [Empty, { entries: AppealEntry[] }];
  answerAppeal: [{ decision: string; upheld: boolean; answer: string }, Empty];
  done: [{ before?: number | undefined }, ListPage<DecisionEntry>];

  rooms: [Empty, { rooms: string[]; modes: RoomModeEntry[] }];
  /** `slowSeconds: 0` and `closed: false` set a room free. A lead alone can set all rooms. */
  setRoom: [{ room: string; slowSeconds: number; closed: boolean; hours: number | null }, Empty];

  heldMessages: [Empty, { messages: HeldMessage[] }];
  /** Sends a held message in the name of its sender. */
  releaseMessage: [{ id: string }, Empty];
  /** Refuses a held message by a decision that its sender reads. */
  refuseMessage: [{ id: string; rule: string; facts: string }, Empty];

  /** Of a lead alone. Undoes all decisions of a session that the lead may undo. */
  undoSession: [{ session: string; note: string }, { undone: number; left: number }];
  /** Of a lead alone. Lets another moderator go on, who was stopped after too many bans. */
  releaseBrake: [{ moderator: string }, Empty];
  /** Of a lead alone. */
  log: [{ before?: number | undefined }, ListPage<AuditEntry>];
}

/** The act, its extent and the statement of reasons. */
export interface Decide {
  act: Act;
  /** Of `mute`, `limit` and `ban`; null is for good. */
  hours?: number | null | undefined;
  /** Of `remove`: messages of the evidence. With other acts, these are removed as well. */
  messages?: { report: string; seq: number }[] | undefined;
  /** The reports that the moderator has seen: later ones stay in the queue, in a case of their own. Absent: all. */
  reports?: string[] | undefined;
  /** Shown to the person. */
  facts: string;
  /** Id of the rule; absent for `dismiss`. */
  rule?: string | undefined;
}

export type ModerationRequestName = keyof ModerationRequests;
export type ModerationBody<Name extends ModerationRequestName> = ModerationRequests[Name][0];
