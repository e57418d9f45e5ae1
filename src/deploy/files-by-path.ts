import type { Manifest } from '../output/manifest.ts';
import type { DeployFile } from './target.ts';

/** The files of a generation by their path below `dist/`, those that are kept for open pages among them. */
export function filesByPath(manifest: Manifest | undefined): Map<string, DeployFile> {
  const files = new Map<string, DeployFile>();
  for (const { root, files: own, kept } of manifest?.editions ?? [])
    for (const [file, { sha256, bytes }] of Object.entries({ ...kept, ...own }))
      files.set(`${root}/${file}`, { path: `${root}/${file}`, sha256, bytes });
  return files;
}
