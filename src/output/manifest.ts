import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import type { z } from 'zod';

import { cachedBy } from '../shared/cached-by.ts';
import { readIfPresent } from '../shared/files/read-if-present.ts';
import { UserError } from '../shared/user-error.ts';
import type { Output, Tree } from './folders.ts';
import type { manifestSchema } from './manifest-schema.ts';

export type Manifest = z.output<typeof manifestSchema>;
export type ManifestEdition = Manifest['editions'][number];
export type ManifestFiles = ManifestEdition['files'];
export type ManifestFile = ManifestFiles[string];
export type KeptFiles = ManifestEdition['kept'];

/** Path of the manifest of a build. */
export const manifestFile = (dist: string): string => `${dist}/publish/manifest.json`;

/** @throws UserError where nothing has been built */
export function readManifest(dist: string): Manifest {
  const file = manifestFile(dist);
  if (!existsSync(file)) throw new UserError(`${file} is missing. Build the site first: npm run build`);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  } catch (error) {
    throw new UserError(`${file} is damaged. Remove ${dist}/ and build again: npm run build`, { cause: error });
  }
}

/**
 * Returns a function that gives the manifest of the present build. It reads the file again after each build.
 * @throws UserError where nothing has been built
 */
export function manifestReader(dist: string): () => Manifest {
  let manifest = readManifest(dist);
  let built = builtAt(dist);
  return () => {
    const at = builtAt(dist);
    if (at !== built) manifest = readManifest(dist);
    built = at;
    return manifest;
  };
}

const builtAt = (dist: string): number | undefined => statSync(manifestFile(dist), { throwIfNoEntry: false })?.mtimeMs;

/** Paths below `dist/` of the files of an edition, retained files included. */
export const filesOf = ({ root, files, kept }: ManifestEdition): string[] =>
  Object.keys({ ...kept, ...files }).map((file) => `${root}/${file}`);

/** Builds with the same bytes have the same id. Retained files and former policies do not count. */
export const buildId = (version: string, editions: ManifestEdition[]): string =>
  hash('sha256', [version, ...editions.map(digestOf)].join('\n')).slice(0, 16);

const digestOf = cachedBy((edition: ManifestEdition) =>
  hash('sha256', textOf(Object.keys(edition.kept).length ? { ...edition, kept: {} } : edition)),
);

interface Known {
  /** The manifest that this process wrote last. */
  latest?: { bytes: Buffer; manifest: Manifest };
  /** Editions of the manifest that was read last: builds share unchanged editions. */
  editions: Map<string, ManifestEdition>;
}

const knownOf = cachedBy((_output: Output): Known => ({ editions: new Map() }));

/** Writes the manifest of the build in a folder, which makes the build complete; see `recoverDist`. */
export function writeManifest(output: Output, tree: Tree, manifest: Manifest): void {
  const known = knownOf(output);
  if (known.latest?.manifest !== manifest) known.latest = { bytes: Buffer.from(formatManifest(manifest)), manifest };
  const file = manifestFile(output[tree]);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, known.latest.bytes);
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
export function readManifestIfIntact(output: Output, tree: Tree): Manifest | undefined {
  const bytes = readIfPresent(manifestFile(output[tree]));
  const known = knownOf(output);
  if (bytes && known.latest?.bytes.equals(bytes)) return known.latest.manifest;
  try {
    const manifest = parseFormatted(String(bytes), known);
    return buildId(manifest.version, manifest.editions) === manifest.build ? manifest : undefined;
  } catch (error) {
    // The file is no JSON, or JSON of another program.
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** Parses a text of {@link formatManifest}. Strings of JSON have no line breaks, so that lines show by their indentation where a value ends. */
function parseFormatted(text: string, known: Known): Manifest {
  const start = text.indexOf('\n    {\n') + 1;
  const end = text.lastIndexOf('\n    }\n') + '\n    }'.length;
  const outer = JSON.parse(text.slice(0, start) + text.slice(end)) as Manifest;
  const editions = text.slice(start, end).split(',\n    {\n');
  const parsed = editions.map((edition, index): [string, ManifestEdition] => {
    const own = index ? `    {\n${edition}` : edition;
    return [own, known.editions.get(own) ?? parseEdition(own)];
  });
  known.editions = new Map(parsed);
  return { ...outer, editions: parsed.map(([, edition]) => edition) };
}

/** Parses the files of an edition when they are first used: most builds need those of few editions. */
function parseEdition(text: string): ManifestEdition {
  const start = text.indexOf(FILES) + FILES.length;
  const end = text.indexOf('\n      }', start);
  const edition = JSON.parse(text.slice(0, start) + text.slice(end)) as ManifestEdition;
  let files: ManifestFiles | undefined;
  const get = (): ManifestFiles => (files ??= JSON.parse(`{${text.slice(start, end)}}`) as ManifestFiles);
  texts.set(edition, text);
  return Object.defineProperty(edition, 'files', { enumerable: true, get });
}

const FILES = '\n      "files": {';
