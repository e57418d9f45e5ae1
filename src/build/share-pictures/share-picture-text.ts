import { memoize } from '../../shared/memoize.ts';
import { canOutline, outline, wrap } from './outline-text.ts';

/** A part of a picture, {@link WIDTH} pixels wide. */
export interface Layer {
  svg: string;
  rows: number;
}

export const WIDTH = 1008;

/** Height of the name in pixels. */
export const MARK = 132;

const LINE = 72;
const LETTERS = 54;

/** A title in lines that fit. Empty where the font lacks letters of it. */
export const titleLayer = (title: string, colour: string): Layer => titleIn(colour)(title);

const titleIn = memoize((colour: string) =>
  memoize((title: string): Layer => {
    const lines = canOutline(title) ? wrap(title, LETTERS, WIDTH) : [];
    const paths = lines.map(
      (line, index) => `<path transform="translate(0 ${index * LINE + LETTERS})" d="${outline(line, LETTERS).path}"/>`,
    );
    return layerOf(lines.length * LINE, `<g fill="${colour}">${paths.join('')}</g>`);
  }),
);

/** A brand's drawn name, or its name in letters. Empty where the font lacks one of them. */
export const markLayer = (wordmark: string | undefined, name: string, colour: string): Layer =>
  layerOf(MARK, wordmark ? placeWordmark(wordmark, colour) : canOutline(name) ? writeName(name, colour) : '');

const layerOf = (rows: number, content: string): Layer => ({
  svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${rows}">${content}</svg>`,
  rows,
});

/** Puts the drawing of a name at the left. */
function placeWordmark(wordmark: string, colour: string): string {
  const drawing = wordmark.slice(wordmark.indexOf('<svg'));
  const place = `width="${WIDTH}" height="${MARK}" preserveAspectRatio="xMinYMid" color="${colour}"`;
  return drawing.replace(/^<svg\b([^>]*)>/, (_, attributes: string) => {
    const others = attributes.replaceAll(/\s(xmlns|x|y|width|height|preserveAspectRatio|color)="[^"]*"/g, '');
    return `<svg ${place}${others}>`;
  });
}

/** Writes a name in letters that fit. */
function writeName(name: string, colour: string): string {
  const size = Math.min(MARK, (MARK * WIDTH) / outline(name, MARK).width);
  return `<path transform="translate(0 ${MARK * 0.8})" fill="${colour}" d="${outline(name, size).path}"/>`;
}
