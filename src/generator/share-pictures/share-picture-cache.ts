import { basename } from 'node:path';

import type { Output } from '../../output/folders.ts';
import type { ManifestEdition } from '../../output/manifest.ts';
import { cachedByBoth } from '../../shared/cached-by.ts';
import { required } from '../../shared/required.ts';
import type { Edition, Site } from '../../site/editions/editions.ts';
import { sharePictureOf } from '../../site/looks/share-picture.ts';
import { keepEntry } from '../files/file-entries.ts';
import { pruneFolder, readSealedBytes, writeSealedBytes } from '../files/sealed-cache.ts';

/** Drawn pictures by name, each behind its checksum. */
const folderOf = ({ cache }: Output): string => `${cache}/share-pictures`;

/** Draws the pictures of editions that no earlier build has drawn. */
export async function drawSharePictures(output: Output, editions: Edition[]): Promise<void> {
  const pictures = new Map(editions.map(sharePictureOf).map((picture) => [picture.file, picture]));
  const missing = [...pictures.values()].filter(({ file }) => !readSealedBytes(fileOf(output, file), ''));
  // Most builds draw nothing.
  if (!missing.length) return;
  const { drawSharePicture } = await import('./draw-share-picture.ts');
  const grounds = new Map<string, Promise<Buffer>>();
  for (const picture of missing)
    writeSealedBytes(fileOf(output, picture.file), '', await drawSharePicture(picture, grounds));
}

/** The drawn pictures of editions, by path below their roots. */
export const sharePicturesOf = (output: Output, editions: Edition[]): [string, Buffer][] =>
  editions.map((edition) => {
    const { file } = sharePictureOf(edition);
    return [file, required(drawn(edition.site, fileOf(output, file)), file)];
  });

/** All hosts of a brand share its picture. */
const drawn = cachedByBoth((_site: Site, file: string): Buffer | undefined => {
  const content = readSealedBytes(file, '');
  return content && keepEntry(content);
});

/** Removes pictures that no edition has. */
export const pruneSharePictures = (output: Output, editions: ManifestEdition[]): void =>
  pruneFolder(
    folderOf(output),
    () => new Set(editions.flatMap(({ files }) => Object.keys(files)).map((file) => basename(file))),
  );

const fileOf = (output: Output, asset: string): string => `${folderOf(output)}/${basename(asset)}`;
