import { hash } from 'node:crypto';

import { formatManifest, type Manifest } from '../../../output/manifest.ts';
import { lookUp } from '../../../shared/required.ts';
import type { Bucket } from '../../bucket/bucket.ts';
import { readIfSame } from '../../read-deploy-file.ts';
import { forEachParallel } from '../../requests/for-each-parallel.ts';
import type { Drift, Session } from '../../target.ts';
import type { KeyValueStore } from './key-value-store.ts';
import { manifestOf, manifestText, type NumberedGeneration, writeManifest } from './numbered-generations.ts';
import { entriesReader, newestOf } from './register-generation.ts';
import { FILES_FOLDER, POINTER } from './store-table.ts';
import { type FileObject, fileObjects, isOwnKey } from './upload-files.ts';

/** Where generations are: their files in the bucket, their names in the store. */
interface Places {
  bucket: Bucket;
  store: KeyValueStore;
  /** Generations whose values are in the store. */
  known: NumberedGeneration[];
}

/** Compares the objects of a generation, and the values of all, with their manifests; see `Session`. */
export async function inspectGeneration(
  places: Places,
  ...[manifest, depth, onFile]: Parameters<NonNullable<Session['inspect']>>
): Promise<Drift[]> {
  const { bucket } = places;
  const sizes = new Map(await Array.fromAsync(bucket.sizes(FILES_FOLDER)));
  // A deployment that was interrupted leaves objects, which the next one uses.
  const drift = depth === 'content' ? await foreignObjects(places, [...sizes.keys()]) : [];
  await forEachParallel(fileObjects(manifest), async ([key, file]) => {
    const bytes = sizes.get(key);
    const fault = bytes === undefined ? 'is missing' : bytes === file.bytes ? undefined : OTHER_CONTENT;
    const found = fault ?? (depth === 'content' ? await faultOf(bucket, key, file) : undefined);
    if (found) drift.push({ path: file.path, fault: found });
    onFile();
  });
  if (depth === 'content')
    for (const [key] of await differingValues(places)) drift.push({ path: key, fault: OTHER_VALUE });
  return drift;
}

const OTHER_CONTENT = 'has other content';
const OTHER_VALUE = 'has another value in the key value store';
const FOREIGN = 'belongs to no generation';

async function faultOf(bucket: Bucket, key: string, { sha256, headers }: FileObject): Promise<string | undefined> {
  const found = await bucket.readObject(key);
  if (!found) return 'is missing';
  if (hash('sha256', found.content) !== sha256) return OTHER_CONTENT;
  const isSame =
    found.ContentType === headers.ContentType && (found.ContentEncoding || undefined) === headers.ContentEncoding;
  return isSame ? undefined : 'has another type or coding';
}

async function foreignObjects({ bucket, known }: Places, keys: string[]): Promise<Drift[]> {
  const named = new Set<string>();
  for (const generation of known)
    for (const key of fileObjects(await manifestOf(bucket, generation)).keys()) named.add(key);
  return keys.filter((key) => isOwnKey(key) && !named.has(key)).map((path) => ({ path, fault: FOREIGN }));
}

/** Keys of the store with the values that they should have; undefined for those that should not be there. */
async function differingValues({ bucket, store, known }: Places): Promise<[key: string, value: string | undefined][]> {
  const [expected, found] = [(await entriesReader(bucket, known))(known), await store.list()];
  const keys = new Set([...expected.keys(), ...found.keys()]);
  keys.delete(POINTER);
  return [...keys].filter((key) => expected.get(key) !== found.get(key)).map((key) => [key, expected.get(key)]);
}

/** Mends a generation as far as the build has its files, and the values of all; see `Session`. */
export async function repairGeneration(
  places: Places,
  manifest: Manifest,
  drift: Drift[],
  dist: string,
  check: () => void,
): Promise<void> {
  const { bucket, store } = places;
  const registered = newestOf(places.known, manifest.build);
  const text = formatManifest(manifest);
  if (registered && (await manifestText(bucket, registered)) !== text) await writeManifest(bucket, registered, text);
  const faults = new Map(drift.map(({ path, fault }) => [path, fault]));
  await forEachParallel(fileObjects(manifest), async ([key, file]) => {
    const content = faults.has(file.path) ? readIfSame(dist, file) : undefined;
    if (!content) return;
    check();
    await bucket.write(key, content, file.headers);
  });
  await forEachParallel(faults.keys(), async (path) => {
    if (lookUp(faults, path) !== FOREIGN) return;
    check();
    await bucket.remove(path);
  });
  await store.update(await differingValues(places));
}
