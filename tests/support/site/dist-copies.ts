import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { compress } from '../../../src/generator/files/compress.ts';
import { writeContent } from '../../../src/generator/files/write-edition.ts';
import { serverConfigs } from '../../../src/output/cdn-config/server-configs.ts';
import { type Manifest, type ManifestEdition, manifestFile, readManifest } from '../../../src/output/manifest.ts';
import { site as configured } from '../configured-site.ts';
import { dist } from '../dist.ts';

export const SCRIPT = '_astro/island.1234.js';
export const STYLE = '_astro/island.1234.css';
/** A static file that an operator adds. */
export const STATIC_FILE = 'ads.txt';

/** A copy of `dist/` with a script, a style sheet and an operator's file in the edition at `root`. */
export function siteWithScript(root: string): string {
  const site = copyOf(dist);
  const manifest = readManifest(site);
  const { files } = manifest.editions.find((edition) => edition.root === root)!;
  for (const name of [SCRIPT, STYLE, STATIC_FILE]) {
    const content = Buffer.from(`/* ${name} */\n`.repeat(50));
    const { br, gz } = compress(content, 'fast');
    for (const [file, bytes] of Object.entries({ [name]: content, [`${name}.br`]: br, [`${name}.gz`]: gz })) {
      writeContent(configured, join(site, root, file), hashOf(bytes), () => bytes);
      files[file] = { sha256: hashOf(bytes), bytes: bytes.length };
    }
  }
  publish(site, manifest);
  return site;
}

/** A copy of a site without compressed files, as a build without compression makes it. */
export function uncompressed(built: string): string {
  const site = copyOf(built);
  for (const file of globSync(['**/*.{br,gz}', '**/.*/*.{br,gz}'], { cwd: site })) rmSync(join(site, file));
  change(site, (edition) => {
    const kept = Object.entries(edition.files).filter(([file]) => !/\.(br|gz)$/.test(file));
    return { ...edition, files: Object.fromEntries(kept) };
  });
  return site;
}

/** A copy of a site whose hosts have other names. */
export function renamed(built: string, names: Record<string, string>): string {
  const site = copyOf(built);
  for (const [from, to] of Object.entries(names)) renameSync(join(site, from), join(site, to));
  change(site, (edition) => {
    const host = names[edition.host] ?? edition.host;
    return { ...edition, host, root: `${host}/${edition.lang}` };
  });
  return site;
}

export const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

function change(site: string, toChanged: (edition: ManifestEdition) => ManifestEdition): void {
  const manifest = readManifest(site);
  publish(site, { ...manifest, editions: manifest.editions.map(toChanged) });
}

/** Writes the manifest and server configurations of a clean build, without policies of an earlier build. */
export function publish(site: string, built: Manifest): void {
  const manifest = { ...built, former: {} };
  mkdirSync(join(site, 'publish'), { recursive: true });
  writeFileSync(manifestFile(site), JSON.stringify(manifest));
  for (const [file, text] of Object.entries(serverConfigs(manifest))) writeFileSync(join(site, file), text);
}

function copyOf(built: string): string {
  const site = mkdtempSync(join(tmpdir(), 'dist-'));
  cpSync(built, site, { recursive: true, preserveTimestamps: true });
  return site;
}
