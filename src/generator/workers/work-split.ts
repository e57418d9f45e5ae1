import { availableParallelism } from 'node:os';

import { cachedBy } from '../../shared/cached-by.ts';
import type { Site } from '../../site/editions/editions.ts';

/** Workers of a large build: one per core. */
const WORKERS = availableParallelism();

/** Whether workers check texts and files of `dist/` faster than the main thread, which need not start. */
export const isLarge = ({ editions }: Site): boolean => editions.length >= 10;

const hostNumbers = cachedBy(
  ({ editions }: Site) => new Map([...new Set(editions.map(({ host }) => host))].map((host, number) => [host, number])),
);

/** Number of the worker that reads the texts of a scope and builds its editions. Hosts are dealt in turn; texts of brands and shared texts go to worker 0. */
export const workerOf = (site: Site, scope: string): number => (hostNumbers(site).get(scope) ?? 0) % WORKERS;
