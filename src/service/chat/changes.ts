import type { Kysely } from 'kysely';
import { sql } from 'kysely';

import type { Message, RequestBody } from '../../contract/chat.ts';
import type { Tables } from '../database/tables.ts';
import { areBlocked, hiddenFrom, roomOf } from './access.ts';
import type { Courier } from './delivery.ts';
import type { Guest } from './guest.ts';
import { messageAt } from './history.ts';
import { Refused } from './refused.ts';

/** Says something else in a message of one's own. */
export const edit = ({ room, seq, text }: RequestBody<'edit'>, guest: Guest, courier: Courier): Promise<void> =>
  change(room, seq, guest, courier, async (db, message, isOver) => {
    if (message.sender.id !== guest.id || message.text === null || isOver) throw new Refused('gone');
    if (message.text === text) return false;
    await keepRevision(db, room, message);
    await db
      .updateTable('message')
      .set({ text, editedAt: sql<Date>`now()` })
      .where('room', '=', room)
      .where('seq', '=', seq)
      .execute();
    return true;
  });

/** Takes a message of one's own back; that there was one stays. */
export const remove = ({ room, seq }: RequestBody<'delete'>, guest: Guest, courier: Courier): Promise<void> =>
  change(room, seq, guest, courier, async (db, message) => {
    if (message.sender.id !== guest.id) throw new Refused('gone');
    if (message.text === null) return false;
    await keepRevision(db, room, message);
    await db.updateTable('message').set({ text: null }).where('room', '=', room).where('seq', '=', seq).execute();
    await db.deleteFrom('reaction').where('room', '=', room).where('seq', '=', seq).execute();
    return true;
  });

export const react = (
  { room, seq, reaction, on }: RequestBody<'react'>,
  guest: Guest,
  courier: Courier,
): Promise<void> =>
  change(room, seq, guest, courier, async (db, message, isOver) => {
    if (message.text === null || isOver || (await areBlocked(db, guest.id, message.sender.id)))
      throw new Refused('gone');
    const given = { room, seq, userId: guest.id, reaction };
    const { numInsertedOrUpdatedRows = 0n } = on
      ? await db
          .insertInto('reaction')
          .values(given)
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
      : {};
    const { numDeletedRows = 0n } = on
      ? {}
      : await db
          .deleteFrom('reaction')
          .where((row) => row.and(given))
          .executeTakeFirst();
    return numInsertedOrUpdatedRows + numDeletedRows > 0n;
  });

/** What a message said until now, for reports by those who saw it. */
const keepRevision = (db: Kysely<Tables>, room: string, { seq, position, text }: Message) =>
  db.insertInto('revision').values({ room, seq, position, text: text! }).execute();

/** Changes a message under the lock of its room, gives it the next position, and sends it on. */
async function change(
  room: string,
  seq: number,
  guest: Guest,
  { deliver }: Courier,
  apply: (db: Kysely<Tables>, message: Message, isOver: boolean) => Promise<boolean>,
): Promise<void> {
  const { brand } = guest;
  const changed = await brand.db.transaction().execute(async (transaction) => {
    const locked = await transaction
      .selectFrom('room')
      .select('head')
      .where('id', '=', room)
      .forUpdate()
      .executeTakeFirst();
    const { endedAt } = await roomOf(transaction, guest, room);
    const message = await messageAt(transaction, room, seq);
    // What became of a call is nobody's to change.
    if (!locked || !message || message.call) throw new Refused('gone');
    if (!(await apply(transaction, message, endedAt !== null))) return undefined;
    const head = locked.head + 1;
    await transaction.updateTable('room').set({ head }).where('id', '=', room).execute();
    await transaction
      .updateTable('message')
      .set({ position: head })
      .where('room', '=', room)
      .where('seq', '=', seq)
      .execute();
    const now = await messageAt(transaction, room, seq);
    return { message: now!, hiddenFrom: await hiddenFrom(transaction, now!.sender.id) };
  });
  if (!changed) return;
  const { message } = changed;
  const changes = { room, from: message.position - 1, head: message.position, messages: [message] };
  deliver([{ brand: brand.id, changes, sender: message.sender.id, hiddenFrom: changed.hiddenFrom }]);
}
