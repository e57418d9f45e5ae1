import { sql } from 'kysely';

import { transact } from '../../database/after-commit.ts';
import { endCallIn } from '../calls/end-call.ts';
import { hiddenPeople, roomOf } from '../core/access.ts';
import { ChatRefusal } from '../core/chat-refusal.ts';
import type { ChatUser } from '../core/chat-user.ts';
import { isPublicRoom } from '../core/public-rooms.ts';
import type { Broadcaster } from '../realtime/broadcaster.ts';
import { endPrivateConversation, lockConversations } from './private-conversation.ts';

/**
 * Adds the user to a public room, or again to their own conversation.
 * @returns whether the user is a new member, and the people hidden by blocks
 */
export async function enterRoom(room: string, user: ChatUser): Promise<{ isNew: boolean; hidden: string[] }> {
  const { id, brand } = user;
  const known = isPublicRoom(brand, room) ? undefined : await roomOf(brand.db, user, room);
  // A partner room cannot be rejoined.
  if (known?.kind === 'partner' && known.read === null) throw new ChatRefusal('gone');
  return brand.db
    .with('entered', (query) =>
      query
        .insertInto('member')
        // Older messages do not count as unread.
        .columns(['room', 'userId', 'read'])
        .expression(({ selectFrom, val }) =>
          selectFrom('room')
            .select((row) => ['room.id', val(id).as('userId'), row.ref('room.head').as('read')])
            .where('room.id', '=', room),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning('room'),
    )
    .selectNoFrom((from) => [
      from.exists(from.selectFrom('entered').select('room')).as('isNew'),
      hiddenPeople(brand.db, sql.val(id)).as('hidden'),
    ])
    .$castTo<{ isNew: boolean; hidden: string[] }>()
    .executeTakeFirstOrThrow();
}

/** Ends a membership. @returns the other person of a conversation, if their view of it has changed */
export async function leaveRoom(room: string, user: ChatUser, broadcaster: Broadcaster): Promise<string | undefined> {
  const { id, brand } = user;
  const { kind, one, two, endedAt, showsPresence } = await roomOf(brand.db, user, room);
  const other = one === id ? two : one;
  await transact(brand.db, async (transaction) => {
    // Before the people, whom the deletion of a membership locks, as in all transactions.
    const rooms = one && two ? await lockConversations(transaction, one, two) : [];
    await transaction.deleteFrom('member').where('room', '=', room).where('userId', '=', id).execute();
    // The other person may have left or been deleted concurrently.
    const isOpen = rooms.some((locked) => locked.id === room && !locked.endedAt);
    if (!one || !two || kind !== 'partner' || !isOpen) return;
    await endPrivateConversation(transaction, id, one, two);
    await transaction
      .updateTable('room')
      .set({ endedAt: sql<Date>`now()` })
      .where('id', '=', room)
      .execute();
    await endCallIn(transaction, brand, broadcaster, room, id);
  });
  const isPartnerRoom = kind === 'partner' && !endedAt;
  return ((isPartnerRoom || showsPresence) && other) || undefined;
}
