import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';

import { cachedBy } from '../../shared/cached-by.ts';
import { required } from '../../shared/required.ts';
import { type Brand, type Edition, editionOf, siblingsOf } from '../../site/editions/editions.ts';
import { sharePictureOf } from '../../site/looks/share-picture.ts';
import type { Themes } from '../../site/looks/themes.ts';
import { namePlaceholder } from './placeholders.ts';

/**
 * The names that pages show unescaped, and what they show of a look. The schema of the hosts file allows no character that HTML, JSON or a URL
 * would escape.
 */
export const namesOf = (edition: Edition, siblings: Edition[], themes: Themes): string[] => [
  edition.brand.name,
  edition.brand.email,
  edition.brand.id,
  edition.container ?? '',
  sharePictureOf(edition).file,
  themes.dark,
  themes.light,
  themes.darkGround,
  themes.lightGround,
  ...hostsOf(siblings),
];

/** Stands for the picture of an edition. */
export const PICTURE = namePlaceholder(4);

/** Stand for the themes of its look. */
export const THEMES: Themes = {
  dark: namePlaceholder(5),
  light: namePlaceholder(6),
  darkGround: namePlaceholder(7),
  lightGround: namePlaceholder(8),
};

const FIRST_HOST = 9;

/** Everything but names that pages show of an edition. Editions of equal shape share a template. */
export function shapeOf(edition: Edition): string {
  const siblings = siblingsOf(edition);
  return `${shapeOfBrand(siblings[0] ?? edition)} ${siblings.indexOf(edition)}`;
}

/** Copies an edition and its siblings, with placeholders instead of names. */
export function withPlaceholders(edition: Edition): { edition: Edition; siblings: Edition[] } {
  const siblings = siblingsOf(edition);
  const copies = replaceNames(edition.brand, siblings);
  return { edition: required(copies[siblings.indexOf(edition)], 'copy of an edition'), siblings: copies };
}

/** Kept for the first edition of a brand. */
const shapeOfBrand = cachedBy((first: Edition) =>
  hash('sha256', JSON.stringify(replaceNames(first.brand, siblingsOf(first)))),
);

function replaceNames(brand: Brand, siblings: Edition[]): Edition[] {
  const hosts = hostsOf(siblings);
  const hostPlaceholder = (host: string): string => namePlaceholder(FIRST_HOST + hosts.indexOf(host));
  const copy: Brand = {
    ...brand,
    // The id selects the wordmark, which is part of the shape.
    id: existsSync(`src/themes/wordmarks/${brand.id}.svg`) ? brand.id : namePlaceholder(2),
    name: namePlaceholder(0),
    email: namePlaceholder(1),
    // Pages show no more of a look than its themes.
    look: '',
    defaultHost: hostPlaceholder(brand.defaultHost),
  };
  return siblings.map((sibling) =>
    editionOf(sibling.site, {
      ...sibling,
      host: hostPlaceholder(sibling.host),
      ...(sibling.container && { container: namePlaceholder(3) }),
      brand: copy,
    }),
  );
}

const hostsOf = (siblings: Edition[]): string[] => [...new Set(siblings.map(({ host }) => host))];
