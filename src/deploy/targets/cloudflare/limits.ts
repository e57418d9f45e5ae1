import { gzipSync } from 'node:zlib';

import type { Manifest } from '../../../output/manifest.ts';
import { required } from '../../../shared/required.ts';
import { DeployError } from '../../deploy-error.ts';
import { edgeTable } from '../../edge/edge-table.ts';
import { bytesIn } from '../../format-bytes.ts';
import type { CloudflareOptions } from './cloudflare-options.ts';
import { contentsOf } from './content-files.ts';

/**
 * Limits of Workers by plan.
 * @see https://developers.cloudflare.com/workers/platform/limits/ (read in November 2026)
 */
const limits = {
  free: { files: 20_000, workerBytes: 3e6 },
  paid: { files: 100_000, workerBytes: 10e6 },
};

/** Of a static asset. */
const MAX_FILE_BYTES = 25 * 1024 * 1024;

/** What the code of the worker takes beside its table, as gzip. */
const CODE_BYTES = 20_000;

/** Limits and costs of a generation, as sentences. @throws DeployError that names all limits which it exceeds */
export function describeLimits(next: Manifest, options: CloudflareOptions): string[] {
  const { plan } = options;
  const contents = contentsOf(next);
  const bytes = gzipSync(JSON.stringify(edgeTable(next))).length + CODE_BYTES;
  const { files: maxFiles, workerBytes } = limits[plan];
  const large = options.bucket ? [] : [...contents.values()].filter((content) => content.bytes > MAX_FILE_BYTES);
  const distinct = `${contents.size.toLocaleString('en')} different files`;
  const mistakes = [
    ...(!options.bucket && contents.size > maxFiles
      ? [
          `The site has ${distinct}, and the ${plan} plan takes ${maxFiles.toLocaleString('en')}. Name a bucket of R2 (bucket).`,
        ]
      : []),
    ...large.map(
      ({ files }) =>
        `${required(files[0], 'files').path} has more than 25 MiB, which no static asset may have. Name a bucket of R2 (bucket).`,
    ),
    ...(bytes > workerBytes
      ? [
          `The worker has ${bytesIn(bytes)} as gzip, and the ${plan} plan takes ${bytesIn(workerBytes)}. ${plan === 'free' ? 'Take the paid plan, or d' : 'D'}ivide the hosts among several targets.`,
        ]
      : []),
  ];
  if (mistakes.length) throw new DeployError('wrongUse', mistakes.join('\n'));
  return [
    options.bucket
      ? `${distinct} in the bucket ${options.bucket}. R2 counts an upload of each new file, and a read of each request for a file: 1 and 10 million a month are free, each further million costs $4.50 and $0.36.`
      : `${distinct} of ${maxFiles.toLocaleString('en')} that the ${plan} plan allows.`,
    `The worker has ${bytesIn(bytes)} as gzip, of ${bytesIn(workerBytes)}.`,
    plan === 'free'
      ? 'The worker runs first and counts every request: 100,000 a day on the free plan, all hosts together; then visitors get 429 until midnight UTC.'
      : 'The worker runs first and counts every request: 10 million a month are in the paid plan, each further million costs $0.30.',
  ];
}
