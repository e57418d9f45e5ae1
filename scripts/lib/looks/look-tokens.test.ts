import { expect, test } from 'vitest';

import { artTonesOf } from './art-tones.ts';
import { channelsOf, contrast, darkTokens, lightTokens, luminanceOf, parseColours, ratio } from './look-tokens.ts';
import { clothOf } from './write-look.ts';

test.each(['#1b1207,#e8a33d,#f7e9d0', '#000000,#000000,#ffffff', '#0a2018,#ffffff,#eefaf4', '#2b0b3f,#7a1fa2,#fbeefc'])(
  'every text of the look of %s stands out from ground and art in both themes',
  (list) => {
    const colours = parseColours(list);
    const tones = artTonesOf(clothOf(colours));
    const themes = [
      [darkTokens(colours, tones.dark), tones.dark],
      [lightTokens(colours, tones), tones.light],
    ] as const;
    for (const [tokens, art] of themes)
      for (const name of ['--ink', '--quiet', '--accent'])
        for (const ground of [luminanceOf(channelsOf(tokens['--ground']!)), ...art])
          expect(ratio(luminanceOf(channelsOf(tokens[name]!)), ground), name).toBeGreaterThanOrEqual(4.5);
    for (const [{ '--accent': ground, '--accent-ink': ink }] of themes)
      expect(contrast(ink!, ground!)).toBeGreaterThanOrEqual(4.5);
  },
);

test.each([
  ['#1b1207,#e8a33d', '--colours is'],
  ['#1b1207,orange,#f7e9d0', '--colours is'],
  ['#f7e9d0,#e8a33d,#f7e9d0', 'is too light for the dark theme'],
  ['#1b1207,#e8a33d,#1b1207', 'is too dark for the light theme'],
])('%s is refused', (list, message) => {
  expect(() => parseColours(list)).toThrow(message);
});
