import { join } from 'node:path';

import {
  type Color,
  converter,
  filterBrightness,
  filterContrast,
  filterGrayscale,
  filterHueRotate,
  filterInvert,
  filterSaturate,
  filterSepia,
  type Rgb,
  wcagLuminance,
} from 'culori';
import sharp from 'sharp';

import { readIfPresent } from '../../shared/files/read-if-present.ts';
import type { Diagnostic } from '../../shared/user-error.ts';
import { lookFolder } from '../../site/looks/look.ts';
import type { SiteFolder } from '../../site/site-folder.ts';
import { colourIn, MIN_CONTRAST, readSheet, type Sheet } from './look-sheets.ts';
import { pictureMistake } from './pictures.ts';

// Every picture is read once.
sharp.cache(false);
sharp.concurrency(1);

/** Longer side of the sample whose tones are compared, in pixels. */
const SAMPLE = 120;

/** Compression moves tones a little. */
const TOLERANCE = 0.2;

/** Texts that stand on the art. */
const TEXTS = ['ink', 'quiet', 'accent'] as const;

/** Filters of CSS by name. @see https://www.w3.org/TR/filter-effects-1/ */
const FILTERS: Record<string, (amount: number) => (colour: Color) => Color> = {
  brightness: filterBrightness,
  contrast: filterContrast,
  grayscale: filterGrayscale,
  'hue-rotate': filterHueRotate,
  invert: filterInvert,
  saturate: filterSaturate,
  sepia: filterSepia,
};

/** Reports texts of a look that do not stand out from its art, in both themes. */
export async function checkArt(site: SiteFolder, look: string): Promise<Diagnostic[]> {
  const folder = lookFolder(site, look);
  const file = join(folder, ART);
  const [dark, light] = ['look.css', 'light.css'].map((name) => readSheet(join(folder, name)));
  const content = readIfPresent(file);
  // Other checks report what is missing or broken.
  if (!dark || !light || !content || pictureMistake(file, content)) return [];
  const tones = await tonesOf(file);
  return [dark, light].flatMap((sheet) => {
    const filter = filterOf((sheet.tokens.get('art-filter') ?? dark.tokens.get('art-filter'))?.value ?? '');
    // A theme may show another picture, or none.
    const shown = pictureOf(sheet) ?? pictureOf(dark);
    return filter && shown?.includes(ART) ? compare(sheet, dark, file, tones.map(filter)) : [];
  });
}

const ART = 'art-wide.jpg';

/** The value of the token that names the picture. Values of tokens lack their strings. */
const pictureOf = ({ text }: Sheet): string | undefined => /--art-wide\s*:([^;}]*)/.exec(text)?.[1];

/** The colours of a picture, of which each is that of some pixels. */
async function tonesOf(file: string): Promise<Rgb[]> {
  const picture = sharp(file).resize(SAMPLE, SAMPLE, { fit: 'inside' }).removeAlpha().toColourspace('srgb');
  const pixels = await picture.raw().toBuffer();
  const tones = new Map<number, Rgb>();
  for (let place = 0; place < pixels.length; place += 3) {
    const [r = 0, g = 0, b = 0] = pixels.subarray(place, place + 3);
    tones.set((r << 16) | (g << 8) | b, { mode: 'rgb', r: r / 255, g: g / 255, b: b / 255 });
  }
  return [...tones.values()];
}

/** Applies the functions of a value of `filter` as browsers do; undefined where one of them is not known. */
function filterOf(value: string): ((colour: Rgb) => Rgb) | undefined {
  if (value === '' || value === 'none') return (colour) => colour;
  const steps = [...value.matchAll(/([\w-]+)\(\s*([\d.]+)(%|deg)?\s*\)/g)].map(([, name = '', amount, unit]) =>
    FILTERS[name]?.(Number(amount) / (unit === '%' ? 100 : 1)),
  );
  const isKnown = !value.replaceAll(/[\w-]+\(\s*[\d.]+(?:%|deg)?\s*\)/g, '').trim() && steps.every(Boolean);
  return isKnown ? (colour) => steps.reduce((changed, step) => clamped(step?.(changed) ?? changed), colour) : undefined;
}

const toRgb = converter('rgb');

/** A channel ends at the edge of what screens show. */
function clamped(colour: Color): Rgb {
  const { r, g, b } = toRgb(colour);
  const [red, green, blue] = [r, g, b].map((channel) => Math.min(1, Math.max(0, channel)));
  return { mode: 'rgb', r: red ?? 0, g: green ?? 0, b: blue ?? 0 };
}

/** @param base the theme whose tokens this theme changes */
function compare(sheet: Sheet, base: Sheet, file: string, tones: Rgb[]): Diagnostic[] {
  const luminances = tones.map((tone) => [tone, wcagLuminance(tone)] as const);
  return TEXTS.flatMap((text) => {
    const colour = colourIn(sheet, base, text);
    if (!colour) return [];
    const own = toRgb(colour);
    const { alpha = 1 } = own;
    const opaque = alpha < 1 ? undefined : wcagLuminance(own);
    let contrast = Infinity;
    for (const [tone, ground] of luminances) {
      const shown = opaque ?? wcagLuminance(mixed(own, tone, alpha));
      contrast = Math.min(contrast, (Math.max(shown, ground) + 0.05) / (Math.min(shown, ground) + 0.05));
    }
    if (contrast >= MIN_CONTRAST - TOLERANCE) return [];
    const message = `--${text} has a contrast of ${contrast.toFixed(1)} on parts of ${file}`;
    const hint = `Choose a colour with at least ${MIN_CONTRAST}, or draw the art in quieter colours`;
    return [{ file: sheet.file, line: sheet.tokens.get(text)?.line ?? 1, message, hint }];
  });
}

/** A colour that lets its ground through. */
const mixed = (above: Rgb, below: Rgb, alpha: number): Rgb => ({
  mode: 'rgb',
  r: below.r + (above.r - below.r) * alpha,
  g: below.g + (above.g - below.g) * alpha,
  b: below.b + (above.b - below.b) * alpha,
});
