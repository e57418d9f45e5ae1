import { parentPort } from 'node:worker_threads';

import { DIST } from '../output/folders.ts';
import { required } from '../shared/required.ts';
import type { BuiltEdition } from './build-host.ts';
import type { HostsTask } from './build-hosts.ts';
import type { StagedBuild } from './swap/stage-last-build.ts';
import type { inspectHere } from './texts/inspect-texts.ts';

/** Tasks of a worker by name. A task imports its modules when it first runs. */
const tasks = {
  stageLastBuild: async (): Promise<StagedBuild> => {
    const { readManifestIfIntact } = await import('../output/manifest.ts');
    return (await import('./swap/stage-last-build.ts')).stageLastBuild(readManifestIfIntact(DIST));
  },
  inspect: async (texts: Parameters<typeof inspectHere>[0]): Promise<ReturnType<typeof inspectHere>> => {
    const inspected = (await import('./texts/inspect-texts.ts')).inspectHere(texts);
    // The worker has nothing else to do until the pages are compiled.
    setImmediate(() => void Promise.all([import('./build-hosts.ts'), import('./pages/render-with-templates.ts')]));
    return inspected;
  },
  prepareRenderer: async (): Promise<void> => (await import('./build-hosts.ts')).prepareRenderer(),
  buildHosts: async (task: HostsTask): Promise<BuiltEdition[]> =>
    (await import('./build-hosts.ts')).buildHostsHere(task),
};

interface Message {
  name: keyof typeof tasks;
  input: never;
}

const port = required(parentPort, 'port of a worker');
port.on('message', async ({ name, input }: Message) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, no window
  port.postMessage(await tasks[name](input));
});
