import { hash } from 'node:crypto';

import { cachedBy } from '../../shared/cached-by.ts';
import { required } from '../../shared/required.ts';
import { type Brand, type Edition, editionOf, siblingsOf } from '../../site/editions/editions.ts';
import { lookOf, type Themes, wordmarkOf } from '../../site/looks/look.ts';
import { sharePictureOf } from '../../site/looks/share-picture.ts';
import type { PageFacts } from '../../site/pages/page-view.ts';
import { namePlaceholder } from './placeholders.ts';

/**
 * The names that pages show unescaped, and what they show of a look. The schema of the hosts file allows no other character that HTML, JSON
 * or a URL would escape.
 */
export function namesOf(edition: Edition): string[] {
  const { dark, light, darkGround, lightGround } = lookOf(edition.site.folder, edition.brand.look);
  return [
    edition.brand.name,
    edition.brand.email,
    edition.brand.id,
    edition.container ?? '',
    sharePictureOf(edition).file,
    dark,
    light,
    darkGround,
    lightGround,
    ...hostsOf(siblingsOf(edition)),
  ];
}

/** Stands for the picture of an edition. */
const PICTURE = namePlaceholder(4);

/** Stand for the themes of its look. */
const THEMES: Themes = {
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
export function withPlaceholders(
  edition: Edition,
): Pick<PageFacts, 'edition' | 'siblings' | 'picture' | 'themes' | 'wordmark'> {
  const siblings = siblingsOf(edition);
  const copies = replaceNames(edition.brand, siblings);
  return {
    edition: required(copies[siblings.indexOf(edition)], 'copy of an edition'),
    siblings: copies,
    picture: PICTURE,
    themes: THEMES,
    wordmark: wordmarkOf(edition.site.folder, edition.brand.id),
  };
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
    id: siblings.some(({ site }) => wordmarkOf(site.folder, brand.id)) ? brand.id : namePlaceholder(2),
    // A name that pages escape is part of the shape.
    name: /[&']/.test(brand.name) ? brand.name : namePlaceholder(0),
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
