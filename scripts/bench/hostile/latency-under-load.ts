import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

import { health } from '../../../src/contract/api-paths.ts';
import { formatNumber, quantile } from '../lib/numbers.ts';
import type { Server } from '../service/start-contender.ts';

const SAMPLE_MS = 100;

export interface Asked {
  /** What came of the load: answers by status, connections by what became of them. */
  outcomes: Record<string, number>;
  /** Response times of `GET /api/health/live`. */
  timesMs: number[];
  /** Most memory of the service. */
  peakMegabytes: number;
}

/** Requests `/api/health/live` every 20 ms during a load. */
export async function whileAsked(server: Server, load: () => Promise<Record<string, number>>): Promise<Asked> {
  const thread = new Worker(new URL('./health-thread.ts', import.meta.url), {
    workerData: { url: `http://127.0.0.1:${server.port}${health.live}` },
  });
  let peakMegabytes = 0;
  const sampling = setInterval(() => {
    peakMegabytes = Math.max(peakMegabytes, server.usage().megabytes);
  }, SAMPLE_MS);
  const outcomes = await load();
  clearInterval(sampling);
  const answer = once(thread, 'message') as Promise<[number[]]>;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, no window
  thread.postMessage('over');
  const [timesMs] = await answer;
  return { outcomes, timesMs, peakMegabytes };
}

export const p99Of = ({ timesMs }: Asked): number => quantile(timesMs, 0.99);

/** Cells of a table: outcomes, p50, p99, slowest, memory. */
export const cellsOf = ({ outcomes, timesMs, peakMegabytes }: Asked): string[] => [
  Object.entries(outcomes)
    .map(([what, times]) => `${times} × ${what}`)
    .join(', '),
  ...[0.5, 0.99, 1].map((share) => formatNumber(quantile(timesMs, share), 1)),
  formatNumber(peakMegabytes),
];
