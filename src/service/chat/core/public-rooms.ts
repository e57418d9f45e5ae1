import type { ServiceBrand } from '../../brands/open-brands.ts';

/** Creates the public rooms of a brand, one per language and topic. */
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

/** Ids of the brand's public rooms, by the configuration. */
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
