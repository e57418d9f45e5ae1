import { join } from 'node:path';

import {
  type Color,
  filterBrightness,
  filterContrast,
  filterGrayscale,
  filterHueRotate,
  filterInvert,
  filterSaturate,
  filterSepia,
  wcagLuminance,
} from 'culori';
import sharp from 'sharp';

import { readIfPresent } from '../../shared/files/read-if-present.ts';
import type { Diagnostic } from '../../shared/user-error.ts';
import { lookFolder } from '../../site/looks/look.ts';
import type { SiteFolder } from '../../site/site-folder.ts';
import { colourOf, MIN_CONTRAST, readSheet, type Sheet } from './look-sheets.ts';
import { pictureMistake } from './pictures.ts';

/** Width of the sample whose tones are compared, in pixels. */
const SAMPLE_WIDTH = 240;

/** Compression moves tones a little. */
const TOLERANCE = 0.2;

/** Texts that stand on the art. */
const TEXTS = ['ink', 'quiet', 'accent'] as const;

/** Filters of CSS by name, with the unit of their amount. @see https://www.w3.org/TR/filter-effects-1/ */
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
  const file = join(folder, 'art-wide.jpg');
  const [dark, light] = ['look.css', 'light.css'].map((name) => readSheet(join(folder, name)));
  const content = readIfPresent(file);
  // Other checks report what is missing or broken.
  if (!dark || !light || !content || pictureMistake(file, content)) return [];
  const tones = await tonesOf(file);
  const filter = filterOf(light.tokens.get('art-filter')?.value);
  return [...compare(dark, dark, file, tones), ...(filter ? compare(light, dark, file, tones.map(filter)) : [])];
}

/** The colours of a picture, of which each is that of some pixels. */
async function tonesOf(file: string): Promise<Color[]> {
  const pixels = await sharp(file).resize(SAMPLE_WIDTH).removeAlpha().toColourspace('srgb').raw().toBuffer();
  const tones = new Map<number, Color>();
  for (let place = 0; place < pixels.length; place += 3) {
    const [r = 0, g = 0, b = 0] = pixels.subarray(place, place + 3);
    tones.set((r << 16) | (g << 8) | b, { mode: 'rgb', r: r / 255, g: g / 255, b: b / 255 });
  }
  return [...tones.values()];
}

/** Applies the functions of a value of `filter`; undefined where one of them is not known. */
function filterOf(value = ''): ((colour: Color) => Color) | undefined {
  const steps = [...value.matchAll(/([\w-]+)\(\s*([\d.]+)(%|deg)?\s*\)/g)].map(([, name = '', amount, unit]) =>
    FILTERS[name]?.(Number(amount) / (unit === '%' ? 100 : 1)),
  );
  const isKnown = !value.replaceAll(/[\w-]+\(\s*[\d.]+(?:%|deg)?\s*\)/g, '').trim() && steps.every(Boolean);
  return isKnown ? (colour) => steps.reduce((changed, step) => step?.(changed) ?? changed, colour) : undefined;
}

/** @param base the theme whose tokens this theme changes */
function compare(sheet: Sheet, base: Sheet, file: string, tones: Color[]): Diagnostic[] {
  const luminances = tones.map(wcagLuminance);
  const span = [Math.min(...luminances), Math.max(...luminances)];
  return TEXTS.flatMap((text) => {
    const colour = colourOf(sheet, text) ?? colourOf(base, text);
    const token = sheet.tokens.get(text);
    if (!colour || !token) return [];
    const own = wcagLuminance(colour);
    const contrast = Math.min(...span.map((tone) => (Math.max(own, tone) + 0.05) / (Math.min(own, tone) + 0.05)));
    if (contrast >= MIN_CONTRAST - TOLERANCE) return [];
    const message = `--${text} has a contrast of ${contrast.toFixed(1)} on parts of ${file}`;
    const hint = `Choose a colour with at least ${MIN_CONTRAST}, or draw the art in quieter colours`;
    return [{ file: sheet.file, line: token.line, message, hint }];
  });
}
