import { UserError } from '../../../src/shared/user-error.ts';
import type { Colour } from './draw-cloth.ts';

/** The colours that a look is made of, as `#rrggbb`. */
export interface LookColours {
  /** Ground of the dark theme. */
  dark: string;
  /** Links and buttons. */
  accent: string;
  /** Ground of the light theme. */
  light: string;
}

type Tokens = Record<string, string>;

/** Smallest contrasts of texts, of texts that say less, and of grounds (WCAG 2.2, success criteria 1.4.3 and 1.4.6). */
const CONTRAST = { ink: 7, quiet: 4.5, accent: 4.5 };

/**
 * Parses `--colours`.
 * @example parseColours('#1b1207,#e8a33d,#f7e9d0')
 * @throws UserError where a part is no colour, or the grounds are not dark and light
 */
export function parseColours(list: string): LookColours {
  const [dark = '', accent = '', light = '', ...more] = list.split(',').map((colour) => colour.trim().toLowerCase());
  const mistakes = [dark, accent, light].filter((colour) => !/^#[\da-f]{6}$/.test(colour));
  if (mistakes.length || more.length)
    throw new UserError(
      `--colours is "${list}". Write the dark ground, the accent and the light ground: #1b1207,#e8a33d,#f7e9d0`,
    );
  if (contrast(dark, WHITE) < 14)
    throw new UserError(`${dark} is too light for the dark theme. Write it first, and darker.`);
  if (contrast(light, BLACK) < 16)
    throw new UserError(`${light} is too dark for the light theme. Write it last, and lighter.`);
  return { dark, accent, light };
}

const WHITE = '#ffffff';
const BLACK = '#000000';

/** Design tokens of the dark theme. @param tones luminances of the art behind texts */
export function darkTokens({ dark, accent }: LookColours, tones: number[]): Tokens {
  const grounds = [luminanceOf(channelsOf(dark)), ...tones];
  const shown = towards(WHITE, accent, grounds, CONTRAST.accent);
  const art = (width: string): string =>
    `image-set(url('./art-${width}.avif') type('image/avif'), url('./art-${width}.jpg') type('image/jpeg'))`;
  return {
    '--ground': dark,
    '--raised': mix(dark, WHITE, 0.08),
    '--line': mix(dark, WHITE, 0.32),
    '--ink': towards(WHITE, mix(dark, WHITE, 0.93), grounds, CONTRAST.ink),
    '--quiet': towards(WHITE, mix(dark, WHITE, 0.76), grounds, CONTRAST.quiet),
    '--accent': shown,
    '--accent-ink': inkOn(shown, mix(dark, BLACK, 0.2)),
    '--art-none': `linear-gradient(155deg, ${mix(dark, accent, 0.18)}, ${dark} 70%)`,
    ...Object.fromEntries(['627', '915', '1299', 'wide'].map((width) => [`--art-${width}`, art(width)])),
  };
}

/** Design tokens that differ in the light theme. @param art luminances of the art behind texts, and its filter */
export function lightTokens({ dark, accent, light }: LookColours, art: { light: number[]; filter: string }): Tokens {
  const grounds = [luminanceOf(channelsOf(light)), ...art.light];
  const shown = towards(dark, accent, grounds, CONTRAST.accent);
  return {
    '--ground': light,
    '--raised': mix(light, WHITE, 0.6),
    '--line': mix(light, dark, 0.22),
    '--ink': towards(BLACK, dark, grounds, CONTRAST.ink),
    '--quiet': towards(BLACK, mix(dark, light, 0.28), grounds, CONTRAST.quiet),
    '--accent': shown,
    '--accent-ink': inkOn(shown, WHITE),
    '--art-filter': art.filter,
  };
}

/** A stylesheet of tokens. */
export const tokensCss = (selector: string, tokens: Tokens): string =>
  [`${selector} {`, ...Object.entries(tokens).map(([name, value]) => `  ${name}: ${value};`), '}', ''].join('\n');

/** The second colour goes towards the first until it stands out from grounds of some luminances. */
function towards(end: string, colour: string, grounds: number[], least: number): string {
  const steps = Array.from({ length: 21 }, (_, step) => mix(colour, end, step / 20));
  return (
    steps.find((mixed) => grounds.every((ground) => ratio(luminanceOf(channelsOf(mixed)), ground) >= least)) ?? end
  );
}

const inkOn = (ground: string, wanted: string): string =>
  [wanted, BLACK, WHITE].find((ink) => contrast(ink, ground) >= CONTRAST.accent) ?? wanted;

/** Red, green and blue from 0 to 255. */
export const channelsOf = (colour: string): Colour =>
  [1, 3, 5].map((place) => Number.parseInt(colour.slice(place, place + 2), 16)) as Colour;

/** @param part of the second colour, from 0 to 1 */
export function mix(one: string, other: string, part: number): string {
  const [a, b] = [channelsOf(one), channelsOf(other)];
  const mixed = a.map((channel, index) => Math.round(channel + ((b[index] ?? 0) - channel) * part));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** @see https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export const contrast = (one: string, other: string): number =>
  ratio(luminanceOf(channelsOf(one)), luminanceOf(channelsOf(other)));

/** Contrast of two luminances. */
export const ratio = (one: number, other: number): number =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** Relative luminance from 0 to 1. */
export function luminanceOf(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
