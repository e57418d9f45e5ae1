import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Slow mode counts edits as messages, and reactions have a time. @param schema of the brand */
export const slowEdits = (schema: string): Migration => ({
  async up(database: Kysely<unknown>) {
    await sql`set local search_path to ${sql.id(schema)}`.execute(database);
    for (const statement of statements) await sql.raw(statement).execute(database);
    await addCondition(database, schema, /^change_messages?$/, EDITS, EDIT_CONDITION);
    await addCondition(database, schema, /^insert_messages$/, SLOW_MESSAGES, MESSAGE_CONDITION);
  },
});

const statements = [
  // Of an edit in the last minutes, without a look at all messages of a person.
  `create index "message_edited" on "message" ("sender", "editedAt") where "editedAt" is not null`,
  `create function "is_slow"(_person text, _room text, _seconds integer)
  returns boolean language sql set search_path from current as $$
    select _seconds > 0 and (
      exists (
        select from "message" where "room" = _room and "sender" = _person
          and "sentAt" > clock_timestamp() - make_interval(secs => _seconds)
      )
      or exists (
        select from "message" where "room" = _room and "sender" = _person
          and "editedAt" > clock_timestamp() - make_interval(secs => _seconds)
      )
    )
  $$`,
  // Unknown for those from before.
  `alter table "reaction" add column "at" timestamptz`,
  `alter table "reaction" alter column "at" set default now()`,
];

/** Where the functions refuse edits, and messages in slow mode. */
const EDITS = `when _change = 'edit' and _message."text" <> _text`;
const SLOW_MESSAGES = `when _room."kind" = 'public' and _mode."slowSeconds" > 0 and exists (`;

const EDIT_CONDITION = `when _change = 'edit' and _message."text" <> _text and _place."kind" = 'public'
          and "is_slow"(_person, _room, _mode."slowSeconds") then 'slow'
        `;
const MESSAGE_CONDITION = `when _room."kind" = 'public' and "is_slow"(_sender, _room."id", _mode."slowSeconds") then 'slow'
        `;

/**
 * Adds a condition to functions as earlier migrations have left them, before one that they have already.
 * @throws where none of them has it
 */
async function addCondition(
  database: Kysely<unknown>,
  schema: string,
  name: RegExp,
  before: string,
  condition: string,
): Promise<void> {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_functiondef("oid") as "definition" from pg_proc
    where "pronamespace" = ${schema}::regnamespace and "proname" ~ ${name.source}`.execute(database);
  const having = rows.filter(({ definition }) => definition.includes(before));
  if (!having.length) throw new Error(`No function ${name.source} has the condition: ${before}`);
  for (const { definition } of having)
    await sql.raw(definition.replace(before, () => condition + before)).execute(database);
}
