import { formatManifest } from '../../../output/manifest.ts';
import { type Bucket, OWN_FOLDER } from '../../bucket/bucket.ts';
import { leaseLost } from '../../lease.ts';
import type { Session } from '../../target.ts';
import type { BucketLease } from './bucket-lease.ts';
import type { CloudfrontOptions } from './cloudfront-options.ts';
import { openStore } from './key-value-store.ts';
import {
  manifestOf,
  manifestText,
  type NumberedGeneration,
  readGenerations,
  removeManifests,
  writeGenerations,
} from './numbered-generations.ts';
import { publishFunction } from './publish-function.ts';
import { keepInStore, newestOf, registerGeneration } from './register-generation.ts';
import { POINTER } from './store-table.ts';
import { pruneFiles, uploadFiles } from './upload-files.ts';

const JOURNAL_KEY = `${OWN_FOLDER}journal.json`;

/** Generations in a bucket and in the store of CloudFront, whose pointer is the switch. */
export async function cloudfrontSession(
  bucket: Bucket,
  lease: BucketLease,
  options: CloudfrontOptions,
  signal: AbortSignal,
): Promise<Session> {
  const check = (): void => lease.check();
  const store = await openStore(options, check, signal);
  const known = async (): Promise<NumberedGeneration[]> => (await readGenerations(bucket)) ?? [];
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
      await uploadFiles(bucket, transfer, check, onBytes);
      await publishFunction(options, signal);
      check();
      await registerGeneration(bucket, store, transfer.next);
    },
    async activate({ next }) {
      check();
      const generation = newestOf(await known(), next.build);
      if (!generation) throw leaseLost();
      const served = await servedNumber();
      // A killed run has switched already.
      if (served === generation.number) return;
      // With --to, pages of the served generation that are open still need its assets.
      const isSame = (await manifestText(bucket, generation)) === formatManifest(next);
      const numbers = isSame ? [generation.number] : [generation.number, served];
      await store.update([[POINTER, numbers.map((number) => number.toString(36)).join('.')]]);
    },
    async prune(kept) {
      check();
      const all = await known();
      const served = await servedNumber();
      const isLeft = (each: NumberedGeneration): boolean =>
        each.number === served || (kept.includes(each.build) && each === newestOf(all, each.build));
      const left = all.filter(isLeft);
      if (left.length === all.length) return;
      const marked = all.map((each) => (isLeft(each) ? each : { ...each, isComplete: false }));
      await writeGenerations(bucket, marked);
      await keepInStore(bucket, store, marked, left);
      await writeGenerations(bucket, left);
      await removeManifests(bucket, left);
      const manifests = [];
      for (const each of left) manifests.push(await manifestOf(bucket, each));
      await pruneFiles(bucket, manifests, check);
    },
    readJournal: () => bucket.read(JOURNAL_KEY),
    writeJournal: (text) => (text === undefined ? bucket.remove(JOURNAL_KEY) : bucket.write(JOURNAL_KEY, text)),
    close: () => lease.release(),
  };
}
