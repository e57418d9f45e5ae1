import { z } from 'zod';

import { lookUp, required } from '../../../shared/required.ts';
import { UserError } from '../../../shared/user-error.ts';
import { ApiError } from '../../requests/api-request.ts';
import { forEachParallel } from '../../requests/for-each-parallel.ts';
import type { CloudflareApi } from './cloudflare-api.ts';
import type { Content } from './content-files.ts';

const sessionSchema = z.object({
  jwt: z.string(),
  /** Hashes that Cloudflare has not, in the groups in which it wants them. */
  buckets: z.array(z.array(z.string())).nullish(),
});

/** Of the last upload of a session. It stands for all its files. */
const uploadedSchema = z.object({ jwt: z.string().nullish() }).nullish();

/** Uploads at a time. */
const PARALLEL = 3;

/** A group may have 50 MB. */
const TIMEOUT_MS = 600_000;

/** Contents to bring. */
export interface Contents {
  contents: Content[];
  /** Bytes of a content; undefined where neither the build nor this machine has them. */
  read(content: Content): Buffer | undefined;
  /** Whether the next generation answers with a content. Others are for open pages, or for earlier generations. */
  isNeeded(content: Content): boolean;
  /** Called for each content that Cloudflare has; again where a session has expired. */
  onStored(content: Content): void;
}

/**
 * Brings the contents that Cloudflare has not. Their hashes are names of its store, so that a run goes on where a killed run was.
 * @returns token that gives a version these files, for an hour
 */
export async function uploadContents(api: CloudflareApi, worker: string, upload: Contents): Promise<string> {
  let contents = upload.contents;
  let missing = Infinity;
  for (;;) {
    const manifest = Object.fromEntries(contents.map(({ hash, bytes }) => [`/${hash}`, { hash, size: bytes }]));
    const { jwt, buckets } = await api.call(`/workers/scripts/${worker}/assets-upload-session`, sessionSchema, {
      method: 'POST',
      body: { manifest },
    });
    const wanted = new Set(buckets?.flat());
    const unreadable = contents.filter((content) => wanted.has(content.hash) && !upload.read(content));
    if (unreadable.length) {
      const lost = unreadable.find(upload.isNeeded);
      if (lost) throw contentLost(lost);
      // Cloudflare has forgotten them: leaving them out takes nothing from visitors.
      contents = contents.filter((content) => !unreadable.includes(content));
      continue;
    }
    for (const content of contents) if (!wanted.has(content.hash)) upload.onStored(content);
    if (!wanted.size) return jwt;
    try {
      return await uploadBuckets(api, jwt, required(buckets, 'buckets'), contents, upload);
    } catch (error) {
      // The session has expired: a new one asks for the rest.
      if (!(error instanceof ApiError) || error.status !== 401 || wanted.size >= missing) throw error;
      missing = wanted.size;
    }
  }
}

/** Uploads groups side by side, until one fails. @returns token that Cloudflare gives with the last of them */
async function uploadBuckets(
  api: CloudflareApi,
  session: string,
  buckets: string[][],
  contents: Content[],
  { read, onStored }: Contents,
): Promise<string> {
  const byHash = new Map(contents.map((content) => [content.hash, content]));
  let token: string | null | undefined;
  const uploadBucket = async (bucket: string[]): Promise<void> => {
    const form = new FormData();
    for (const hash of bucket) {
      const content = byHash.get(hash);
      if (!content) throw new UserError(`Cloudflare asks for the file ${hash}, which the build has not.`);
      // The worker sends the content type.
      form.append(
        hash,
        new File([required(read(content), hash).toString('base64')], hash, { type: 'application/null' }),
        hash,
      );
    }
    const result = await api.call('/workers/assets/upload?base64=true', uploadedSchema, {
      method: 'POST',
      body: form,
      headers: { Authorization: `Bearer ${session}` },
      timeoutMs: TIMEOUT_MS,
    });
    for (const hash of bucket) onStored(lookUp(byHash, hash));
    token = result?.jwt ?? token;
  };
  await forEachParallel(buckets, uploadBucket, PARALLEL);
  if (token) return token;
  throw new UserError('Cloudflare has all files, and gave no token for them. Run the command again.');
}

/** A content that visitors need is neither there nor in the build. */
export const contentLost = ({ files }: Content): UserError =>
  new UserError(
    `Cloudflare has lost ${required(files[0], 'files').path}, and the build has it not. Build all hosts and deploy again: npm run build -- --compress best`,
  );
