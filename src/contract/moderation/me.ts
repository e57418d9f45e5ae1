export const MODERATION_ROLES = ['moderator', 'lead'] as const;
/** A lead can also set the mode of all rooms at once, end legal holds and read the audit log. */
export type ModerationRole = (typeof MODERATION_ROLES)[number];

/** The moderator, and the work that waits. */
export interface Me {
  role: ModerationRole;
  /** `enrol`: no second factor exists; `verify`: it is to be given; `done`: it was given within twelve hours. */
  secondFactor: 'enrol' | 'verify' | 'done';
  /** Whether a passkey of this host can be the second factor. */
  hasPasskey: boolean;
  /** Absent until the second factor is given. */
  work?: WorkCounts;
  /** The rules in force, in the language of the page. */
  rules?: RuleChoice[];
  /** For a lead: moderators who were stopped after too many bans. */
  stopped?: StoppedModerator[];
}

export interface StoppedModerator {
  id: string;
  name: string;
  /** Within the last hour. */
  bans: number;
}

export interface WorkCounts {
  open: number;
  escalated: number;
  appeals: number;
  held: number;
}

export interface RuleChoice {
  /** Such as `adults-only`. */
  id: string;
  version: number;
  title: string;
}
