/** `npm run art`: draws the icons of installed sites from the favicon of every look. */
import './lib/terminal/report-user-errors.ts';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import sharp from 'sharp';

for (const file of globSync('src/themes/looks/*/favicon.svg')) {
  const mark = readFileSync(file, 'utf8');
  // Systems cut these to their own shape. The mark lies within the circle that every shape leaves.
  const filled = mark.replace(/ rx="\d+"/, '');
  const draw = (svg: string, size: number, name: string): Promise<unknown> =>
    sharp(Buffer.from(svg), { density: (72 * size) / 32 })
      .resize(size, size)
      .png({ palette: true, compressionLevel: 9, effort: 10 })
      .toFile(join(dirname(file), name));
  await draw(mark, 192, 'icon-192.png');
  await draw(mark, 512, 'icon-512.png');
  await draw(filled, 512, 'icon-maskable.png');
  await draw(filled, 180, 'apple-touch-icon.png');
}
