import { liftBan } from '../../functions/moderation/lift-ban.ts';

/** Bans of one mailbox that come from each other are changed and lifted together. */
export const banCopies = [
  // The same in all copies of a ban. Copies that were made before have their own: what they came from is not known.
  `alter table "ban" add column "origin" uuid not null default gen_random_uuid()`,
  `alter table "bannedAddress" add column "origin" uuid not null default gen_random_uuid()`,
  liftBan,
  `create trigger "lift_deleted_ban" after delete on "ban" for each row execute function "lift_ban"()`,
  `create trigger "lift_ended_ban" after update on "ban" for each row
    when (old."until" > now() and new."until" <= now()) execute function "lift_ban"()`,
  `create function "change_ban"() returns trigger language plpgsql set search_path from current as $$
  begin
    update "ban" set "until" = new."until", "reason" = new."reason" where "origin" = new."origin" and "userId" <> new."userId";
    update "bannedAddress" set "until" = new."until", "reason" = new."reason" where "origin" = new."origin";
    return null;
  end $$`,
  // The copies change within the trigger, and change nothing further.
  `create trigger "change_ban_copies" after update on "ban" for each row
    when (pg_trigger_depth() = 0 and new."until" > now()) execute function "change_ban"()`,
];
