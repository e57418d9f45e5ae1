/** `npm run art`: draws the background art of every look into src/themes/looks/<look>/, the same bytes at every run. */
import './lib/terminal/report-user-errors.ts';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';

import { UserError } from '../src/shared/user-error.ts';
import { findOnPath } from './lib/programs/find-on-path.ts';

type Colour = [red: number, green: number, blue: number];

interface Cloth {
  /** In the shade, in the light, and where the light is thrown back. */
  shade: Colour;
  lit: Colour;
  glint: Colour;
  /** Direction the folds run across, in radians. */
  angle: number;
  /** How many folds there are on a width. */
  folds: number;
  /** The higher, the narrower the glints: velvet is dull, satin shines. */
  shine: number;
  gleam: number;
  /** Moves the folds. */
  seed: number;
}

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

/** By width of viewport. Pictures for narrow viewports are upright. */
const sizes: Record<string, [width: number, height: number]> = {
  wide: [1920, 1200],
  '1299': [1300, 975],
  '915': [916, 1145],
  '627': [628, 1100],
};

/** Where the light falls, in parts of the picture. */
const LIGHT_AT = [0.86, 0.13] as const;
/** Where it comes from: right, above, in front. */
const LIGHT: Colour = [0.5, -0.52, 0.69];
/** How deep the folds are. */
const DEPTH = 0.085;
/** Red, green and blue. */
const CHANNELS = [0, 1, 2] as const;

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

const avifenc = findOnPath('avifenc');
if (!avifenc) throw new UserError('avifenc is missing. Install it with: apt-get install libavif-bin');
const folder = mkdtempSync(join(tmpdir(), 'art-'));
const [drawn, grain] = [join(folder, 'drawn.png'), join(folder, 'grain')];
writeFileSync(grain, GRAIN);

for (const [look, cloth] of Object.entries(looks)) {
  for (const [name, size] of Object.entries(sizes)) {
    const picture = sharp(draw(cloth, ...size), { raw: { width: size[0], height: size[1], channels: 3 } });
    await picture.clone().toColourspace('rgb16').png({ compressionLevel: 1 }).toFile(drawn);
    const file = `src/themes/looks/${look}/art-${name}`;
    // Ten bits a channel: eight show bands in the dark, and blocks once the light theme inverts them.
    const coding = '--depth 10 --yuv 420 --speed 0 --jobs 1 --min 0 --max 63 -a end-usage=q -a cq-level=8'.split(' ');
    execFileSync(avifenc, [...coding, '-a', `film-grain-table=${grain}`, drawn, `${file}.avif`], { stdio: 'ignore' });
    await picture.clone().jpeg({ quality: 60, mozjpeg: true }).toFile(`${file}.jpg`);
    console.log(`${file}.{avif,jpg}`);
  }
}
rmSync(folder, { recursive: true });

/** Light on folded cloth, sixteen bits a channel: the slope of a height field decides how much a point throws back. */
function draw(cloth: Cloth, width: number, height: number): Uint16Array {
  const pixels = new Uint16Array(width * height * 3);
  const unit = Math.max(width, height) * 0.72;
  const step = 0.0015;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const x = (column - width * LIGHT_AT[0]) / unit;
      const y = (row - height * LIGHT_AT[1]) / unit;
      const slopeX = ((foldHeight(cloth, x + step, y) - foldHeight(cloth, x - step, y)) / (2 * step)) * DEPTH;
      const slopeY = ((foldHeight(cloth, x, y + step) - foldHeight(cloth, x, y - step)) / (2 * step)) * DEPTH;
      const toLight = (LIGHT[2] - slopeX * LIGHT[0] - slopeY * LIGHT[1]) / Math.hypot(slopeX, slopeY, 1);
      const facing = Math.max(0, toLight);
      const near = Math.exp(-(x * x * 1.5 + y * y * 2.1));
      const around = Math.exp(-(x * x + y * y) * 0.55);
      const body = facing ** 1.6 * (0.12 + 0.5 * around + 0.55 * near);
      const glint = facing ** cloth.shine * near * cloth.gleam;
      for (const channel of CHANNELS) {
        const base = cloth.shade[channel] + (cloth.lit[channel] - cloth.shade[channel]) * body;
        pixels[(row * width + column) * 3 + channel] = 257 * (base + (cloth.glint[channel] - base) * glint);
      }
    }
  }
  return pixels;
}

/** Bent waves with a second, finer fold between them. */
function foldHeight({ angle, folds, seed }: Cloth, x: number, y: number): number {
  const across = x * Math.cos(angle) + y * Math.sin(angle);
  const along = y * Math.cos(angle) - x * Math.sin(angle);
  const bend =
    0.16 * Math.sin(2.3 * along + seed) +
    0.07 * Math.sin(4.9 * along - 2 * across + 2 * seed) +
    0.025 * Math.sin(9 * along + 5 * across);
  const phase = (across + bend) * folds * (1 + 0.12 * Math.sin(1.7 * along + seed));
  const main = Math.sin(phase);
  const fine = Math.sin(1.73 * phase + 2.1 + 0.9 * Math.sin(1.6 * along + seed));
  return 0.62 * main + 0.2 * main * main + 0.34 * fine * (0.6 + 0.4 * Math.sin(2.2 * along));
}
