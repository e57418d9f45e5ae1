import { runStatements } from '../run-statements.ts';
import type { Db } from '../tables/tables.ts';
import { heldPeople } from './holds/held-people.ts';
import { keepIdentity } from './holds/keep-identity.ts';
import { noteIdentity } from './holds/note-identity.ts';
import { takeAll } from './limits/take-all.ts';
import { take, takeSeveral } from './limits/take.ts';
import { changeMessage } from './messages/change-message.ts';
import { changeMessages } from './messages/change-messages.ts';
import { insertMessages } from './messages/insert-messages.ts';
import { isSlow } from './messages/is-slow.ts';
import { changeBan } from './moderation/change-ban.ts';
import { conflictsOf } from './moderation/conflicts-of.ts';
import { liftBan } from './moderation/lift-ban.ts';
import { modeOf } from './moderation/mode-of.ts';
import { restrictionOf } from './moderation/restriction-of.ts';
import { findPartner } from './partners/find-partner.ts';
import { holdMatching } from './partners/hold-matching.ts';
import { actsIn } from './relationships/acts-in.ts';
import { arePartners } from './relationships/are-partners.ts';
import { haveBothWritten } from './relationships/have-both-written.ts';
import { keepRelationship } from './relationships/keep-relationship.ts';
import { noteDeletedUser } from './relationships/note-deleted-user.ts';
import { recallRelationship } from './relationships/recall-relationship.ts';
import { stopRelationship } from './relationships/stop-relationship.ts';

/**
 * Each function with its revision, which rises by 1 when its text changes. Nodes of the release before call the new text as well: it takes
 * the same arguments and returns the same columns, or it gets a new name.
 */
export const functions: Record<string, [revision: number, text: string]> = {
  take: [1, take],
  takeSeveral: [1, takeSeveral],
  takeAll: [1, takeAll],
  changeMessage: [1, changeMessage],
  changeMessages: [1, changeMessages],
  insertMessages: [1, insertMessages],
  isSlow: [1, isSlow],
  changeBan: [1, changeBan],
  liftBan: [1, liftBan],
  modeOf: [1, modeOf],
  restrictionOf: [1, restrictionOf],
  findPartner: [1, findPartner],
  holdMatching: [1, holdMatching],
  actsIn: [1, actsIn],
  arePartners: [1, arePartners],
  haveBothWritten: [1, haveBothWritten],
  keepRelationship: [1, keepRelationship],
  noteDeletedUser: [2, noteDeletedUser],
  recallRelationship: [1, recallRelationship],
  stopRelationship: [1, stopRelationship],
  // After the functions that it calls.
  conflictsOf: [2, conflictsOf],
  heldPeople: [1, heldPeople],
  keepIdentity: [1, keepIdentity],
  noteIdentity: [1, noteIdentity],
};

/** Replaces functions of a brand that are older than those of this release, and leaves those of a newer release. */
export async function replaceFunctions(transaction: Db, schema: string): Promise<void> {
  const values = Object.entries(functions).map(([name, [revision]]) => ({ name, revision }));
  // Of two nodes, the second waits for the rows and finds nothing older.
  const older = await transaction
    .withSchema(schema)
    .insertInto('sqlFunction')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(({ ref }) => ({ revision: ref('excluded.revision') }))
        .whereRef('sqlFunction.revision', '<', 'excluded.revision'),
    )
    .returning('name')
    .execute();
  const names = new Set(older.map(({ name }) => name));
  const texts = Object.entries(functions).flatMap(([name, [, text]]) => (names.has(name) ? [text] : []));
  await runStatements(transaction, schema, texts);
}
