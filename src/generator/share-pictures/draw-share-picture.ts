import sharp from 'sharp';

import { UserError } from '../../shared/user-error.ts';
import { type SharePicture, sharePictureSize } from '../../site/looks/share-picture.ts';
import { MARK, markLayer, WIDTH } from './share-picture-text.ts';

// Every picture is read once.
sharp.cache(false);
sharp.concurrency(1);

const { width, height } = sharePictureSize;

const LEFT = (width - WIDTH) / 2;
const TOP = (height - MARK) / 2;

const CHANNELS = 3;

/**
 * Draws a picture: the brand's name on the look's art. The same input gives the same bytes.
 * @param grounds those of the pictures before, by their art
 */
export async function drawSharePicture(
  { art, colour, wordmark, name }: SharePicture,
  grounds = new Map<string, Promise<Buffer>>(),
): Promise<Buffer> {
  const drawing = grounds.get(art) ?? groundOf(art);
  grounds.set(art, drawing);
  const [ground, mark] = await Promise.all([drawing, rasterize(markLayer(wordmark, name, colour))]);
  const pixels = Buffer.from(ground);
  blend(pixels, mark);
  return sharp(pixels, { raw: { width, height, channels: CHANNELS } })
    .jpeg({ quality: 80 })
    .toBuffer();
}

/** The right upper part of the art, where it is lightest, without scaling. */
async function groundOf(file: string): Promise<Buffer> {
  const whole = await sharp(file).metadata();
  if (whole.width < width || whole.height < height)
    throw new UserError(
      `${file} is smaller than ${width} × ${height} pixels. Draw it at least that large, or a look of its own: npm run new-look`,
    );
  return sharp(file)
    .extract({ left: whole.width - width, top: 0, width, height })
    .removeAlpha()
    .raw()
    .toBuffer();
}

const rasterize = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();

/** Several times as fast as `composite()`, which converts the whole picture. */
function blend(pixels: Buffer, layer: Buffer): void {
  for (let from = 0, pixel = 0; from < layer.length; from += 4, pixel++) {
    const alpha = layer[from + 3]!;
    if (!alpha) continue;
    const column = pixel % WIDTH;
    const to = ((TOP + (pixel - column) / WIDTH) * width + LEFT + column) * CHANNELS;
    for (let channel = 0; channel < CHANNELS; channel++) {
      const under = pixels[to + channel]!;
      pixels[to + channel] = under + Math.round(((layer[from + channel]! - under) * alpha) / 255);
    }
  }
}
