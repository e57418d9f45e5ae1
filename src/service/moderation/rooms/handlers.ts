import { type Kysely, sql } from 'kysely';

import type { RoomMode } from '../../../contract/moderation/protocol.ts';
import { isPublicRoom, publicRoomsOf } from '../../chat/core/public-rooms.ts';
import type { Tables } from '../../database/tables.ts';
import { type ModerationHandlers, ModerationRefusal } from '../moderation-request.ts';

/** Stands for all rooms: the crisis switch. */
const ALL = '*';

/** Modes of rooms. */
export const roomsHandlers = {
  rooms: async (_body, { context: { brand } }) => ({
    rooms: [...publicRoomsOf(brand)],
    modes: await modesOf(brand.db),
  }),
  setRoom: async ({ room, slowSeconds, closed, hours }, { context: { brand }, moderator }) => {
    if (room === ALL && moderator.role !== 'lead') throw new ModerationRefusal('lead');
    if (room !== ALL && !isPublicRoom(brand, room)) throw new ModerationRefusal('gone');
    const until = hours === null ? sql<Date>`null` : sql<Date>`now() + make_interval(hours => ${hours})`;
    const mode = { slowSeconds, closed, until };
    if (!slowSeconds && !closed) await brand.db.deleteFrom('roomMode').where('room', '=', room).execute();
    else
      await brand.db
        .insertInto('roomMode')
        .values({ room, ...mode })
        .onConflict((conflict) => conflict.column('room').doUpdateSet(mode))
        .execute();
    brand.events.emit('roomModesChanged');
  },
} satisfies Partial<ModerationHandlers>;

/** Modes that are in force. */
async function modesOf(db: Kysely<Tables>): Promise<RoomMode[]> {
  const rows = await db
    .selectFrom('roomMode')
    .selectAll()
    .where(({ or, eb }) => or([eb('until', 'is', null), eb('until', '>', sql<Date>`now()`)]))
    .orderBy('room')
    .execute();
  return rows.map(({ until, ...mode }) => ({ ...mode, until: until?.getTime() ?? null }));
}
