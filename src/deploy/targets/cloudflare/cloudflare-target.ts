import { isCompressedForm } from '../../../output/content-encodings.ts';
import { formatManifest, type Manifest } from '../../../output/manifest.ts';
import { parseManifest } from '../../../output/parse-manifest.ts';
import { required } from '../../../shared/required.ts';
import { UserError } from '../../../shared/user-error.ts';
import type { Bucket } from '../../bucket/bucket.ts';
import { edgeTable } from '../../edge/edge-table.ts';
import type { Credentials } from '../../requests/credentials.ts';
import type { Session, Target, Transfer } from '../../target.ts';
import { type CloudflareApi, cloudflareApi } from './cloudflare-api.ts';
import type { CloudflareOptions } from './cloudflare-options.ts';
import { openContentBucket, pruneContents, uploadToBucket } from './content-bucket.ts';
import { type Content, contentsOf } from './content-files.ts';
import { contentReader } from './content-reader.ts';
import { breakLease, takeLease } from './database-lease.ts';
import { describeLimits } from './limits.ts';
import { StateDatabase } from './state-database.ts';
import { type Contents, uploadContents } from './upload-contents.ts';
import { type FilePlaces, workerVersions } from './upload-version.ts';
import { workerModules } from './worker-modules.ts';

/** A worker for all hosts. Its versions are the generations, each with its files, and a deployment of a version is the switch. */
export const cloudflareTarget = (options: CloudflareOptions, credentials: Credentials): Target => ({
  keepsVary: false,
  depthBeforeSwitch: 'size',
  // Cloudflare compresses by itself.
  carries: (path) => !isCompressedForm(path),
  describe: ({ next }) => describeLimits(next, options),
  open: (signal) => openAccount(options, credentials, signal),
  async unlock(signal) {
    const state = new StateDatabase(cloudflareApi(options, credentials, signal), options.database, options.worker);
    await state.createTables();
    return breakLease(state);
  },
});

async function openAccount(
  options: CloudflareOptions,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Session> {
  const api = cloudflareApi(options, credentials, signal);
  const bucket = await openContentBucket(options, credentials, signal);
  const state = new StateDatabase(api, options.database, options.worker);
  const versions = workerVersions(api, options.worker);
  await state.createTables();
  const lease = await takeLease(state);
  const uploadVersion: Session['upload'] = async (transfer, onBytes) => {
    const { next } = transfer;
    await versions.createIfMissing();
    const places = await uploadFiles({ api, bucket, options }, transfer, onBytes);
    const version = await versions.upload(await workerModules(edgeTable(next)), next.build, places);
    await state.writeGeneration(next.build, version, formatManifest(next));
  };
  return {
    async generations() {
      const [stored, deployed] = await Promise.all([state.generations(), versions.deployed()]);
      return stored.map(({ build, version, deployed_at }) => ({
        build,
        deployedAt: deployed_at,
        isServed: version === deployed,
      }));
    },
    manifest: (build) => state.manifest(build),
    upload: uploadVersion,
    async activate(transfer) {
      await lease.check();
      const { build } = transfer.next;
      // Open pages of the generation that visitors leave need its hashed files, which a former version lacks.
      if ((await state.manifest(build)) !== formatManifest(transfer.next)) await uploadVersion(transfer, () => {});
      const generation = (await state.generations()).find((stored) => stored.build === build);
      if (!generation) throw new UserError(`The database ${options.database} has no generation ${build} any more.`);
      await versions.deploy(generation.version, build);
      await state.setDeployed(build);
    },
    async prune(kept) {
      await lease.check();
      const all = await state.generations();
      const old = all.filter(({ build }) => !kept.includes(build));
      for (const { build } of old) await state.removeGeneration(build);
      if (bucket && old.length) await pruneContents(bucket, await manifestsOf(state), () => lease.check());
    },
    async readJournal() {
      return (await state.text(JOURNAL))?.content;
    },
    async writeJournal(text) {
      if (text === undefined) await state.removeText(JOURNAL, JOURNAL);
      else await state.exchangeText(JOURNAL, JOURNAL, text, JOURNAL);
    },
    close: () => lease.release(),
  };
}

const JOURNAL = 'journal';

interface Account {
  api: CloudflareApi;
  bucket: Bucket | undefined;
  options: CloudflareOptions;
}

async function uploadFiles(
  { api, bucket, options }: Account,
  transfer: Transfer,
  onBytes: (bytes: number) => void,
): Promise<FilePlaces> {
  const needed = contentsOf({
    ...transfer.next,
    editions: transfer.next.editions.map((edition) => ({ ...edition, kept: {} })),
  });
  const upload: Contents = {
    contents: [...contentsOf(transfer.next).values()],
    read: contentReader(transfer),
    isNeeded: ({ hash }) => needed.has(hash),
    onStored: storedCounter(transfer, onBytes),
  };
  if (!bucket) return { token: await uploadContents(api, options.worker, upload) };
  await uploadToBucket(bucket, upload);
  return { bucket: required(options.bucket, 'bucket') };
}

/** The manifests of all generations that can be served. */
async function manifestsOf(state: StateDatabase): Promise<Manifest[]> {
  const manifests: Manifest[] = [];
  for (const { build } of await state.generations())
    manifests.push(parseManifest(await state.manifest(build), `The manifest of generation ${build}`));
  return manifests;
}

/** Counts the bytes of changed files when their content is stored, each once. */
function storedCounter({ changed }: Transfer, onBytes: (bytes: number) => void): (content: Content) => void {
  const waiting = new Map(changed.map(({ path, bytes }) => [path, bytes]));
  return ({ files }) => {
    for (const { path } of files) {
      onBytes(waiting.get(path) ?? 0);
      waiting.delete(path);
    }
  };
}
