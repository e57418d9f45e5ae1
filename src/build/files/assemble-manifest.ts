import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import packageManifest from '../../../package.json' with { type: 'json' };
import { type Manifest, type ManifestEdition, type ManifestFiles, manifestFile } from '../../output/manifest.ts';
import { memoize, memoizeByObject } from '../../shared/memoize.ts';
import { readIfPresent } from '../../shared/read-if-present.ts';
import { formerPolicies } from './former-csp.ts';

/** @param last manifest of the last build */
export function buildManifest(editions: ManifestEdition[], last: Manifest | undefined): Manifest {
  const { version } = packageManifest;
  const build = buildId(version, editions);
  const [nextBuild = null] = editions.flatMap((edition) => edition.nextBuild ?? []).toSorted();
  const dictionaries = editions.some(({ dictionary }) => dictionary);
  return { version, build, nextBuild, editions, dictionaries, former: formerPolicies(editions, last) };
}

/** Builds with the same bytes have the same id. Retained files and former policies do not count. */
export const buildId = (version: string, editions: ManifestEdition[]): string =>
  hash('sha256', [version, ...editions.map(digestOf)].join('\n')).slice(0, 16);

const digestOf = memoizeByObject((edition: ManifestEdition) =>
  hash('sha256', textOf(Object.keys(edition.kept).length ? { ...edition, kept: {} } : edition)),
);

/** The manifest that this process wrote last. */
let latest: { bytes: Buffer; manifest: Manifest } | undefined;

/** Writes the manifest of the build in a folder, which makes the build complete; see `recoverDist`. */
export function writeManifest(dist: string, manifest: Manifest): void {
  if (latest?.manifest !== manifest) latest = { bytes: Buffer.from(formatManifest(manifest)), manifest };
  mkdirSync(dirname(manifestFile(dist)), { recursive: true });
  writeFileSync(manifestFile(dist), latest.bytes);
}

/** Text of `publish/manifest.json`. */
export function formatManifest({ version, build, nextBuild, editions, dictionaries, former }: Manifest): string {
  const outer = JSON.stringify({ version, build, nextBuild, editions: [0], dictionaries, former }, null, 2);
  return `${outer.replace('    0', () => editions.map(textOf).join(',\n'))}\n`;
}

/** Text of an edition in the manifest. */
function textOf(edition: ManifestEdition): string {
  const text = texts.get(edition) ?? `    ${JSON.stringify(edition, null, 2).replaceAll('\n', '\n    ')}`;
  texts.set(edition, text);
  return text;
}

const texts = new WeakMap<ManifestEdition, string>();

/** The manifest of the build in a folder; undefined where it is missing, damaged or of another program. */
export function readManifestIfIntact(dist: string): Manifest | undefined {
  const bytes = readIfPresent(manifestFile(dist));
  if (bytes && latest?.bytes.equals(bytes)) return latest.manifest;
  try {
    const manifest = parseManifest(String(bytes));
    return buildId(manifest.version, manifest.editions) === manifest.build ? manifest : undefined;
  } catch (error) {
    // The file is no JSON, or JSON of another program.
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Parses a text of {@link formatManifest}. Strings of JSON have no line breaks, so that lines show by their indentation where a value ends. */
function parseManifest(text: string): Manifest {
  const start = text.indexOf('\n    {\n') + 1;
  const end = text.lastIndexOf('\n    }\n') + '\n    }'.length;
  const outer = JSON.parse(text.slice(0, start) + text.slice(end)) as Manifest;
  const editions = text.slice(start, end).split(',\n    {\n');
  return { ...outer, editions: editions.map((edition, index) => parseEdition(index ? `    {\n${edition}` : edition)) };
}

/** Parses the files of an edition when they are first used: most builds need those of few editions. Builds share unchanged editions. */
const parseEdition = memoize((text: string): ManifestEdition => {
  const start = text.indexOf(FILES) + FILES.length;
  const end = text.indexOf('\n      }', start);
  const edition = JSON.parse(text.slice(0, start) + text.slice(end)) as ManifestEdition;
  let files: ManifestFiles | undefined;
  const get = (): ManifestFiles => (files ??= JSON.parse(`{${text.slice(start, end)}}`) as ManifestFiles);
  texts.set(edition, text);
  return Object.defineProperty(edition, 'files', { enumerable: true, get });
});

const FILES = '\n      "files": {';
