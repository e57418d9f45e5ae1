import { setTimeout as wait } from 'node:timers/promises';

import pLimit from 'p-limit';

import type { Manifest } from '../../output/manifest.ts';
import { listFirst } from '../../shared/user-error.ts';
import { DeployError } from '../deploy-error.ts';
import { TransientError } from '../requests/retry.ts';
import { compareAnswer, type Difference, type Encoding } from './compare-answer.ts';
import { expectedAnswer } from './expected-answer.ts';
import { answerFetcher } from './fetch-answer.ts';

export interface Verification {
  next: Manifest;
  /** URLs whose answers changed. */
  urls: string[];
  /** Connects here instead of each host's own address. */
  address?: string | undefined;
  maxUrls: number;
  /** Whether the target serves the compressed files of the build. */
  hasForms: boolean;
  signal: AbortSignal;
  /** Called for each URL that was compared. */
  onUrl?: (() => void) | undefined;
}

/** URLs that are fetched at a time. */
const CONCURRENCY = 8;

/** Differences in a message. */
const MAX_NAMED = 20;

/** Caches forget some seconds after their API has answered. */
const WAITS_MS = [1000, 4000];

const encodings: Encoding[] = ['identity', 'gzip', 'br'];

/**
 * Fetches URLs as visitors do, in each encoding, and compares status, content and headers with the build.
 * @returns number of URLs
 * @throws DeployError that names the differences
 */
export async function verify(verification: Verification): Promise<number> {
  const { address, maxUrls, signal } = verification;
  const urls = sampleOf(
    verification.urls.filter((url) => !url.endsWith('/404.html')),
    maxUrls,
  );
  const fetcher = answerFetcher(address, signal);
  try {
    let differences = await differencesOf(urls, verification, fetcher);
    for (const waitMs of WAITS_MS) {
      if (!differences.length) break;
      await wait(waitMs, undefined, { signal });
      differences = await differencesOf([...new Set(differences.map(({ url }) => url))], verification, fetcher);
    }
    if (differences.length) throw new DeployError('differs', describe(differences, urls.length));
    return urls.length;
  } finally {
    fetcher.close();
  }
}

/** Whether something answers a URL. The first deployment comes before the server is started. */
export async function isAnswered(url: string, address: string | undefined, signal: AbortSignal): Promise<boolean> {
  const fetcher = answerFetcher(address, signal);
  try {
    await fetcher.fetchOnce(new URL(url), 'identity');
    return true;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TransientError) return false;
    throw error;
  } finally {
    fetcher.close();
  }
}

async function differencesOf(
  urls: string[],
  { next, hasForms, signal, onUrl }: Verification,
  fetcher: ReturnType<typeof answerFetcher>,
): Promise<Difference[]> {
  const limit = pLimit(CONCURRENCY);
  const found = await Promise.all(urls.map((url) => limit(() => differencesAt(url).finally(onUrl))));
  return found.flat();

  async function differencesAt(text: string): Promise<Difference[]> {
    const url = new URL(text);
    const expected = expectedAnswer(next, url);
    const asked = expected && Object.keys(expected.forms).length ? encodings : encodings.slice(0, 1);
    const differences: Difference[] = [];
    for (const encoding of asked) {
      try {
        const parts = compareAnswer(expected, await fetcher.fetch(url, encoding), encoding, hasForms);
        differences.push(...parts.map((part) => ({ url: text, encoding, ...part })));
      } catch (error) {
        signal.throwIfAborted();
        return [{ url: text, encoding, part: 'status', expected: 'an answer', got: `it ${(error as Error).message}` }];
      }
    }
    return differences;
  }
}

/** Evenly spread, so that each host has its share. */
function sampleOf(urls: string[], maxUrls: number): string[] {
  if (urls.length <= maxUrls) return urls;
  const step = urls.length / maxUrls;
  return urls.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

function describe(differences: Difference[], fetched: number): string {
  const lines = differences.map(
    ({ url, encoding, part, expected, got }) => `${url} (${encoding}) ${part}: expected ${expected}; got ${got}`,
  );
  const title = `${lines.length} difference(s) between the build and the answers to ${fetched} URLs:`;
  return [title, ...listFirst(lines, MAX_NAMED)].join('\n');
}
