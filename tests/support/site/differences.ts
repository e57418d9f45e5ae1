import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { serverConfigs } from '../../../src/output/cdn-config/server-configs.ts';
import type { Manifest } from '../../../src/output/manifest.ts';

/** Files that differ between two builds, except for the list of changes and files retained from the last build. */
export function differences(a: string, b: string): string[] {
  const [left, right] = [contentsOf(a), contentsOf(b)];
  return [...new Set([...left.keys(), ...right.keys()])].filter((file) => left.get(file) !== right.get(file));
}

function contentsOf(dist: string): Map<string, string> {
  const contents = new Map(
    globSync(['**/*', '**/.*/*'], { cwd: dist, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(dist.length + 1), readFileSync(file, 'latin1')]),
  );
  contents.delete('publish/changes.json');
  const manifest = contents.get('publish/manifest.json');
  if (!manifest) return contents;
  const { editions, former, ...facts } = JSON.parse(manifest) as Manifest;
  for (const { root, kept } of editions) for (const file of Object.keys(kept)) contents.delete(`${root}/${file}`);
  const compared = { ...facts, former: {}, editions: editions.map((edition) => ({ ...edition, kept: {} })) };
  for (const [file, text] of Object.entries(serverConfigs({ ...compared, former })))
    if (contents.get(file) === text) contents.set(file, serverConfigs(compared)[file]!);
  return contents.set('publish/manifest.json', JSON.stringify(compared));
}
