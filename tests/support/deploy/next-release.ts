import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { isText } from '../../../src/output/content-encodings.ts';
import { buildId, type ManifestEdition, readManifest } from '../../../src/output/manifest.ts';
import { hashOf, publish } from '../site/dist-copies.ts';
import { changeDist } from './change-dist.ts';

/**
 * A copy of a build as the next release makes it: all hashed scripts of an edition have other names, and its pages another heading.
 * @param root of the edition
 * @param release distinguishes it from all others
 */
export function nextRelease(dist: string, root: string, release: number): string {
  const { files } = editionOf(dist, root);
  const texts = Object.keys(files).filter((file) => isText(file));
  const scripts = texts.filter((file) => /^_astro\/.*\.js$/.test(file));
  const names = new RegExp(scripts.map((file) => RegExp.escape(basename(file, '.js'))).join('|'), 'g');
  const rename = (text: string): string => text.replace(names, (name) => `${name}-${release}`);
  const changes: Record<string, string | undefined> = {};
  /** Hashes of inline scripts that name others, which the policy has. */
  const hashes = new Map<string, string>();
  for (const file of texts) {
    const text = readFileSync(join(dist, root, file), 'utf8');
    for (const [, code = ''] of text.matchAll(/<script[^>]*>([^]*?)<\/script>/g))
      hashes.set(sourceHash(code), sourceHash(rename(code)));
    const next = rename(text).replace(/(<h1[^>]*>)[^<]*/, `$1Release ${release}`);
    if (scripts.includes(file)) changes[`${root}/${file}`] = undefined;
    changes[`${root}/${rename(file)}`] = next;
  }
  const released = changeDist(dist, changes);
  const manifest = readManifest(released);
  const edition = editionOf(released, root);
  const headers = JSON.stringify(edition.headers).replace(/sha256-[^']+/g, (hash) => hashes.get(hash) ?? hash);
  const editions = manifest.editions.map((each) =>
    each.root === root ? { ...each, headers: JSON.parse(rename(headers)) as ManifestEdition['headers'] } : each,
  );
  publish(released, { ...manifest, editions, build: buildId(manifest.version, editions) });
  return released;
}

const editionOf = (dist: string, root: string): ManifestEdition =>
  readManifest(dist).editions.find((edition) => edition.root === root)!;

const sourceHash = (code: string): string =>
  `sha256-${Buffer.from(hashOf(Buffer.from(code)), 'hex').toString('base64')}`;
