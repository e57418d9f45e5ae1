import { readdirSync } from 'node:fs';

const looks = readdirSync('src/themes/looks').toSorted();

/** The last and the first look of the project by name, which the brands in `tests/fixture/site.config.ts` have. */
export const [LOOK = '', OTHER_LOOK = ''] = [looks.at(-1), looks[0]];
