import { hash } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { relative } from 'node:path';

import { UserError } from '../../shared/user-error.ts';
import { contentDir } from '../../site/markdown/sources.ts';
import { statDigest } from '../incremental/stat-digest.ts';

/** Texts, translations and static files of a site as they were at a moment. */
export interface TextsDigest {
  /** The same on all machines with the same files. */
  sha256: string;
  /** Throws where a file has changed since. */
  confirm: () => void;
}

/** Digest of texts, translations and static files. */
export function textsDigest(): TextsDigest {
  const stats = statDigest(FOLDERS);
  const sha256 = digestOfContents();
  const confirm = (): void => {
    // Most builds find the times that they began with, which takes less time.
    if (stats && stats === statDigest(FOLDERS)) return;
    if (digestOfContents() !== sha256)
      throw new UserError('Texts changed while this shard was built. Build all shards again, from the same texts.');
  };
  return { sha256, confirm };
}

/** Folders of texts are named by their role: machines may hold them at different paths. */
const FOLDERS = ['public', relative('.', contentDir)];

const digestOfContents = (): string =>
  hash('sha256', FOLDERS.map((folder, number) => entriesOf(folder, String(number)).join('\n')).join('\n'));

function entriesOf(folder: string, name: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const [path, inner] = [`${folder}/${entry.name}`, `${name}/${entry.name}`];
      if (entry.isDirectory()) return entriesOf(path, inner);
      const content = entry.isSymbolicLink() ? readlinkSync(path) : readFileSync(path);
      return `${inner} ${hash('sha256', content)}`;
    });
}
