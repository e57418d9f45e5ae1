import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Decisions in mails and in copies of bans, and no changes of messages by banned people. @param schema of the brand */
export const acts = (schema: string): Migration => ({
  async up(database: Kysely<unknown>) {
    await sql`set local search_path to ${sql.id(schema)}`.execute(database);
    for (const statement of statements) await sql.raw(statement).execute(database);
    await refuseBannedChanges(database);
  },
});

const statements = [
  `alter table "outbox" add column "decision" jsonb`,
  `alter table "bannedAddress" add column "decision" uuid`,
  // As in 009, with the decision.
  `create or replace function "change_ban"() returns trigger language plpgsql set search_path from current as $$
  begin
    update "ban" set "until" = new."until", "reason" = new."reason", "decision" = new."decision"
      where "origin" = new."origin" and "userId" <> new."userId";
    update "bannedAddress" set "until" = new."until", "reason" = new."reason", "decision" = new."decision"
      where "origin" = new."origin";
    return null;
  end $$`,
  `create index "ban_decision" on "ban" ("decision")`,
  `create index "banned_address_decision" on "bannedAddress" ("decision")`,
  `create index "open_appeal" on "decision" ("appealedAt") where "appealedAt" is not null and "answeredAt" is null`,
  `create index "decision_time" on "decision" ("createdAt")`,
];

const CHECKS = '_refusal := case';
const BAN_CHECK = `when exists (select from "ban" where "userId" = _person and "until" > now()) then 'banned'`;

/**
 * Adds a check to `change_message`, in the definition that the database has. It comes after the lock of the user's row, for which a ban
 * waits, so that no change is stored after a ban.
 */
async function refuseBannedChanges(database: Kysely<unknown>): Promise<void> {
  const { definition } = await database
    .selectNoFrom(sql<string>`pg_get_functiondef('change_message'::regproc)`.as('definition'))
    .executeTakeFirstOrThrow();
  if (!definition.includes(CHECKS)) throw new Error(`The function change_message has no “${CHECKS}”.`);
  await sql.raw(definition.replace(CHECKS, `${CHECKS}\n      ${BAN_CHECK}`)).execute(database);
}
