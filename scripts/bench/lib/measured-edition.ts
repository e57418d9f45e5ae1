import { required } from '../../../src/shared/required.ts';
import { editions } from '../../../src/site/editions/configured-editions.ts';
import type { Edition } from '../../../src/site/editions/editions.ts';

const first = required(editions[0], 'edition');

/** The edition of all measured clients, with more public rooms than real editions have. */
export const edition: Edition = {
  ...first,
  brand: { ...first.brand, topics: Array.from({ length: 100 }, (_, number) => `topic${number}`) },
};
