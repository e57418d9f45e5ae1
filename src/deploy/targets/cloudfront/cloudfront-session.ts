import { formatManifest } from '../../../output/manifest.ts';
import { type Bucket, OWN_FOLDER } from '../../bucket/bucket.ts';
import { leaseLost } from '../../lease.ts';
import type { Credentials } from '../../requests/credentials.ts';
import type { Generation, Session, Transfer } from '../../target.ts';
import type { BucketLease } from './bucket-lease.ts';
import type { CloudfrontOptions } from './cloudfront-options.ts';
import { KeyValueStore } from './key-value-store.ts';
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
export class CloudfrontSession implements Session {
  readonly #bucket: Bucket;
  readonly #lease: BucketLease;
  readonly #store: KeyValueStore;
  readonly #options: CloudfrontOptions;
  readonly #credentials: Credentials;
  readonly #signal: AbortSignal;

  private constructor(
    bucket: Bucket,
    lease: BucketLease,
    store: KeyValueStore,
    options: CloudfrontOptions,
    credentials: Credentials,
    signal: AbortSignal,
  ) {
    this.#bucket = bucket;
    this.#lease = lease;
    this.#store = store;
    this.#options = options;
    this.#credentials = credentials;
    this.#signal = signal;
  }

  static async open(
    bucket: Bucket,
    lease: BucketLease,
    options: CloudfrontOptions,
    credentials: Credentials,
    signal: AbortSignal,
  ): Promise<CloudfrontSession> {
    const store = await KeyValueStore.open(options, credentials, () => lease.check(), signal);
    return new CloudfrontSession(bucket, lease, store, options, credentials, signal);
  }

  async generations(): Promise<Generation[]> {
    const all = await this.#known();
    const served = await this.#servedNumber();
    const servedBuild = all.find(({ number }) => number === served)?.build;
    return all
      .filter((generation) => generation === newestOf(all, generation.build))
      .toReversed()
      .map(({ build, deployedAt }) => ({ build, deployedAt, isServed: build === servedBuild }));
  }

  async manifest(build: string): Promise<string> {
    const all = await this.#known();
    const served = await this.#servedNumber();
    const generation = all.find((each) => each.build === build && each.number === served) ?? newestOf(all, build);
    if (!generation) throw leaseLost();
    return manifestText(this.#bucket, generation);
  }

  async upload(transfer: Transfer, onBytes: (bytes: number) => void): Promise<void> {
    await uploadFiles(this.#bucket, transfer, () => this.#lease.check(), onBytes);
    await publishFunction(this.#options, this.#credentials, this.#signal);
    this.#lease.check();
    await registerGeneration(this.#bucket, this.#store, transfer.next);
  }

  async activate({ next }: Transfer): Promise<void> {
    this.#lease.check();
    const generation = newestOf(await this.#known(), next.build);
    if (!generation) throw leaseLost();
    const served = await this.#servedNumber();
    // A killed run has switched already.
    if (served === generation.number) return;
    // With --to, pages of the served generation that are open still need its assets.
    const isSame = (await manifestText(this.#bucket, generation)) === formatManifest(next);
    const numbers = isSame ? [generation.number] : [generation.number, served];
    await this.#store.update([[POINTER, numbers.map((number) => number.toString(36)).join('.')]]);
  }

  async prune(kept: string[]): Promise<void> {
    this.#lease.check();
    const all = await this.#known();
    const served = await this.#servedNumber();
    const isLeft = (each: NumberedGeneration): boolean =>
      each.number === served || (kept.includes(each.build) && each === newestOf(all, each.build));
    const left = all.filter(isLeft);
    if (left.length === all.length) return;
    const marked = all.map((each) => (isLeft(each) ? each : { ...each, isComplete: false }));
    await writeGenerations(this.#bucket, marked);
    await keepInStore(this.#bucket, this.#store, marked, left);
    await writeGenerations(this.#bucket, left);
    await removeManifests(this.#bucket, left);
    const manifests = [];
    for (const each of left) manifests.push(await manifestOf(this.#bucket, each));
    await pruneFiles(this.#bucket, manifests, () => this.#lease.check());
  }

  readJournal(): Promise<string | undefined> {
    return this.#bucket.read(JOURNAL_KEY);
  }

  writeJournal(text: string | undefined): Promise<void> {
    return text === undefined ? this.#bucket.remove(JOURNAL_KEY) : this.#bucket.write(JOURNAL_KEY, text);
  }

  close(): Promise<void> {
    return this.#lease.release();
  }

  async #known(): Promise<NumberedGeneration[]> {
    return (await readGenerations(this.#bucket)) ?? [];
  }

  async #servedNumber(): Promise<number> {
    return Number.parseInt((await this.#store.read(POINTER)) ?? '', 36);
  }
}
