import { modeOf } from '../../functions/moderation/mode-of.ts';
import { restrictionOf } from '../../functions/moderation/restriction-of.ts';
import { arePartners } from '../../functions/relationships/are-partners.ts';
import { changeMessage } from './020-change-message.ts';
import { insertMessages } from './020-insert-messages.ts';

const tables = [
  `alter table "user" add column "notNowUntil" timestamptz`,
  `alter table "room"
    add column "requestedBy" text,
    add column "requestedAt" timestamptz,
    add column "declinedAt" timestamptz,
    add column "acceptedAt" timestamptz`,
  // Conversations from before message requests go on.
  `update "room" set "acceptedAt" = "activeAt" where "kind" = 'private' and "head" > 0`,
  `create index "request_of_one" on "room" ("one") where "requestedBy" is not null and "acceptedAt" is null`,
  `create index "request_of_two" on "room" ("two") where "requestedBy" is not null and "acceptedAt" is null`,
];

/** Functions without a cache: each statement that calls them sees the restrictions and modes in force at that moment. */
const checks = [
  // Whether both people of a conversation have written in it, whether or not they have left it since.
  `create function "have_both_written"(_room text) returns boolean language sql set search_path from current as $$
    select exists (
      select from "room" where "id" = _room and "kind" <> 'public'
        and exists (select from "message" where "room" = _room and "sender" = "one" and "call" is null)
        and exists (select from "message" where "room" = _room and "sender" = "two" and "call" is null)
    )
  $$`,
  arePartners,
  restrictionOf,
  modeOf,
];

/** Message requests, "nobody new today", and mutes, limits and modes of rooms where messages are stored. */
export const strangers = [...tables, ...checks, insertMessages, changeMessage];
