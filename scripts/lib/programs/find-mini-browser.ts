import { globSync } from 'node:fs';

/** The small browser that WebKitGTK brings for tests. */
export const findMiniBrowser = (): string | undefined =>
  globSync('/usr/{lib,libexec}/{,*/}webkit2gtk-4.*/MiniBrowser').toSorted().at(-1);
