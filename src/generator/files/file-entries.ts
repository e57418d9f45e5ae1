import { hash } from 'node:crypto';

import type { ManifestFile } from '../../output/manifest.ts';

/** Entries of files that editions share. */
const shared = new WeakMap<Buffer, ManifestFile>();

/** The entry of a file in the manifest. */
export const entryOf = (content: Buffer): ManifestFile =>
  shared.get(content) ?? { sha256: hash('sha256', content), bytes: content.length };

/** Keeps the entry of a file that several editions have. @returns the file */
export function keepEntry(content: Buffer): Buffer {
  shared.set(content, entryOf(content));
  return content;
}
