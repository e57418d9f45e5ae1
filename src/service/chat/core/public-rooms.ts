import { publicRoomId } from '../../../contract/chat/public-room.ts';
import type { ServiceBrand } from '../../brands/open-brands.ts';

/** Creates the public rooms of a brand. */
export async function openPublicRooms(brand: ServiceBrand): Promise<void> {
  const rooms = roomsOf(brand);
  if (!rooms.length) return;
  await brand.db
    .insertInto('room')
    .values(rooms)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Ids of the brand's public rooms, by the configuration. */
export function publicRoomsOf(brand: ServiceBrand): ReadonlySet<string> {
  const rooms = known.get(brand) ?? new Set(roomsOf(brand).map(({ id }) => id));
  known.set(brand, rooms);
  return rooms;
}
const known = new WeakMap<ServiceBrand, Set<string>>();

export const isPublicRoom = (brand: ServiceBrand, room: string): boolean => publicRoomsOf(brand).has(room);

/** The public rooms of a brand: a room for each language and topic. */
const roomsOf = ({ editions, topics }: ServiceBrand) =>
  [...new Set(editions.map(({ lang }) => lang))].flatMap((lang) =>
    topics.map((topic) => ({ id: publicRoomId(lang, topic), kind: 'public' as const, lang, topic })),
  );
