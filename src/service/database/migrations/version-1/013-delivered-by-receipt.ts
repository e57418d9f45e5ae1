import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Messages no longer count as delivered by being read, so the marks so far move into their column. @param schema of the brand */
export const deliveredByReceipt = (schema: string): Migration => ({
  async up(database: Kysely<unknown>) {
    const [member, room] = [sql.id(schema, 'member'), sql.id(schema, 'room')];
    await sql`update ${member} as "member" set "delivered" = "member"."read" from ${room} as "room"
      where "room"."id" = "member"."room" and "room"."kind" <> 'public' and "member"."delivered" < "member"."read"`.execute(
      database,
    );
  },
});
