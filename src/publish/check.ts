import { checkContent } from '../check/check-content.ts';
import { type Inspections, inspectWith } from '../check/inspect.ts';
import type { Problem } from '../problems.ts';
import { editions } from '../site.ts';
import { readCache, writeCache } from './cache.ts';

const INSPECTIONS = '.cache/texts.json';

/**
 * Checks words and texts; those that have been found right are not read again.
 * @param code digest of the program
 */
export function check(code: string): Problem[] {
  const known = readCache<Inspections>(INSPECTIONS, code) ?? {};
  const found: Inspections = {};
  const problems = checkContent(editions, inspectWith(known, found));
  writeCache(INSPECTIONS, code, found);
  return problems;
}
