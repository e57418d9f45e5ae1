/** Who a person under a legal hold is, as far as the service knows. Times are in milliseconds since 1970. */
export interface HeldIdentity {
  accountSince: number | null;
  adultConfirmedAt: number | null;
  rulesAcceptedAt: number | null;
  /** Null while the account exists. */
  deletedAt: number | null;
  /** Addresses during the hold. */
  emails: string[];
  /** Nicknames during the hold, and of those given up less than 30 days before only what look-alikes have in common. */
  nicknames: string[];
  /** Sign-ins whose sessions lasted during the hold. Network addresses are not stored. */
  signIns: { at: number; host: string; device: string }[];
  /** Conversations of two, each with the id and the nickname of the other person. */
  conversations: { room: string; kind: string | null; with: string | null; nickname: string | null }[];
  /** Number of texts of their messages that are kept. */
  messages: number;
}
