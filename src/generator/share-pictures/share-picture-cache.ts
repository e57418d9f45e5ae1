import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

import type { Output } from '../../output/folders.ts';
import type { ManifestEdition } from '../../output/manifest.ts';
import { cachedByBoth } from '../../shared/cached-by.ts';
import { readIfPresent } from '../../shared/files/read-if-present.ts';
import { required } from '../../shared/required.ts';
import type { Edition, Site } from '../../site/editions/editions.ts';
import { sharePictureOf } from '../../site/looks/share-picture.ts';
import { keepEntry } from '../files/file-entries.ts';

/** Drawn pictures by name, each behind its checksum. */
const folderOf = ({ cache }: Output): string => `${cache}/share-pictures`;

const CHECKSUM_BYTES = 32;

/** Draws the pictures of editions that no earlier build has drawn. */
export async function drawSharePictures(output: Output, editions: Edition[]): Promise<void> {
  const pictures = new Map(editions.map(sharePictureOf).map((picture) => [picture.file, picture]));
  const missing = [...pictures.values()].filter(({ file }) => !readPicture(fileOf(output, file)));
  // Most builds draw nothing.
  if (!missing.length) return;
  const { drawSharePicture } = await import('./draw-share-picture.ts');
  mkdirSync(folderOf(output), { recursive: true });
  const grounds = new Map<string, Promise<Buffer>>();
  for (const picture of missing) {
    const content = await drawSharePicture(picture, grounds);
    const file = fileOf(output, picture.file);
    writeFileSync(`${file}.new`, Buffer.concat([hash('sha256', content, 'buffer'), content]));
    renameSync(`${file}.new`, file);
  }
}

/** The drawn pictures of editions, by path below their roots. */
export const sharePicturesOf = (output: Output, editions: Edition[]): [string, Buffer][] =>
  editions.map((edition) => {
    const { file } = sharePictureOf(edition);
    return [file, required(drawn(edition.site, fileOf(output, file)), file)];
  });

/** All hosts of a brand share its picture. */
const drawn = cachedByBoth((_site: Site, file: string): Buffer | undefined => {
  const content = readPicture(file);
  if (content) keepEntry(content);
  return content;
});

/** Undefined for a picture that is missing or damaged. */
function readPicture(file: string): Buffer | undefined {
  const bytes = readIfPresent(file);
  if (!bytes) return undefined;
  const content = bytes.subarray(CHECKSUM_BYTES);
  return hash('sha256', content, 'buffer').equals(bytes.subarray(0, CHECKSUM_BYTES)) ? content : undefined;
}

/** Removes pictures that no edition has. */
export function pruneSharePictures(output: Output, editions: ManifestEdition[]): void {
  const folder = folderOf(output);
  if (!existsSync(folder)) return;
  const used = new Set(editions.flatMap(({ files }) => Object.keys(files)).map((file) => basename(file)));
  for (const name of readdirSync(folder)) if (!used.has(name)) rmSync(`${folder}/${name}`);
}

const fileOf = (output: Output, asset: string): string => `${folderOf(output)}/${basename(asset)}`;
