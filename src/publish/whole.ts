import { isIntact } from './files.ts';
import type { Manifest } from './manifest.ts';
import { DIST } from './swap.ts';

/** Roots of the editions in `dist/` of which every file is what the manifest says. */
export const wholeRoots = (manifest: Manifest | undefined): Set<string> =>
  new Set(
    manifest?.editions
      .filter(({ root, files }) =>
        Object.entries(files).every(([file, entry]) => isIntact(`${DIST}/${root}/${file}`, entry)),
      )
      .map(({ root }) => root),
  );
