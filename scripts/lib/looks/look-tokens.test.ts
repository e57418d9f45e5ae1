import { expect, test } from 'vitest';

import { contrast, darkTokens, lightTokens, parseColours } from './look-tokens.ts';

test.each(['#1b1207,#e8a33d,#f7e9d0', '#000000,#000000,#ffffff', '#0a2018,#ffffff,#eefaf4', '#2b0b3f,#7a1fa2,#fbeefc'])(
  'every text of the look of %s stands out in both themes',
  (list) => {
    const colours = parseColours(list);
    for (const tokens of [darkTokens(colours), lightTokens(colours)])
      for (const [name, least] of [
        ['--ink', 7],
        ['--quiet', 4.5],
        ['--accent', 4.5],
      ] as const)
        expect(contrast(tokens[name]!, tokens['--ground']!), name).toBeGreaterThanOrEqual(least);
    const { '--accent': ground, '--accent-ink': ink } = darkTokens(colours);
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
