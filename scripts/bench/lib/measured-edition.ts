import { required } from '../../../src/shared/required.ts';
import { type Edition, editionOf } from '../../../src/site/editions/editions.ts';
import { openSite, readSiteOptions } from '../../../src/site/open-site.ts';

const { editions } = await openSite(readSiteOptions(process.env));
const first = required(editions[0], 'edition');

/** The edition of all measured clients, with more public rooms than real editions have. */
export const edition: Edition = editionOf(first.site, {
  ...first,
  brand: { ...first.brand, topics: Array.from({ length: 100 }, (_, number) => `topic${number}`) },
});
