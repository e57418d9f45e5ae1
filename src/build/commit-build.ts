import { mkdirSync, renameSync, writeFileSync } from 'node:fs';

import { DIST, NEXT } from '../output/folders.ts';
import { filesOf, type Manifest, type ManifestEdition, manifestFile } from '../output/manifest.ts';
import { readIfThere } from '../shared/read-if-there.ts';
import { caddyfile } from './cdn-config/caddy.ts';
import { nginxConf } from './cdn-config/nginx.ts';
import { forgetCompressed } from './files/compression-cache.ts';
import { swap } from './files/dist-swap.ts';
import { refuseForeignFiles } from './files/protect-dist.ts';
import { carry, carryFiles } from './files/reuse-files.ts';
import { type Changes, changesBetween } from './incremental/changes.ts';
import { forgetOtherBuilds, keepMemory, type Memory } from './incremental/page-cache.ts';

const CHANGES = 'publish/changes.json';

export interface Finished {
  /** Digest of the program. */
  code: string;
  manifest: Manifest;
  memory: Memory;
  /** Roots of the editions that this build was for. */
  roots: string[];
  /** Editions that lie in {@link DIST} only; the others lie in {@link NEXT}. */
  toCarry: ManifestEdition[];
  /** Whether any file is not as it was. */
  isWritten: boolean;
}

/**
 * Puts a build in the place of the last one. Where both are the same to the byte, nothing is touched.
 * @returns what visitors get that they did not get before
 * @throws UserError where files in `dist/` would be lost
 */
export function publish(
  { code, manifest, memory, roots, toCarry, isWritten }: Finished,
  last: Manifest | undefined,
): Changes {
  keepMemory(manifest.build, code, memory);
  const isSame = last?.build === manifest.build && !isWritten && hasServerFiles(manifest);
  // Files that the last build kept for open pages stay while nothing is touched: they are not removed yet.
  const changes = {
    ...changesBetween(last, isSame ? last : manifest, roots),
    reload: needsReload(last, manifest),
  };
  if (isSame) noteNoChange(changes);
  else {
    if (last) refuseForeignFiles(last);
    carryFiles(toCarry.flatMap(filesOf));
    mkdirSync(`${NEXT}/publish`, { recursive: true });
    writeFileSync(manifestFile(NEXT), json(manifest));
    writeFileSync(`${NEXT}/${CHANGES}`, json(changes));
    for (const [file, text] of serverFiles(manifest)) {
      if (isInDist(file, text)) carry(`${DIST}/${file}`, `${NEXT}/${file}`);
      else writeFileSync(`${NEXT}/${file}`, text);
    }
    swap();
  }
  forgetOtherBuilds(manifest.build);
  forgetCompressed(manifest.editions);
  return changes;
}

/**
 * Whether servers that run with the last build have to read their configuration again. One that allows what no page has any more may
 * stay until the next time.
 */
function needsReload(last: Manifest | undefined, manifest: Manifest): boolean {
  if (!last || !hasServerFiles(last)) return true;
  const [before, now] = [last, manifest].map((of) => JSON.stringify(serverFiles({ ...of, former: {} })));
  return before !== now;
}

const serverFiles = (manifest: Manifest): [file: string, text: string][] => [
  ['publish/nginx.conf', nginxConf(manifest)],
  ['publish/Caddyfile', caddyfile(manifest)],
];

const hasServerFiles = (manifest: Manifest): boolean =>
  serverFiles(manifest).every(([file, text]) => isInDist(file, text));

const isInDist = (file: string, text: string): boolean => readIfThere(`${DIST}/${file}`)?.toString() === text;

/** The last changes have been published; whoever asks now has nothing to do. */
function noteNoChange(changes: Changes): void {
  const text = json(changes);
  if (isInDist(CHANGES, text)) return;
  writeFileSync(`${DIST}/${CHANGES}.new`, text);
  renameSync(`${DIST}/${CHANGES}.new`, `${DIST}/${CHANGES}`);
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
