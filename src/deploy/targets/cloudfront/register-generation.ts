import { formatManifest, type Manifest } from '../../../output/manifest.ts';
import { lookUp } from '../../../shared/required.ts';
import { UserError } from '../../../shared/user-error.ts';
import type { Bucket } from '../../bucket/bucket.ts';
import { DeployError } from '../../deploy-error.ts';
import { bytesIn } from '../../format-bytes.ts';
import type { Transfer } from '../../target.ts';
import type { CloudfrontOptions } from './cloudfront-options.ts';
import { type KeyValueStore, storeLimits } from './key-value-store.ts';
import {
  manifestOf,
  manifestText,
  type NumberedGeneration,
  readGenerations,
  writeGenerations,
  writeManifest,
} from './numbered-generations.ts';
import { storeEntries, storeTable } from './store-table.ts';

/**
 * Gives a generation a number, and brings its values to the store, where visitors do not see them before the pointer has that number.
 * @returns the newest number of an equal generation, if there is one
 */
export async function registerGeneration(
  bucket: Bucket,
  store: Pick<KeyValueStore, 'update'>,
  next: Manifest,
): Promise<number> {
  const known = (await readGenerations(bucket)) ?? [];
  const text = formatManifest(next);
  const same = newestOf(known, next.build);
  if (same && (await manifestText(bucket, same)) === text) return same.number;
  const generation = {
    number: Math.max(0, ...known.map(({ number }) => number)) + 1,
    build: next.build,
    deployedAt: new Date().toISOString(),
    isComplete: false,
  };
  await writeManifest(bucket, generation, text);
  await writeGenerations(bucket, [...known, generation]);
  const complete = known.filter(({ isComplete }) => isComplete);
  await keepInStore(bucket, store, [...known, generation], [...complete, generation]);
  await writeGenerations(bucket, [...complete, { ...generation, isComplete: true }]);
  return generation.number;
}

/** The last complete generation of a build. */
export const newestOf = (generations: NumberedGeneration[], build: string): NumberedGeneration | undefined =>
  generations.findLast((generation) => generation.build === build && generation.isComplete);

/**
 * Writes the values that differ, so that the store has some generations, and no others. A killed run may have written values of those that are
 * not complete, so that all that these change are written again.
 */
export async function keepInStore(
  bucket: Bucket,
  store: Pick<KeyValueStore, 'update'>,
  known: NumberedGeneration[],
  kept: NumberedGeneration[],
): Promise<void> {
  const entriesOf = await entriesReader(bucket, known);
  const complete = known.filter(({ isComplete }) => isComplete);
  const possible = [
    entriesOf(complete),
    ...known
      .filter(({ isComplete }) => !isComplete)
      .map((one) => entriesOf(known.filter((each) => each === one || each.isComplete))),
  ];
  const entries = entriesOf(kept);
  const mistake = exceededLimit(entries);
  if (mistake) throw new UserError(mistake);
  const keys = new Set([...entries.keys(), ...possible.flatMap((each) => [...each.keys()])]);
  const differing = [...keys].filter((key) => possible.some((each) => each.get(key) !== entries.get(key)));
  await store.update(differing.map((key) => [key, entries.get(key)]));
}

/** Reads manifests. @returns a function that gives the values of some of the generations */
export async function entriesReader(
  bucket: Bucket,
  known: NumberedGeneration[],
): Promise<(generations: NumberedGeneration[]) => Map<string, string>> {
  const tables = new Map<number, ReturnType<typeof storeTable>>();
  for (const generation of known) tables.set(generation.number, storeTable(await manifestOf(bucket, generation)));
  return (generations) => storeEntries(generations.map(({ number }) => ({ number, table: lookUp(tables, number) })));
}

/** What keeps a store from taking the entries, and what mends it; undefined where it can take them. */
function exceededLimit(entries: Map<string, string>): string | undefined {
  const bytes = bytesOf(entries);
  if (bytes > storeLimits.bytes)
    return `The key value store would have ${bytesIn(bytes)}, and CloudFront takes ${bytesIn(storeLimits.bytes)}. Keep fewer generations (keep), or divide the hosts among several targets.`;
  const long = [...entries.values()].find((value) => value.length > storeLimits.valueLength);
  if (long === undefined) return undefined;
  return `A value of the key value store would have ${long.length} characters, and CloudFront takes ${storeLimits.valueLength}. Keep fewer generations (keep).`;
}

/** As CloudFront counts them. */
const bytesOf = (entries: Map<string, string>): number =>
  [...entries].reduce((sum, [key, value]) => sum + key.length + Buffer.byteLength(value), 0);

/** Limits and costs of a generation at CloudFront, as sentences. @throws DeployError where the store cannot take it */
export function describeStore({ next, served }: Transfer, options: Pick<CloudfrontOptions, 'function'>): string[] {
  const entries = valuesOf([...(served ? [served] : []), next]);
  const mistake = exceededLimit(entries);
  if (mistake) throw new DeployError('wrongUse', mistake);
  const before = served ? valuesOf([served]) : new Map<string, string>();
  const changes = [...entries].filter(([key, value]) => before.get(key) !== value).length;
  const calls = Math.ceil(changes / storeLimits.updatesPerCall) + 1;
  return [
    `CloudFront: the function "${options.function}" chooses files by a key value store, which has ${bytesIn(bytesOf(entries))} of ${bytesIn(storeLimits.bytes)} with the served generation; further ones add what they changed.`,
    `${changes.toLocaleString('en')} value(s) are written in about ${calls} call(s); the last is the switch, which takes some seconds to reach every place. Nothing has to be purged there: files are named by their content.`,
  ];
}

const valuesOf = (manifests: Manifest[]): Map<string, string> =>
  storeEntries(manifests.map((manifest, index) => ({ number: index + 1, table: storeTable(manifest) })));
