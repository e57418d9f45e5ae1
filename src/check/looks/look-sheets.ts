import { type Color, parse } from 'culori';

import { readIfPresent } from '../../shared/files/read-if-present.ts';

/** Tokens of a look that are colours. */
export const COLOURS = ['ground', 'raised', 'line', 'ink', 'quiet', 'accent', 'accent-ink'] as const;

export type Colour = (typeof COLOURS)[number];

/** @see https://www.w3.org/TR/WCAG22/#contrast-minimum */
export const MIN_CONTRAST = 4.5;

/** A stylesheet of a look. */
export interface Sheet {
  file: string;
  text: string;
  /** Values of tokens with their lines, by name without the hyphens before it. */
  tokens: Map<string, { value: string; line: number }>;
}

/** Reads a stylesheet; undefined where it is missing. */
export function readSheet(file: string): Sheet | undefined {
  const text = readIfPresent(file)?.toString();
  if (text === undefined) return undefined;
  const shown = text.replaceAll(/\/\*.*?\*\//gs, blank);
  // Rules for paper or other screens are not examined.
  const always = shown.replaceAll(STRING, blank).replaceAll(/@[\w-]+[^;{}]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, blank);
  const tokens = [...always.matchAll(/--([\w-]+)\s*:\s*([^;}]*)/g)].map(
    ({ 1: name = '', 2: value = '', index }) =>
      [name, { value: value.replace(/!\s*important/i, '').trim(), line: lineAt(shown, index) }] as const,
  );
  return { file, text: shown, tokens: new Map(tokens) };
}

export const STRING = /"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'/g;

export const blank = (part: string): string => part.replaceAll(/[^\n]/g, ' ');

export const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;

/** Culori reads hexadecimal digits without the number sign, too, which no browser does. */
export const BARE_DIGITS = /^[\da-f]{3,8}$/i;

/** The value of a token; undefined where culori cannot read it. */
export function colourOf({ tokens }: Sheet, name: Colour): Color | undefined {
  const value = tokens.get(name)?.value ?? '';
  return BARE_DIGITS.test(value) ? undefined : parse(value);
}

/**
 * The colour of a token in a theme; undefined where culori cannot read it.
 * @param base the theme whose tokens this theme changes
 */
export const colourIn = (sheet: Sheet, base: Sheet, name: Colour): Color | undefined =>
  colourOf(sheet.tokens.has(name) ? sheet : base, name);
