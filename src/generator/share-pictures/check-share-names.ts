import type { Site } from '../../site/editions/editions.ts';
import { wordmarkFile, wordmarkOf } from '../../site/looks/look.ts';
import { canOutline } from './outline-text.ts';

/** Scripts of the font in which names are drawn. */
const DRAWN = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** Warnings about brands whose name the pictures of shared links leave out: it is not drawn, and the font lacks its letters. */
export function checkShareNames({ editions, folder }: Site): string[] {
  const brands = new Set(editions.map(({ brand }) => brand));
  return [...brands]
    .filter(({ id, name }) => !DRAWN.test(name) && !wordmarkOf(folder, id) && !canOutline(name))
    .map(
      ({ id, name }) =>
        `brand ${id}: pictures of shared links leave out "${name}", because their font lacks its letters. Draw it: ${wordmarkFile(folder, id)}`,
    );
}
