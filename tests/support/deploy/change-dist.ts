import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { buildManifest } from '../../../src/generator/files/assemble-manifest.ts';
import { compress } from '../../../src/generator/files/compress.ts';
import { isText } from '../../../src/output/content-encodings.ts';
import { type ManifestEdition, readManifest } from '../../../src/output/manifest.ts';
import { contentTime } from '../../../src/output/mtime-from-hash.ts';
import { hashOf, publish } from '../site/dist-copies.ts';

/**
 * A copy of a build in which files have other contents, as the next build would make it.
 * @param changes new text by path below `dist/`; undefined removes the file
 */
export function changeDist(dist: string, changes: Record<string, string | undefined>): string {
  const next = mkdtempSync(join(tmpdir(), 'dist-'));
  cpSync(dist, next, { recursive: true, preserveTimestamps: true });
  const { editions } = readManifest(dist);
  const changed = editions.map((edition): ManifestEdition => {
    const files = { ...edition.files };
    for (const [path, text] of Object.entries(changes)) {
      if (!path.startsWith(`${edition.root}/`)) continue;
      const file = path.slice(edition.root.length + 1);
      for (const [name, content] of Object.entries(formsOf(file, text))) {
        rmSync(join(next, edition.root, name), { force: true });
        delete files[name];
        if (!content) continue;
        const sha256 = hashOf(content);
        files[name] = { sha256, bytes: content.length };
        mkdirSync(dirname(join(next, edition.root, name)), { recursive: true });
        writeFileSync(join(next, edition.root, name), content);
        utimesSync(join(next, edition.root, name), contentTime(sha256), contentTime(sha256));
      }
    }
    return { ...edition, files };
  });
  publish(next, buildManifest(changed, undefined));
  return next;
}

function formsOf(file: string, text: string | undefined): Record<string, Buffer | undefined> {
  const content = text === undefined ? undefined : Buffer.from(text);
  if (!isText(file)) return { [file]: content };
  const forms = content && compress(content, 'fast');
  return { [file]: content, [`${file}.br`]: forms?.br, [`${file}.gz`]: forms?.gz };
}
