import type { ServiceBrand } from '../../brands/brands.ts';

/** Makes the public rooms of a brand, one for each of its languages and topics. */
export async function openPublicRooms({ db, editions, topics }: ServiceBrand): Promise<void> {
  const langs = [...new Set(editions.map(({ lang }) => lang))];
  const rooms = langs.flatMap((lang) =>
    topics.map((topic) => ({ id: `${lang}.${topic}`, kind: 'public' as const, lang, topic })),
  );
  if (!rooms.length) return;
  await db
    .insertInto('room')
    .values(rooms)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The public rooms of the configuration. */
export function publicRoomsOf(brand: ServiceBrand): ReadonlySet<string> {
  const known = offered.get(brand);
  if (known) return known;
  const { editions, topics } = brand;
  const rooms = new Set(editions.flatMap(({ lang }) => topics.map((topic) => `${lang}.${topic}`)));
  offered.set(brand, rooms);
  return rooms;
}
const offered = new WeakMap<ServiceBrand, Set<string>>();

export const isPublicRoom = (brand: ServiceBrand, room: string): boolean => publicRoomsOf(brand).has(room);
