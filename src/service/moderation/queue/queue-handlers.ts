import { sql } from 'kysely';

import { now } from '../../database/database-now.ts';
import { refuseConflict } from '../access/conflicts.ts';
import { claimCase, claimOrFindCase, releaseCase } from '../cases/claim-case.ts';
import { holdCase } from '../cases/hold-case.ts';
import { identifyPerson } from '../cases/identify-person.ts';
import { readCase } from '../cases/read-case.ts';
import { readIdentity } from '../cases/read-identity.ts';
import { readNames } from '../cases/read-names.ts';
import type { ModerationHandlers } from '../moderation-request.ts';
import { readQueue } from './read-queue.ts';

/** Queue, claims, cases, names, escalation and holds. */
export const queueHandlers = {
  queue: (query, { context, moderator }) => readQueue(context.brand.db, query, moderator.id),
  claim: ({ case: id, takeOver }, request) =>
    request.context.brand.db
      .transaction()
      .execute(async (transaction) =>
        readCase(transaction, await claimOrFindCase(transaction, id, request, takeOver), request),
      ),
  release: ({ case: id }, { context, moderator }) => releaseCase(context.brand.db, id, moderator.id),
  names: ({ case: id }, request) =>
    request.context.brand.db.transaction().execute(async (transaction) => ({
      names: await readNames(transaction, await claimOrFindCase(transaction, id, request)),
    })),
  identify: identifyPerson,
  escalate: ({ case: id, escalation }, request) =>
    request.context.brand.db.transaction().execute(async (transaction) => {
      await claimCase(transaction, id, request);
      await transaction
        .updateTable('moderationCase')
        .set({ escalation, escalatedAt: escalation ? now : sql<Date>`null` })
        .where('id', '=', id)
        .execute();
    }),
  authorities: (_body, { context }) => Promise.resolve({ authorities: context.authorities() }),
  hold: holdCase,
  identity: ({ case: id }, request) =>
    request.context.brand.db.transaction().execute(async (transaction) => {
      const found = await claimOrFindCase(transaction, id, request);
      await refuseConflict(transaction, request, { case: id, person: found.person });
      return readIdentity(transaction, found);
    }),
} satisfies Partial<ModerationHandlers>;
