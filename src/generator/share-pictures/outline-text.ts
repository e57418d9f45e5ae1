import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import opentype, { type Font, type Glyph, type PathCommand } from 'opentype.js';

import { memoize } from '../../shared/memoize.ts';
import { required } from '../../shared/required.ts';

/** Text as the path of an SVG. Fonts of the machine would give other pictures elsewhere. */
export interface Outline {
  /** Its first line's baseline is at 0,0. */
  path: string;
  width: number;
}

const FOLDER = dirname(createRequire(import.meta.url).resolve('@fontsource/lora/package.json'));

/** The font's files by script. */
const SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'vietnamese'];

const fontOf = memoize((subset: string): Font => {
  const { buffer, byteOffset, length } = readFileSync(join(FOLDER, `files/lora-${subset}-400-normal.woff`));
  return opentype.parse(buffer.slice(byteOffset, byteOffset + length));
});

/** The first file with a character; undefined where the font lacks it. */
const subsetOf = (character: string): string | undefined =>
  SUBSETS.find((subset) => fontOf(subset).charToGlyphIndex(character) > 0);

/** Whether the font has all characters of a text. It has neither Arabic nor Chinese ones. */
export const canOutline = (text: string): boolean => [...text].every(subsetOf);

/** Draws a line of text, glyph by glyph: the library does not know all features of the font. */
export function outline(text: string, size: number): Outline {
  let path = '';
  let width = 0;
  let last: { font: Font; glyph: Glyph } | undefined;
  for (const character of text) {
    const font = fontOf(required(subsetOf(character), `"${character}" in the font`));
    const glyph = font.charToGlyph(character);
    const scale = size / font.unitsPerEm;
    if (last?.font === font) width += font.getKerningValue(last.glyph, glyph) * scale;
    path += glyph.getPath(width, 0, size).commands.map(writeCommand).join('');
    width += required(glyph.advanceWidth, 'width of a letter') * scale;
    last = { font, glyph };
  }
  return { path, width };
}

/** `toPathData()` of the library writes NaN for some numbers. */
function writeCommand({ type, ...numbers }: PathCommand): string {
  const values: number[] = Object.values(numbers);
  return type + values.map((value) => value.toFixed(1)).join(' ');
}
