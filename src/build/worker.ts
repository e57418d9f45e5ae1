import { parentPort } from 'node:worker_threads';

import type { Inspections } from '../check/inspect.ts';
import type { BuiltEdition } from './build-host.ts';
import type { Job } from './build-hosts.ts';
import { readLastManifest } from './files/build-manifest.ts';
import { carryFiles } from './files/reuse-files.ts';
import { wholeRoots } from './incremental/intact-editions.ts';

/** What a thread can be asked for; it loads what that takes. */
export const tasks = {
  wholeRoots: (): Set<string> => wholeRoots(readLastManifest()),
  carryFiles: (files: string[]): void => carryFiles(files),
  inspect: async (thread: number): Promise<Inspections> => (await import('./check-content.ts')).inspectShare(thread),
  buildHosts: async (job: Job): Promise<BuiltEdition[]> => (await import('./build-hosts.ts')).work(job),
};

interface Message {
  name: keyof typeof tasks;
  question: never;
}

parentPort!.on('message', async ({ name, question }: Message) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  parentPort!.postMessage(await tasks[name](question));
});
