import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import packageManifest from '../../../package.json' with { type: 'json' };
import { cachedByBoth } from '../../shared/cached-by.ts';
import type { Brand, Edition } from '../editions/editions.ts';
import type { SiteFolder } from '../site-folder.ts';
import { lookFolder, lookOf, wordmarkOf } from './look.ts';

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
const DESIGN = 4;

/** All editions of a brand share their picture: `og:title` has the words in the language of each. */
export const sharePictureOf = ({ site, brand }: Edition): SharePicture => pictureOf(site.folder, brand);

const pictureOf = cachedByBoth((site: SiteFolder, { id, name, look }: Brand): SharePicture => {
  const art = join(lookFolder(site, look), 'art-wide.jpg');
  const colour = /--accent:(#\w+)/.exec(lookOf(site, look).dark)?.[1] ?? '#fff';
  const picture = { colour, wordmark: wordmarkOf(site, id), name };
  const inputs = JSON.stringify([DESIGN, packages, picture, hash('sha256', readFileSync(art))]);
  return { ...picture, art, file: `_astro/og.${hash('sha256', inputs).slice(0, 8)}.jpg` };
});

const { '@fontsource/lora': font, 'opentype.js': outlines, sharp } = packageManifest.dependencies;
const packages = [font, outlines, sharp];
