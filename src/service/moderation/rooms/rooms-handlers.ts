import { sql } from 'kysely';

import { isPublicRoom, publicRoomsOf } from '../../chat/core/public-rooms.ts';
import { modesInForce } from '../../chat/rooms/room-modes.ts';
import { type ModerationHandlers, ModerationRefusal } from '../moderation-request.ts';

/** Stands for all rooms: the crisis switch. */
const ALL = '*';

/** Modes of rooms. */
export const roomsHandlers = {
  rooms: async (_body, { context: { brand } }) => ({
    rooms: [...publicRoomsOf(brand)],
    modes: (await modesInForce(brand.db).orderBy('room').execute()).map(({ until, ...mode }) => ({
      ...mode,
      until: until?.getTime() ?? null,
    })),
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
