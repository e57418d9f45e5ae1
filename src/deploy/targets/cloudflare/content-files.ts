import type { Manifest } from '../../../output/manifest.ts';
import { HASH_DIGITS, plainFilesOf } from '../../edge/edge-table.ts';
import type { DeployFile } from '../../target.ts';

/** A content that a generation has at one path or more. */
export interface Content {
  hash: string;
  bytes: number;
  /** Its files. */
  files: DeployFile[];
}

/** The contents of a generation by their hash. Cloudflare stores each once. */
export function contentsOf({ editions }: Manifest): Map<string, Content> {
  const contents = new Map<string, Content>();
  for (const edition of editions)
    for (const [path, { sha256, bytes }] of Object.entries(plainFilesOf(edition))) {
      const hash = sha256.slice(0, HASH_DIGITS);
      const content = contents.get(hash) ?? { hash, bytes, files: [] };
      content.files.push({ path: `${edition.root}/${path}`, sha256, bytes });
      contents.set(hash, content);
    }
  return contents;
}
