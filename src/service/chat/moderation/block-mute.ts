import { sql } from 'kysely';

import type { RequestBody } from '../../../contract/chat/chat-protocol.ts';
import { afterCommit, transact } from '../../database/after-commit.ts';
import { endCallIn } from '../calls/end-call.ts';
import type { ChatUser } from '../core/chat-user.ts';
import type { Broadcaster } from '../realtime/broadcaster.ts';
import { lockConversations, lockPeople } from '../rooms/private-conversation.ts';
import { requirePerson } from './require-person.ts';

/** Sets or removes the user's block of a person. Once it resolves, a set block hides both from each other everywhere. */
export async function block(
  { person, on }: RequestBody<'block'>,
  user: ChatUser,
  broadcaster: Broadcaster,
): Promise<void> {
  const { id, brand } = user;
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
}

/** Sets or removes the user's mute of a person, which hides their messages from the user alone. */
export async function mute(
  { person, on }: RequestBody<'mute'>,
  { id, brand }: ChatUser,
  broadcaster: Broadcaster,
): Promise<void> {
  await requirePerson(brand.db, person, id);
  if (on) {
    await brand.db
      .insertInto('mute')
      .values({ userId: id, muted: person })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  } else await brand.db.deleteFrom('mute').where('userId', '=', id).where('muted', '=', person).execute();
  broadcaster.notifyLobby(brand.id, [id]);
}
