import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { isMainThread } from 'node:worker_threads';

import type { Output } from '../../output/folders.ts';
import { cachedBy } from '../../shared/cached-by.ts';
import { readIfPresent } from '../../shared/files/read-if-present.ts';
import { required } from '../../shared/required.ts';
import type { PageDependencies } from '../pages/input-fingerprints.ts';
import type { RenderedPageFacts } from '../pages/page-facts.ts';
import { pruneFolder } from './sealed-cache.ts';

/** Tells whether a page is rendered again. */
export interface PageInputs {
  /** See `pageFingerprint`. */
  fingerprint: string;
  dependencies: PageDependencies;
}

export interface CachedPage extends PageInputs {
  /** Hash of its file. It tells whether the page in `dist/` is this page. */
  sha256: string;
  facts: RenderedPageFacts;
}

/** The pages of an edition, a file for each edition. Its name is the hash of its content, so that a damaged file is never used. */
const folderOf = ({ cache }: Output): string => `${cache}/pages`;

const LENGTH_BYTES = 4;

/**
 * Writes the pages of an edition for its next build.
 * @returns the name to read them with
 */
export function writeCachedPages(output: Output, pages: [path: string, CachedPage][]): string {
  const inputs = serialize(pages.map(([path, { fingerprint, dependencies }]) => [path, { fingerprint, dependencies }]));
  const others = serialize(pages.map(([, { sha256, facts }]) => ({ sha256, facts })));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(inputs.length);
  const content = Buffer.concat([length, inputs, others]);
  const name = hash('sha256', content);
  const folder = folderOf(output);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${name}`, content);
  // Workers build many editions, each of them once.
  if (isMainThread) latestOf(output).set(name, new Map(pages));
  return name;
}

/** Pages that this process wrote, for its next build. */
const latestOf = cachedBy((_output: Output) => new Map<string, Map<string, CachedPage>>());

/** The pages of an edition by path; none where their file is missing or damaged. */
export function readCachedPages(output: Output, name = ''): Map<string, CachedPage> {
  const known = latestOf(output).get(name);
  if (known) return known;
  const content = readIfIntact(output, name);
  if (!content) return new Map();
  const others = deserialize(content.subarray(endOfInputs(content))) as Pick<CachedPage, 'sha256' | 'facts'>[];
  return new Map(
    parsePageInputs(content).map(([path, inputs], index) => [
      path,
      { ...inputs, ...required(others[index], 'facts of a page') },
    ]),
  );
}

/** As {@link readCachedPages}, for a build that may need no facts of the edition. */
export function readPageInputs(output: Output, name = ''): Map<string, PageInputs> {
  const known = latestOf(output).get(name);
  if (known) return known;
  const content = readIfIntact(output, name);
  return new Map(content && parsePageInputs(content));
}

/** Removes the pages of other builds. */
export function pruneCachedPages(output: Output, used: Set<string>): void {
  pruneFolder(folderOf(output), () => used);
  const latest = latestOf(output);
  for (const name of latest.keys()) if (!used.has(name)) latest.delete(name);
}

/** The first part of a file of this cache. */
export const parsePageInputs = (content: Buffer): [path: string, PageInputs][] =>
  deserialize(content.subarray(LENGTH_BYTES, endOfInputs(content))) as [string, PageInputs][];

const endOfInputs = (content: Buffer): number => LENGTH_BYTES + content.readUInt32BE();

function readIfIntact(output: Output, name: string): Buffer | undefined {
  const content = name ? readIfPresent(`${folderOf(output)}/${name}`) : undefined;
  return content && hash('sha256', content) === name ? content : undefined;
}
