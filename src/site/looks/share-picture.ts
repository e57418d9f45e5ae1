import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import packageManifest from '../../../package.json' with { type: 'json' };
import { cachedBy } from '../../shared/cached-by.ts';
import { readIfPresent } from '../../shared/files/read-if-present.ts';
import type { Brand, Edition } from '../editions/editions.ts';

/** The picture beside a shared link (`og:image`). The build draws it. */
export interface SharePicture {
  /** Below the root of an edition. The hash is that of everything the picture is drawn from. */
  file: string;
  /** Picture behind the text. */
  art: string;
  /** Colour of the name. */
  colour: string;
  /** SVG of the brand's drawn name; undefined for a name in letters. */
  wordmark: string | undefined;
  name: string;
}

/** Size in pixels that all large services show whole. */
export const sharePictureSize = { width: 1200, height: 630 };

/** Counts changes of the drawing. A test compares it with the drawing. */
const DESIGN = 3;

/** All editions of a brand share their picture: `og:title` has the words in the language of each. */
export const sharePictureOf = ({ brand }: Edition): SharePicture => pictureOf(brand);

const pictureOf = cachedBy((brand: Brand): SharePicture => {
  const folder = `src/themes/looks/${brand.look}`;
  const art = `${folder}/art-wide.jpg`;
  const picture = {
    art,
    colour: accentIn(readFileSync(`${folder}/look.css`, 'utf8')),
    wordmark: readIfPresent(`src/themes/wordmarks/${brand.id}.svg`)?.toString(),
    name: brand.name,
  };
  const inputs = JSON.stringify([DESIGN, packages, picture, hash('sha256', readFileSync(art))]);
  return { ...picture, file: `_astro/og.${hash('sha256', inputs).slice(0, 8)}.jpg` };
});

const { '@fontsource/lora': font, 'opentype.js': outlines, sharp } = packageManifest.dependencies;
const packages = [font, outlines, sharp];

const accentIn = (tokens: string): string => /--accent:\s*(#\w+)/.exec(tokens)?.[1] ?? '#fff';
