/** Codes of refused requests. The translations are `moderationErrors.<code>`, the causes are in docs/errors.md. */
export const MODERATION_ERRORS = [
  /** The body does not fit the schema. */
  'body',
  /** Not signed in, or no moderator of this brand. Both look alike, and like an unknown path. */
  'forbidden',
  /** The request needs a lead. */
  'lead',
  /** The second factor is missing or older than twelve hours. */
  'secondFactor',
  /** A wrong code or password. */
  'code',
  /** Too many requests, or wrong codes or passwords; or a room takes no message for now. */
  'tooMany',
  /** Another moderator has claimed the case. */
  'claimed',
  /** It does not exist in this brand, it is about the moderator, or its account or room can no longer take it. */
  'gone',
  /** No account has the nickname. */
  'nickname',
  /** It has been decided, undone or answered already. */
  'decided',
  /** It concerns the moderator: an own decision, case or message, or a case in which they have a part. */
  'ownDecision',
  /** Too many bans within an hour: a lead lets the moderator go on. */
  'brake',
  /** The case has a legal hold already. */
  'onHold',
  'server',
] as const;
export type ModerationError = (typeof MODERATION_ERRORS)[number];
