import { sql } from 'kysely';

import { now } from '../../database/database-now.ts';
import { type ModerationHandlers, ModerationRefusal } from '../moderation-request.ts';
import { claimOrFindCase } from './claim-case.ts';

/**
 * Sets a legal hold of a case, decided or not: until its term ends, nothing of it is purged, nor messages of its person, nor who they are. A lead
 * alone ends it before. An undecided case is claimed with it.
 * @throws ModerationRefusal `gone` without the case, and for a case about the moderator; `lead` for a moderator who would end it; `onHold`
 * if it is set already; `claimed` while another moderator works on the case
 */
export const holdCase: ModerationHandlers['hold'] = ({ case: id, on, note }, request) =>
  request.context.brand.db.transaction().execute(async (transaction) => {
    const { moderator } = request;
    if (!on && moderator.role !== 'lead') throw new ModerationRefusal('lead');
    const found = await claimOrFindCase(transaction, id, request);
    // The first note stays.
    if (on && found.heldAt) throw new ModerationRefusal('onHold');
    await transaction
      .updateTable('moderationCase')
      .set(
        on
          ? {
              heldAt: now,
              heldBy: moderator.id,
              holdNote: note,
              heldUntil: sql<Date>`now() + make_interval(days => ${request.context.periods.holdDays})`,
            }
          : { heldAt: sql<Date>`null`, heldBy: null, holdNote: null, heldUntil: sql<Date>`null` },
      )
      .where('id', '=', id)
      .execute();
  });
