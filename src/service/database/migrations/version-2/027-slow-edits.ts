import { isSlow } from '../../functions/messages/is-slow.ts';

/** Slow mode counts edits as messages, in the functions of migrations 024 and 025, and reactions have a time. */
export const slowEdits = [
  // Of an edit in the last minutes, without a look at all messages of a person.
  `create index "message_edited" on "message" ("sender", "editedAt") where "editedAt" is not null`,
  isSlow,
  // Unknown for those from before.
  `alter table "reaction" add column "at" timestamptz`,
  `alter table "reaction" alter column "at" set default now()`,
];
