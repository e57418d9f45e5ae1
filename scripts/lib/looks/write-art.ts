import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';

import { findOnPath } from '../programs/find-on-path.ts';
import { type Cloth, drawCloth } from './draw-cloth.ts';

/** By width of viewport. Pictures for narrow viewports are upright. */
const sizes: Record<string, [width: number, height: number]> = {
  wide: [1920, 1200],
  '1299': [1300, 975],
  '915': [916, 1145],
  '627': [628, 1100],
};

/**
 * Film grain that browsers add to the decoded picture: three quarters of a tone in brightness, half a tone in colour.
 * It hides the steps between tones of eight bits, and costs ten bytes. This is a grain table of libaom.
 */
const GRAIN = `filmgrn1
E 0 ${2n ** 63n - 1n} 1 7391 1
\tp 0 6 0 11 0 0 128 192 256 128 192 256
\tsY 2  0 48 255 48
\tsCb 2  0 32 255 32
\tsCr 2  0 32 255 32
\tcY
\tcCb 0
\tcCr 0
`;

/**
 * Writes the background art of a look, the same bytes at every run.
 * @param folder of the look
 * @returns whether the art has film grain, which takes `avifenc` of libavif
 */
export async function writeArt(folder: string, cloth: Cloth): Promise<boolean> {
  const avifenc = findOnPath('avifenc');
  const temporary = mkdtempSync(join(tmpdir(), 'art-'));
  const [drawn, grain] = [join(temporary, 'drawn.png'), join(temporary, 'grain')];
  writeFileSync(grain, GRAIN);
  for (const [name, [width, height]] of Object.entries(sizes)) {
    const picture = sharp(drawCloth(cloth, width, height), { raw: { width, height, channels: 3 } });
    const file = join(folder, `art-${name}`);
    if (avifenc) {
      await picture.clone().toColourspace('rgb16').png({ compressionLevel: 1 }).toFile(drawn);
      // Ten bits a channel: eight show bands in the dark, and blocks once the light theme inverts them.
      const coding = '--depth 10 --yuv 420 --speed 0 --jobs 1 --min 0 --max 63 -a end-usage=q -a cq-level=8'.split(' ');
      execFileSync(avifenc, [...coding, '-a', `film-grain-table=${grain}`, drawn, `${file}.avif`], { stdio: 'ignore' });
    } else await picture.clone().avif({ quality: 70 }).toFile(`${file}.avif`);
    await picture.clone().jpeg({ quality: 60, mozjpeg: true }).toFile(`${file}.jpg`);
  }
  rmSync(temporary, { recursive: true });
  return avifenc !== undefined;
}
