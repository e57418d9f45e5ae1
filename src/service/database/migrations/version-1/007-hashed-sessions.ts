import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Hashes of session tokens in place of the tokens, as `tokenHash` makes them: sessions go on. @param schema the one of the brand */
export const hashedSessions = (schema: string): Migration => ({
  async up(database: Kysely<unknown>) {
    await sql`
      update ${sql.id(schema, 'session')} set "token" = encode(sha256(convert_to("token", 'UTF8')), 'hex')
    `.execute(database);
  },
});
