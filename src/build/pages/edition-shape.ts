import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';

import type { Brand, Edition } from '../../site/editions/editions.ts';
import { siblingsOf } from '../../site/site.ts';

/** From the area of Unicode that no text uses. */
const mark = (index: number): string => `\uE000${index}\uE001`;

/** Stands where a name belongs, by its place in {@link namesOf}. */
export const MARK = /\uE000(\d+)\uE001/;

/** Everything that pages put in as it is. The schema of the hosts file leaves nothing in it that HTML, JSON or a URL would have to escape. */
export const namesOf = ({ brand, container = '' }: Edition, siblings: Edition[]): string[] => [
  brand.name,
  brand.email,
  brand.id,
  container,
  ...hostsOf(siblings),
];

/** Everything else that pages can tell of an edition: editions of one shape differ in names only. */
export function shapeOf(edition: Edition): string {
  const siblings = siblingsOf(edition);
  return `${shapeOfBrand(edition.brand, siblings)} ${siblings.indexOf(edition)}`;
}

/** An edition like another and its siblings, with marks instead of names. */
export function withMarks(edition: Edition): { edition: Edition; siblings: Edition[] } {
  const siblings = siblingsOf(edition);
  const marked = markAll(edition.brand, siblings);
  return { edition: marked[siblings.indexOf(edition)]!, siblings: marked };
}

const shapes = new WeakMap<Brand, string>();

function shapeOfBrand(brand: Brand, siblings: Edition[]): string {
  const shape = shapes.get(brand) ?? hash('sha256', JSON.stringify(markAll(brand, siblings)));
  shapes.set(brand, shape);
  return shape;
}

function markAll(brand: Brand, siblings: Edition[]): Edition[] {
  const hosts = hostsOf(siblings);
  const hostMark = (host: string): string => mark(4 + hosts.indexOf(host));
  const marked: Brand = {
    ...brand,
    // A brand with a wordmark is drawn, and not only written.
    id: existsSync(`src/themes/wordmarks/${brand.id}.svg`) ? brand.id : mark(2),
    name: mark(0),
    email: mark(1),
    defaultHost: hostMark(brand.defaultHost),
  };
  return siblings.map((sibling) => ({
    ...sibling,
    host: hostMark(sibling.host),
    ...(sibling.container && { container: mark(3) }),
    brand: marked,
  }));
}

const hostsOf = (siblings: Edition[]): string[] => [...new Set(siblings.map(({ host }) => host))];
