// As many public rooms as the measurement needs, in the process that imports this.
import { edition } from './people.ts';

export const ROOM_SIZE = 10;

edition.brand.topics = Array.from({ length: 100 }, (_, number) => `topic${number}`);
