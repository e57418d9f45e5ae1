import sharp from 'sharp';

import { memoize } from '../../shared/memoize.ts';
import { UserError } from '../../shared/user-error.ts';
import { type SharePicture, sharePictureSize } from '../../site/head/share-picture.ts';
import { type Layer, MARK, markLayer, titleLayer, WIDTH } from './share-picture-text.ts';

const { width, height } = sharePictureSize;

const MARGIN = (width - WIDTH) / 2;

/** Pixels between name and title. */
const GAP = 64;

const CHANNELS = 3;

/** Draws a picture: the brand's name and the title of the site on the look's art. The same input gives the same bytes. */
export type Draw = (picture: SharePicture) => Promise<Buffer>;

/** @returns a function that draws pictures fastest in the order of {@link byTitle}: art with a title, and names, are drawn once each. */
export function createDrawing(): Draw {
  const markOf = memoize(rasterize);
  let last: { key: string; pixels: Promise<Buffer> } | undefined;
  return async (picture) => {
    const { art, colours, wordmark, name, title } = picture;
    const layer = titleLayer(title, colours.ink);
    const top = Math.round((height - MARK - (layer.rows && GAP + layer.rows)) / 2);
    const key = byTitle(picture);
    if (last?.key !== key) last = { key, pixels: drawTitle(art, layer, top + MARK + GAP) };
    const pixels = Buffer.from(await last.pixels);
    blend(pixels, await markOf(markLayer(wordmark, name, colours.accent).svg), top);
    return sharp(pixels, { raw: { width, height, channels: CHANNELS } })
      .jpeg({ quality: 80 })
      .toBuffer();
  };
}

/** Pictures with the same key differ in the name only. */
export const byTitle = ({ art, colours, title }: SharePicture): string => JSON.stringify([art, colours.ink, title]);

async function drawTitle(art: string, title: Layer, top: number): Promise<Buffer> {
  const pixels = Buffer.from(await artOf(art));
  if (title.rows) blend(pixels, await rasterize(title.svg), top);
  return pixels;
}

/** The right upper part of the art, where it is lightest, without scaling. */
const artOf = memoize(async (file: string): Promise<Buffer> => {
  const whole = await sharp(file).metadata();
  if (whole.width < width || whole.height < height)
    throw new UserError(`${file} is smaller than ${width} × ${height} pixels. Draw it again: npm run art`);
  return sharp(file)
    .extract({ left: whole.width - width, top: 0, width, height })
    .removeAlpha()
    .raw()
    .toBuffer();
});

const rasterize = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();

/** Several times as fast as `composite()`, which converts the whole picture. */
function blend(pixels: Buffer, layer: Buffer, top: number): void {
  for (let from = 0, pixel = 0; from < layer.length; from += 4, pixel++) {
    const alpha = layer[from + 3]!;
    if (!alpha) continue;
    const column = pixel % WIDTH;
    const to = ((top + (pixel - column) / WIDTH) * width + MARGIN + column) * CHANNELS;
    for (let channel = 0; channel < CHANNELS; channel++) {
      const under = pixels[to + channel]!;
      pixels[to + channel] = under + Math.round(((layer[from + channel]! - under) * alpha) / 255);
    }
  }
}
