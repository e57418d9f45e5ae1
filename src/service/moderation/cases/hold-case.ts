import { sql } from 'kysely';

import { now } from '../../database/database-now.ts';
import { refuseConflict } from '../access/conflicts.ts';
import { type ModerationHandlers, ModerationRefusal } from '../moderation-request.ts';
import { claimOrFindCase } from './claim-case.ts';
import { keepDeletedAddress } from './read-identity.ts';

/** Columns of a hold that has ended. The keyed hash of an address stays until the decision only. */
export const endedHold = {
  heldAt: sql<Date>`null`,
  heldBy: null,
  holdNote: null,
  heldUntil: sql<Date>`null`,
  addressKey: sql<string | null>`case when "decidedAt" is null then "addressKey" end`,
};

/**
 * Sets a legal hold of a case, decided or not: until its term ends, nothing of it is purged, nor messages of its person, nor who they are. A lead
 * alone ends it before, or has the term begin again. An undecided case is claimed with it.
 * @throws ModerationRefusal `gone` without the case, and for a case about the moderator; `lead` for a moderator who would end it; `onHold`
 * if it is set already, for a moderator; `claimed` while another moderator works on the case
 */
export const holdCase: ModerationHandlers['hold'] = ({ case: id, on, note }, request) =>
  request.context.brand.db.transaction().execute(async (transaction) => {
    const { moderator } = request;
    if (!on && moderator.role !== 'lead') throw new ModerationRefusal('lead');
    const found = await claimOrFindCase(transaction, id, request);
    await refuseConflict(transaction, request, { case: id, person: found.person });
    if (on && found.heldAt && moderator.role !== 'lead') throw new ModerationRefusal('onHold');
    await transaction
      .updateTable('moderationCase')
      .set(
        on
          ? {
              heldAt: found.heldAt ?? now,
              heldBy: moderator.id,
              // Notes stay.
              holdNote: [found.holdNote, note].filter((each) => each !== null).join(' · '),
              heldUntil: sql<Date>`now() + make_interval(days => ${request.context.periods.holdDays})`,
            }
          : endedHold,
      )
      .where('id', '=', id)
      .execute();
    if (on) await keepDeletedAddress(transaction, found.person, request.context.keyedAll);
  });
