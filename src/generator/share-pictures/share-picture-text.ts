import { canOutline, outline } from './outline-text.ts';

export const WIDTH = 1008;

/** Height of the name in pixels. */
export const MARK = 180;

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

/** Writes a name in letters that fit. */
function writeName(name: string, colour: string): string {
  const size = Math.min(MARK, (MARK * WIDTH) / outline(name, MARK).width);
  return `<path transform="translate(0 ${MARK * 0.8})" fill="${colour}" d="${outline(name, size).path}"/>`;
}
