import { z } from 'zod';

const channel = z.number().min(0).max(255);

const colourSchema = z.tuple([channel, channel, channel]);

/** Red, green and blue from 0 to 255. */
export type Colour = z.output<typeof colourSchema>;

/** A picture of folded cloth, in `art.json` of a look. */
export const clothSchema = z.strictObject({
  /** In the shade, in the light, and where the light is thrown back. */
  shade: colourSchema,
  lit: colourSchema,
  glint: colourSchema,
  /** Direction the folds run across, in radians. */
  angle: z.number(),
  /** How many folds there are on a width. */
  folds: z.number().positive(),
  /** The higher, the narrower the glints: dull cloth has wide ones. */
  shine: z.number().positive(),
  gleam: z.number().min(0).max(1),
  /** Moves the folds. */
  seed: z.number(),
});
export type Cloth = z.output<typeof clothSchema>;

/** Where the light falls, in parts of the picture. */
const LIGHT_AT = [0.86, 0.13] as const;
/** Where it comes from: right, above, in front. */
const LIGHT: Colour = [0.5, -0.52, 0.69];
/** How deep the folds are. */
const DEPTH = 0.085;
/** Red, green and blue. */
const CHANNELS = [0, 1, 2] as const;

/** Light on folded cloth, sixteen bits a channel: the slope of a height field decides how much a point throws back. */
export function drawCloth(cloth: Cloth, width: number, height: number): Uint16Array {
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
      for (const part of CHANNELS) {
        const base = cloth.shade[part] + (cloth.lit[part] - cloth.shade[part]) * body;
        pixels[(row * width + column) * 3 + part] = 257 * (base + (cloth.glint[part] - base) * glint);
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
