import { type Kysely, sql } from 'kysely';

import type { Tables } from '../../database/tables.ts';
import { endCallIn, tellOver } from '../calls/end-call.ts';
import { hiddenPeople, roomOf } from '../core/access.ts';
import { Refused } from '../core/chat-refusal.ts';
import type { Guest } from '../core/chat-user.ts';
import { isOffered } from '../core/public-rooms.ts';
import type { Courier } from '../realtime/broadcaster.ts';
import { endPrivate, lockConversations } from './private-conversation.ts';

/**
 * Takes part in a public room, or in a conversation of one's own again.
 * @returns whether the person is a new member, and the people whom blocks hide
 */
export async function enter(room: string, guest: Guest): Promise<{ isNew: boolean; hidden: string[] }> {
  const { id, brand } = guest;
  const known = isOffered(brand, room) ? undefined : await roomOf(brand.db, guest, room);
  // Who has left a partner does not come back.
  if (known?.kind === 'partner' && known.read === null) throw new Refused('gone');
  return brand.db
    .with('entered', (query) =>
      query
        .insertInto('member')
        // What was said before one came is not unread.
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
export async function leave(room: string, guest: Guest, courier: Courier): Promise<string | undefined> {
  const { id, brand } = guest;
  const { kind, one, two, endedAt, showsPresence } = await roomOf(brand.db, guest, room);
  const other = one === id ? two : one;
  const leaveRoom = (db: Kysely<Tables>) =>
    db.deleteFrom('member').where('room', '=', room).where('userId', '=', id).execute();
  if (kind !== 'partner' || endedAt) {
    await leaveRoom(brand.db);
    return (showsPresence && other) || undefined;
  }
  const over = await brand.db.transaction().execute(async (transaction) => {
    const rooms = await lockConversations(transaction, one!, two!);
    await leaveRoom(transaction);
    // The other person may have left, or been deleted, in the same moment.
    if (!rooms.some((locked) => locked.id === room && !locked.endedAt)) return undefined;
    await endPrivate(transaction, id, one!, two!);
    await transaction
      .updateTable('room')
      .set({ endedAt: sql<Date>`now()` })
      .where('id', '=', room)
      .execute();
    return endCallIn(transaction, brand, room, id);
  });
  if (over) tellOver(brand, courier, over);
  return other!;
}

/** Remembers up to where somebody has read. @returns whether that is further than before */
export async function read(room: string, seq: number, { id, brand }: Guest): Promise<boolean> {
  const { numUpdatedRows } = await brand.db
    .updateTable('member')
    .set({ read: seq })
    .where('room', '=', room)
    .where('userId', '=', id)
    .where('read', '<', seq)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('room').select('id').where('id', '=', room).where('head', '>=', seq)),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
