import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { canOutline, outline } from '../../../src/generator/share-pictures/outline-text.ts';
import { required } from '../../../src/shared/required.ts';
import { artTonesOf } from './art-tones.ts';
import type { Cloth } from './draw-cloth.ts';
import {
  channelsOf,
  darkTokens,
  lightTokens,
  type LookColours,
  luminanceOf,
  mix,
  ratio,
  tokensCss,
} from './look-tokens.ts';
import { writeArt } from './write-art.ts';
import { writeIcons } from './write-icons.ts';

/**
 * Writes the files of a look: colours of both themes, art and icons.
 * @param folder of the look
 * @param name that the icons show the first letter of
 */
export async function writeLook(folder: string, name: string, colours: LookColours): Promise<void> {
  const cloth = clothOf(colours);
  const tones = artTonesOf(cloth);
  const write = (file: string, text: string): void => writeFileSync(join(folder, file), text);
  mkdirSync(folder, { recursive: true });
  write('look.css', tokensCss(':root', darkTokens(colours, tones.dark)));
  write('light.css', tokensCss('html:root', lightTokens(colours, tones)));
  write('mail.json', `${JSON.stringify({ accent: mix(colours.accent, '#ffffff', 0.3) })}\n`);
  write('art.json', `${JSON.stringify(cloth, null, 2)}\n`);
  write('favicon.svg', favicon(name, colours));
  await writeIcons(folder);
  await writeArt(folder, cloth);
}

/** Parts of the accent in the light on the cloth, the strongest first. */
const SHARES = [0.27, 0.23, 0.19, 0.15, 0.11, 0.07];

/** Cloth in the colours of a look. The accent is readable on it where that is possible. Other colours fold it in another way. */
export function clothOf(colours: LookColours): Cloth {
  const cloths = SHARES.map((share) => clothWith(colours, share));
  const accent = luminanceOf(channelsOf(colours.accent));
  return (
    cloths.find((cloth) => artTonesOf(cloth).dark.every((tone) => ratio(tone, accent) >= 4.5)) ??
    required(cloths.at(-1), 'cloth')
  );
}

function clothWith({ dark, accent }: LookColours, share: number): Cloth {
  const [turn = 0, width = 0, place = 0] = hash('sha256', dark + accent, 'buffer');
  return {
    shade: channelsOf(mix(dark, '#000000', 0.1)),
    lit: channelsOf(mix(dark, accent, share)),
    glint: channelsOf(mix(accent, '#ffffff', 0.25)),
    angle: (turn % 2 ? 1 : -1) * (0.45 + turn / 1200),
    folds: 8 + width / 90,
    shine: 9,
    gleam: 0.15,
    seed: place / 40,
  };
}

/** The first letter of a name, or a disc where the font lacks it. */
function favicon(name: string, { dark, accent }: LookColours): string {
  const letter = [...name][0]?.toUpperCase() ?? '';
  const SIZE = 22;
  const mark = canOutline(letter)
    ? `<path transform="translate(${(16 - outline(letter, SIZE).width / 2).toFixed(1)} 23)" fill="${accent}" d="${outline(letter, SIZE).path}"/>`
    : `<circle cx="16" cy="16" r="8" fill="${accent}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${mix(dark, accent, 0.12)}"/>${mark}</svg>\n`;
}
