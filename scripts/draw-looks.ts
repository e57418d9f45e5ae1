/** `npm run art`: draws the background art of the shop's looks, the same bytes at every run, and the icons of installed sites from their favicons. */
import './lib/terminal/report-user-errors.ts';
import { UserError } from '../src/shared/user-error.ts';
import type { Cloth } from './lib/looks/draw-cloth.ts';
import { writeArt } from './lib/looks/write-art.ts';
import { writeIcons } from './lib/looks/write-icons.ts';

const looks: Record<string, Cloth> = {
  velvet: {
    shade: [24, 10, 22],
    lit: [92, 29, 69],
    glint: [250, 166, 174],
    angle: 0.62,
    folds: 8.5,
    shine: 9,
    gleam: 0.14,
    seed: 1.3,
  },
  satin: {
    shade: [8, 13, 30],
    lit: [27, 48, 104],
    glint: [247, 226, 184],
    angle: -0.5,
    folds: 10.5,
    shine: 9,
    gleam: 0.17,
    seed: 4.1,
  },
};

for (const [look, cloth] of Object.entries(looks)) {
  const folder = `src/themes/looks/${look}`;
  await writeIcons(folder);
  if (!(await writeArt(folder, cloth)))
    throw new UserError('avifenc is missing, and the art has no grain. Install it with: apt-get install libavif-bin');
  console.log(`${folder}/`);
}
