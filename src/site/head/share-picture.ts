import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import packageManifest from '../../../package.json' with { type: 'json' };
import { memoize } from '../../shared/memoize.ts';
import { readIfPresent } from '../../shared/read-if-present.ts';
import type { Brand, Edition } from '../editions/editions.ts';
import { lightTranslatorOf } from '../i18n/light-translator-of.ts';

/** The picture beside a shared link (`og:image`). The build draws it. */
export interface SharePicture {
  /** Below the root of an edition. The hash is that of everything the picture is drawn from. */
  file: string;
  /** Picture behind the text. */
  art: string;
  colours: { accent: string; ink: string };
  /** SVG of the brand's drawn name; undefined for a name in letters. */
  wordmark: string | undefined;
  name: string;
  title: string;
}

/** Size in pixels that all large services show whole. */
export const sharePictureSize = { width: 1200, height: 630 };

/** Counts changes of the drawing. A test compares it with what is drawn. */
const DESIGN = 2;

/** Editions of a brand and language share their picture. */
export const sharePictureOf = ({ brand, lang }: Edition): SharePicture => pictureOf(brand)(lang);

const pictureOf = memoize((brand: Brand) =>
  memoize((lang: string): SharePicture => {
    const folder = `src/themes/looks/${brand.look}`;
    const tokens = readFileSync(`${folder}/look.css`, 'utf8');
    const art = `${folder}/art-wide.jpg`;
    const picture = {
      art,
      colours: { accent: colourIn(tokens, 'accent'), ink: colourIn(tokens, 'ink') },
      wordmark: readIfPresent(`src/themes/wordmarks/${brand.id}.svg`)?.toString(),
      name: brand.name,
      title: titleIn(lang),
    };
    const inputs = JSON.stringify([DESIGN, packages, picture, hash('sha256', readFileSync(art))]);
    return { ...picture, file: `_astro/og.${hash('sha256', inputs).slice(0, 8)}.jpg` };
  }),
);

/** The site's long title without the brand, which stands above it. */
function titleIn(lang: string): string {
  const words = lightTranslatorOf(lang)('site.longTitle', { brand: '' }).replaceAll(/^[\s\p{P}]+|\s(?=\s)/gu, '');
  return words.charAt(0).toLocaleUpperCase(lang) + words.slice(1);
}

const { '@fontsource/lora': font, 'opentype.js': outlines, sharp } = packageManifest.dependencies;
const packages = [font, outlines, sharp];

const colourIn = (tokens: string, name: string): string =>
  new RegExp(`--${name}:\\s*(#\\w+)`).exec(tokens)?.[1] ?? '#fff';
