import type { Site } from '../../site/editions/editions.ts';
import { wordmarkFile, wordmarkOf } from '../../site/looks/look.ts';

/** Scripts of the font in which names are drawn. */
const DRAWN = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** Warnings about brands whose name the pictures of shared links leave out: it is not drawn, and the font lacks its letters. */
export async function checkShareNames({ editions, folder }: Site): Promise<string[]> {
  const brands = [...new Set(editions.map(({ brand }) => brand))];
  const unusual = brands.filter(({ id, name }) => !DRAWN.test(name) && !wordmarkOf(folder, id));
  // Most sites do not need the font.
  if (!unusual.length) return [];
  const { canOutline } = await import('./outline-text.ts');
  return unusual
    .filter(({ name }) => !canOutline(name))
    .map(
      ({ id, name }) =>
        `brand ${id}: pictures of shared links leave out "${name}", because their font lacks its letters. Draw it: ${wordmarkFile(folder, id)}`,
    );
}
