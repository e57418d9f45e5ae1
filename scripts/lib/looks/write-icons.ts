import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import sharp from 'sharp';

/** Draws the icons of installed sites from the favicon of a look. @param folder of the look */
export async function writeIcons(folder: string): Promise<void> {
  const mark = readFileSync(join(folder, 'favicon.svg'), 'utf8');
  // Systems cut these to their own shape. The mark lies within the circle that every shape leaves.
  const filled = mark.replace(/ rx="\d+"/, '');
  const draw = (svg: string, size: number, name: string): Promise<unknown> =>
    sharp(Buffer.from(svg), { density: (72 * size) / 32 })
      .resize(size, size)
      .png({ palette: true, compressionLevel: 9, effort: 10 })
      .toFile(join(folder, name));
  await draw(mark, 192, 'icon-192.png');
  await draw(mark, 512, 'icon-512.png');
  await draw(filled, 512, 'icon-maskable.png');
  await draw(filled, 180, 'apple-touch-icon.png');
}
