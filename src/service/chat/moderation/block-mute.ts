import { sql } from 'kysely';

import { afterCommit, transact } from '../../database/after-commit.ts';
import { endCallIn } from '../calls/end-call.ts';
import type { BroadcastingHandler } from '../realtime/broadcaster.ts';
import { lockConversations, lockPeople } from '../rooms/private-conversation.ts';
import { requirePerson } from './require-person.ts';

/** Sets or removes the user's block of a person. Once it resolves, a set block hides both from each other everywhere. */
export const block: BroadcastingHandler<'block'> = async ({ person, on }, { id, brand }, broadcaster) => {
  await requirePerson(brand.db, person, id);
  if (!on) {
    await brand.db.deleteFrom('block').where('blocker', '=', id).where('blocked', '=', person).execute();
    broadcaster.unhide(brand.id, id, person);
  } else {
    await transact(brand.db, async (transaction) => {
      // Prevents new calls in these rooms.
      const rooms = await lockConversations(transaction, id, person);
      await lockPeople(transaction, id, person);
      // A search that does not see the block ends before it. Last, because searches wait for this transaction.
      await sql`select ${sql.id(brand.schema, 'hold_matching')}()`.execute(transaction);
      await transaction
        .insertInto('block')
        .values({ blocker: id, blocked: person })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      // Before the ends of calls are broadcast.
      afterCommit(transaction, () => broadcaster.hideFromEachOther(brand.id, id, person));
      for (const room of rooms) if (!room.endedAt) await endCallIn(transaction, brand, broadcaster, room.id, id);
    });
  }
  broadcaster.notifyLobby(brand.id, [id, person]);
};

/** Sets or removes the user's mute of a person, which hides their messages from the user alone. */
export const mute: BroadcastingHandler<'mute'> = async ({ person, on }, { id, brand }, broadcaster) => {
  await requirePerson(brand.db, person, id);
  if (on) {
    await brand.db
      .insertInto('mute')
      .values({ userId: id, muted: person })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } else await brand.db.deleteFrom('mute').where('userId', '=', id).where('muted', '=', person).execute();
  broadcaster.notifyLobby(brand.id, [id]);
};
