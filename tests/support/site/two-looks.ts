import { readdirSync } from 'node:fs';

const looks = readdirSync('src/themes/looks').toSorted();

/** Two looks of the project, whatever their names are: those of the brands in `tests/fixture/site.config.ts`. */
export const [LOOK = '', OTHER_LOOK = ''] = [looks.at(-1), looks[0]];
