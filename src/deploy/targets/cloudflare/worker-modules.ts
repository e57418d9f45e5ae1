import { fileURLToPath } from 'node:url';

import { build } from 'rolldown';

import type { EdgeTable } from '../../edge/edge-table.ts';

/** A module of a worker, as Cloudflare's API takes it. */
export interface WorkerModule {
  name: string;
  content: string;
  type: 'application/javascript+module' | 'text/plain';
}

/** The behaviour of workerd that the code was tried with. */
export const COMPATIBILITY_DATE = '2026-07-01';

/**
 * The modules of the worker that serves a generation, its main module first. The table is a text, because `JSON.parse` reads it faster
 * than the compiler of scripts does.
 */
export async function workerModules(table: EdgeTable): Promise<WorkerModule[]> {
  const { output } = await build({
    input: fileURLToPath(new URL('../../edge/worker.ts', import.meta.url)),
    platform: 'browser',
    output: { format: 'esm', minify: true },
    write: false,
    logLevel: 'warn',
  });
  return [
    { name: 'main.js', content: MAIN, type: 'application/javascript+module' },
    { name: 'edge.js', content: output[0].code, type: 'application/javascript+module' },
    { name: 'table.txt', content: JSON.stringify(table), type: 'text/plain' },
  ];
}

const MAIN = `import { edgeWorker } from './edge.js';
import table from './table.txt';
export default edgeWorker(JSON.parse(table));
`;
