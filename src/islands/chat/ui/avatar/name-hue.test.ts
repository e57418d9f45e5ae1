import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { hueOf } from './name-hue.ts';

test('the hue of a person is stable, and people with similar ids differ', () => {
  expect(hueOf('anna')).toBe(hueOf('anna'));
  const hues = Array.from({ length: 50 }, (_, number) => hueOf(`person-${number}`));
  expect(new Set(hues).size).toBeGreaterThan(35);
  expect(hues.every((hue) => hue >= 0 && hue <= 360)).toBe(true);
});

test.each(['velvet', 'satin'])('names of all hues are readable on both themes of %s', (look) => {
  for (const [theme, tokens] of [
    ['look', 'tokens'],
    ['light', 'light'],
  ]) {
    const lightness = Number(/--name-lightness: ([\d.]+)/.exec(readFileSync(`src/styles/${tokens}.css`, 'utf8'))![1]);
    expectReadable(lightness, readFileSync(`src/themes/looks/${look}/${theme}.css`, 'utf8'));
  }
});

function expectReadable(lightness: number, css: string): void {
  for (const name of ['ground', 'raised']) {
    const [, ...parts] = new RegExp(`--${name}: #(..)(..)(..)`).exec(css)!;
    const [red, green, blue] = parts.map((part) => linear(Number.parseInt(part, 16) / 255));
    const behind = luminance([red!, green!, blue!]);
    for (let hue = 0; hue < 360; hue += 5) {
      const [bright, dark] = [luminance(fromOklch(lightness, 0.11, hue)), behind].toSorted((one, other) => other - one);
      expect((bright! + 0.05) / (dark! + 0.05), `hue ${hue} on ${name}`).toBeGreaterThanOrEqual(4.5);
    }
  }
}

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);

/** Relative luminance of linear parts, WCAG 2.2. */
const luminance = ([red, green, blue]: number[]): number => 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;

/** Linear sRGB; see https://bottosson.github.io/posts/oklab/ */
function fromOklch(lightness: number, chroma: number, hue: number): number[] {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((part) => Math.min(1, Math.max(0, part)));
}
