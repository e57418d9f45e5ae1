import { findPartner as matchPerson } from '../../functions/partners/find-partner.ts';
import { holdMatching } from '../../functions/partners/hold-matching.ts';

/** Partner matching in one statement. */
export const findPartner = [
  `create index "seeker_waiting" on "seeker" ("lang", "since", "userId")`,
  `create index "seeker_tags" on "seeker" using gin ("tags") with (fastupdate = off)`,
  holdMatching,
  matchPerson,
];
