import { edition } from './people.ts';

/** Gives the brand as many public rooms as a measurement needs, in the process that calls it. */
export function makeManyRooms(): void {
  edition.brand.topics = Array.from({ length: 100 }, (_, number) => `topic${number}`);
}
