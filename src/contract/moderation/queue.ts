import type { ReportReason } from './report-reasons.ts';

/** Why a case is where it is in the queue, strongest first. */
export type CaseSignal = 'life' | 'child' | 'severalReporters' | 'newAccount' | 'links' | 'strikes';

/** Cases on a page of the queue. */
export const QUEUE_PAGE = 100;

/** Which cases a page of the queue has, and in which order. */
export interface QueueQuery {
  list: 'open' | 'escalated';
  /** From 0 on. */
  page?: number | undefined;
  /** The oldest first, instead of the most urgent. */
  oldestFirst?: true | undefined;
  reason?: ReportReason | undefined;
  /** Language of the room or of the form. */
  lang?: string | undefined;
  /** A public room. */
  room?: string | undefined;
  /** Nickname of the reported person. */
  person?: string | undefined;
  /** Nickname of a reporter. */
  reporter?: string | undefined;
  /** Reported at least as long ago. */
  olderThanHours?: number | undefined;
}

export interface QueuePage {
  entries: QueueEntry[];
  /** Number of cases on all pages. */
  total: number;
}

/** A line of the queue: the open reports about a person, or a form report about an unknown person. */
export interface QueueEntry {
  case: string;
  signals: CaseSignal[];
  reasons: ReportReason[];
  reports: number;
  /** Time of the first undecided report. Times are milliseconds since 1970. */
  since: number;
  /** Who works on it: the moderator or another moderator, if any. */
  claim: 'mine' | 'other' | null;
  onHold: boolean;
}
