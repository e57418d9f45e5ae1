import type { Manifest } from '../output/manifest.ts';
import type { DeployFile } from './target.ts';

/** A generation without lost files that only open pages request, in all their forms. @param isLost whether a path below `dist/` is lost */
export function withoutKept(manifest: Manifest, isLost: (path: string) => boolean): Manifest {
  const editions = manifest.editions.map((edition) => {
    const names = Object.keys(edition.kept);
    const lost = new Set(names.filter((name) => isLost(`${edition.root}/${name}`)).map(plainName));
    if (!lost.size) return edition;
    return {
      ...edition,
      kept: Object.fromEntries(Object.entries(edition.kept).filter(([name]) => !lost.has(plainName(name)))),
    };
  });
  return { ...manifest, editions };
}

const plainName = (file: string): string => file.replace(/\.(br|gz)$/, '');

/** The files of a generation by their path below `dist/`, those that are kept for open pages among them. */
export function filesByPath(manifest: Manifest | undefined): Map<string, DeployFile> {
  const files = new Map<string, DeployFile>();
  for (const { root, files: own, kept } of manifest?.editions ?? [])
    for (const [file, { sha256, bytes }] of Object.entries({ ...kept, ...own }))
      files.set(`${root}/${file}`, { path: `${root}/${file}`, sha256, bytes });
  return files;
}
