import { join, relative } from 'node:path';

/** Where a site's builds lie, from the working directory. */
export interface Output {
  /** The last build. */
  readonly dist: string;
  /** The build in progress. */
  readonly next: string;
  /** The last build, during a swap in two renames. */
  readonly old: string;
  /** Caches for the next build. */
  readonly cache: string;
}

/** A folder with a build. */
export type Tree = 'dist' | 'next';

/** @param root folder of the site */
export function outputOf(root: string): Output {
  const at = (name: string): string => relative('.', join(root, name));
  return { dist: at('dist'), next: at('dist.next'), old: at('dist.old'), cache: at('.cache') };
}
