import { availableParallelism } from 'node:os';

import { editions } from '../../site/editions/configured-editions.ts';

/** Workers of a large build: one per core. */
const WORKERS = availableParallelism();

/** Whether workers check texts and files of `dist/` faster than the main thread, which need not start. */
export const isLarge = editions.length >= 10;

const hostNumbers = new Map([...new Set(editions.map(({ host }) => host))].map((host, number) => [host, number]));

/** Number of the worker that reads the texts of a scope and builds its editions. Hosts are dealt in turn; texts of brands and shared texts go to worker 0. */
export const workerOf = (scope: string): number => (hostNumbers.get(scope) ?? 0) % WORKERS;
