/** Whether two people are partners who have both written to each other. */
export const arePartners = `create or replace function "are_partners"(_one text, _two text) returns boolean language sql set search_path from current as $$
    select exists (
      select from "room"
      where "one" = _one and "two" = _two and "kind" = 'partner' and "endedAt" is null and "have_both_written"("id")
    )
  $$`;
