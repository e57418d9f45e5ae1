import { formatManifest, type Manifest } from '../../../output/manifest.ts';
import { UserError } from '../../../shared/user-error.ts';
import { type Bucket, openBucket, OWN_FOLDER } from '../../bucket/bucket.ts';
import type { Credentials } from '../../requests/credentials.ts';
import type { Session, Target } from '../../target.ts';
import { leaseLost } from '../lease.ts';
import { breakLease, takeLease } from './bucket-lease.ts';
import type { CloudfrontOptions } from './cloudfront-options.ts';
import { inspectGeneration, repairGeneration } from './inspect-generation.ts';
import { type KeyValueStore, openStore } from './key-value-store.ts';
import {
  manifestOf,
  manifestText,
  type NumberedGeneration,
  readGenerations,
  removeManifests,
  writeGenerations,
} from './numbered-generations.ts';
import { publishFunction } from './publish-function.ts';
import { describeStore, keepInStore, newestOf, registerGeneration } from './register-generation.ts';
import { FILES_FOLDER, POINTER } from './store-table.ts';
import { pruneFiles, uploadFiles } from './upload-files.ts';

const JOURNAL_KEY = `${OWN_FOLDER}journal.json`;

/** A bucket with files by their hash, among which a function of CloudFront chooses. */
export const cloudfrontTarget = (options: CloudfrontOptions, credentials: Credentials): Target => ({
  keepsVary: false,
  depthBeforeSwitch: 'size',
  carries: () => true,
  describe: (transfer) => describeStore(transfer, options),
  unlock: async (signal) => breakLease(await openBucket(options, credentials, signal)),
  async open(signal) {
    const bucket = await openBucket(options, credentials, signal);
    if (!(await readGenerations(bucket))) await refuseForeignObjects(bucket, options);
    return openSession(bucket, options, credentials, signal);
  },
});

/** @throws UserError where objects of others lie where the site would */
async function refuseForeignObjects(bucket: Bucket, { bucket: name, prefix }: CloudfrontOptions): Promise<void> {
  for await (const key of bucket.keys(''))
    // A killed first deployment may have written these.
    if (!key.startsWith(OWN_FOLDER) && !key.startsWith(FILES_FOLDER))
      throw new UserError(
        `Bucket "${name}" has objects of others, such as ${prefix}${key}. Set "prefix" to a folder that is empty, or name another bucket.`,
      );
}

/** Generations in a bucket and in the store of CloudFront, whose pointer is the switch. */
async function openSession(
  bucket: Bucket,
  options: CloudfrontOptions,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Session> {
  const lease = await takeLease(bucket);
  const store = await openStore(options, credentials, lease.check, signal);
  const known = async (): Promise<NumberedGeneration[]> => (await readGenerations(bucket)) ?? [];
  const complete = async (): Promise<NumberedGeneration[]> => (await known()).filter(({ isComplete }) => isComplete);
  const servedNumber = async (): Promise<number> => Number.parseInt((await store.read(POINTER)) ?? '', 36);
  return {
    async generations() {
      const all = await known();
      const served = await servedNumber();
      const servedBuild = all.find(({ number }) => number === served)?.build;
      return all
        .filter((generation) => generation === newestOf(all, generation.build))
        .toReversed()
        .map(({ build, deployedAt }) => ({ build, deployedAt, isServed: build === servedBuild }));
    },
    async manifest(build) {
      const all = await known();
      const served = await servedNumber();
      const generation = all.find((each) => each.build === build && each.number === served) ?? newestOf(all, build);
      if (!generation) throw leaseLost();
      return manifestText(bucket, generation);
    },
    async upload(transfer, onBytes) {
      await uploadFiles(bucket, transfer, lease.check, onBytes);
      await publishFunction(options, credentials, signal);
      await lease.confirm();
      await registerGeneration(bucket, store, transfer.next);
    },
    async activate({ next }) {
      await lease.confirm();
      await switchTo(next, bucket, store, await known(), await servedNumber());
    },
    async inspect(...args) {
      return inspectGeneration({ bucket, store, known: await complete() }, ...args);
    },
    async repair(generation, drift, dist) {
      await repairGeneration({ bucket, store, known: await complete() }, generation, drift, dist, lease.check);
    },
    async prune(kept) {
      await lease.confirm();
      const all = await known();
      const served = await servedNumber();
      const isLeft = (each: NumberedGeneration): boolean =>
        each.number === served || (kept.includes(each.build) && each === newestOf(all, each.build));
      if (!all.every(isLeft)) await removeOthers(bucket, store, all, isLeft, lease.check);
    },
    readJournal: () => bucket.read(JOURNAL_KEY),
    writeJournal: (text) => (text === undefined ? bucket.remove(JOURNAL_KEY) : bucket.write(JOURNAL_KEY, text)),
    close: () => lease.release(),
  };
}

/** Has visitors get a generation that is in the bucket and in the store. @param served number of the served generation */
async function switchTo(
  next: Manifest,
  bucket: Bucket,
  store: KeyValueStore,
  known: NumberedGeneration[],
  served: number,
): Promise<void> {
  const generation = newestOf(known, next.build);
  if (!generation) throw leaseLost();
  // A killed run has switched already.
  if (served === generation.number) return;
  // With --to, pages of the served generation that are open still need its assets.
  const isSame = (await manifestText(bucket, generation)) === formatManifest(next);
  const numbers = isSame ? [generation.number] : [generation.number, served];
  await store.update([[POINTER, numbers.map((number) => number.toString(36)).join('.')]]);
}

/** Removes all generations but those that are left, and the files that only these have named. */
async function removeOthers(
  bucket: Bucket,
  store: KeyValueStore,
  all: NumberedGeneration[],
  isLeft: (generation: NumberedGeneration) => boolean,
  check: () => void,
): Promise<void> {
  const left = all.filter(isLeft);
  const marked = all.map((each) => (isLeft(each) ? each : { ...each, isComplete: false }));
  await writeGenerations(bucket, marked);
  await keepInStore(bucket, store, marked, left);
  await writeGenerations(bucket, left);
  await removeManifests(bucket, left);
  const manifests = [];
  for (const each of left) manifests.push(await manifestOf(bucket, each));
  await pruneFiles(bucket, manifests, check);
}
