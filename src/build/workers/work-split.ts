import { availableParallelism } from 'node:os';

import { editions } from '../../site/site.ts';

/** How many threads share the work of a build that is worth it. */
const THREADS = availableParallelism();

const numbers = new Map([...new Set(editions.map(({ host }) => host))].map((host, number) => [host, number]));

/** The thread that reads the texts of a host and builds its editions. What hosts share is read by the first, for a start. */
export const threadOf = (scope: string): number => (numbers.get(scope) ?? 0) % THREADS;

/** Asks every thread. */
export const ofThreads = <Answer>(ask: (thread: number) => Promise<Answer>): Promise<Answer>[] =>
  Array.from({ length: THREADS }, (_, thread) => ask(thread));
