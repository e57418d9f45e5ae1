import type { ByteRange } from '../../output/requests/conditional-request.ts';
import { answerAtEdge, type EdgeFile } from './answer-at-edge.ts';
import { editionReader, type EdgeTable } from './edge-table.ts';
import { objectKey } from './file-places.ts';

/** A Cloudflare worker that answers for all hosts. It passes requests for the service on to the origin of the zone. */
export function edgeWorker(table: EdgeTable): Worker {
  const editionsOf = editionReader(table);
  return {
    async fetch(request, bindings) {
      const answer = answerAtEdge(request, editionsOf);
      if (answer === 'service') return fetch(request);
      const { status, headers, file, range, body = null } = answer;
      const isHead = request.method === 'HEAD';
      if (!file) return new Response(isHead ? null : body, { status, headers });
      const sent = { ...headers, 'Content-Length': String(range ? lengthOf(range) : file.bytes) };
      if (isHead) return new Response(null, { status, headers: sent });
      const content = await open(file, range, bindings);
      return content ? new Response(content, { status, headers: sent }) : NOT_YET();
    },
  };
}

/** A version reaches some places before its files. */
const NOT_YET = (): Response =>
  new Response('Try again.\n', { status: 503, headers: { 'Retry-After': '1', 'Cache-Control': 'no-store' } });

/** The content of a file or of a range of it; null where it is missing. */
async function open(
  { hash, bytes }: EdgeFile,
  range: ByteRange | undefined,
  bindings: Bindings,
): Promise<ReadableStream | ArrayBuffer | null> {
  const part = range && lengthOf(range) < bytes ? range : undefined;
  if ('BUCKET' in bindings) {
    const options = part && { range: { offset: part.first, length: lengthOf(part) } };
    return (await bindings.BUCKET.get(objectKey(hash), options))?.body ?? null;
  }
  const response = await bindings.FILES.fetch(`https://files.internal/${hash}`);
  if (response.status !== 200) return null;
  return part ? (await response.arrayBuffer()).slice(part.first, part.last + 1) : response.body;
}

const lengthOf = ({ first, last }: ByteRange): number => last - first + 1;

interface Worker {
  fetch(request: Request, bindings: Bindings): Promise<Response>;
}

/** A bucket, or the static assets of this worker. */
type Bindings = { BUCKET: Bucket } | { FILES: { fetch(url: string): Promise<Response> } };

/** A bucket of R2. */
interface Bucket {
  get(key: string, options?: { range: { offset: number; length: number } }): Promise<{ body: ReadableStream } | null>;
}
