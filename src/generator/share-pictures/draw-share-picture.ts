import sharp from 'sharp';

import { UserError } from '../../shared/user-error.ts';
import { type SharePicture, sharePictureSize } from '../../site/looks/share-picture.ts';
import { canOutline, outline } from './outline-text.ts';

// Every picture is read once.
sharp.cache(false);
sharp.concurrency(1);

const { width, height } = sharePictureSize;

const WIDTH = 1008;

/** Height of the name in pixels. */
const MARK = 180;

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

/** SVG of a brand's drawn name, or of its name in letters. Empty where the font lacks one of them. */
export const markLayer = (wordmark: string | undefined, name: string, colour: string): string => {
  const content = wordmark ? placeWordmark(wordmark, colour) : canOutline(name) ? writeName(name, colour) : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${MARK}">${content}</svg>`;
};

/** Puts the drawing of a name at the left. */
function placeWordmark(wordmark: string, colour: string): string {
  const drawing = wordmark.slice(wordmark.indexOf('<svg'));
  const place = `width="${WIDTH}" height="${MARK}" preserveAspectRatio="xMinYMid" color="${colour}"`;
  return drawing.replace(/^<svg\b([^>]*)>/, (_, attributes: string) => {
    const others = attributes.replaceAll(/\s(xmlns|x|y|width|height|preserveAspectRatio|color)="[^"]*"/g, '');
    return `<svg ${place}${others}>`;
  });
}

/** Parts of the height: of a letter at most, with room for marks above it, and of the line it stands on, with room for what hangs below. */
const LETTER = 0.8;
const BASELINE = 0.76;

/** Writes a name in letters that fit. */
function writeName(name: string, colour: string): string {
  const size = Math.min(MARK * LETTER, (MARK * WIDTH) / outline(name, MARK).width);
  return `<path transform="translate(0 ${MARK * BASELINE})" fill="${colour}" d="${outline(name, size).path}"/>`;
}
