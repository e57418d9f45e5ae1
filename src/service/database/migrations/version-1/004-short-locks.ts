import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

import { changeMessage } from './004-change-message.ts';
import { deletedUsers } from './004-deleted-users.ts';
import { insertMessages } from './004-insert-messages.ts';

/**
 * Holds locks for one statement only: a node that stops between two statements keeps no room from the others.
 * The function `say` stays for the release before this one.
 * @param schema the one of the brand
 */
export const shortLocks = (schema: string): Migration => ({
  async up(database: Kysely<unknown>) {
    await sql`set local search_path to ${sql.id(schema)}`.execute(database);
    for (const statement of [...deletedUsers, ...insertMessages, ...changeMessage])
      await sql.raw(statement).execute(database);
  },
});
