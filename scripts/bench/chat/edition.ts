import type { Edition } from '../../../src/site/editions/editions.ts';
import { editions } from '../../../src/site/site.ts';

const first = editions[0]!;

/** Where everybody is who is measured: in one language, with more public rooms than anybody configures. */
export const edition: Edition = {
  ...first,
  brand: { ...first.brand, topics: Array.from({ length: 100 }, (_, number) => `topic${number}`) },
};
