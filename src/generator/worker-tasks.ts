import { parentPort } from 'node:worker_threads';

import type { Output } from '../output/folders.ts';
import { required } from '../shared/required.ts';
import type { Site, SiteOptions, Unpublished } from '../site/editions/editions.ts';
import { openSite, withUnpublished } from '../site/open-site.ts';
import type { BuiltEdition } from './build-host.ts';
import type { WorkerTask } from './build-hosts.ts';
import type { StagedBuild } from './swap/stage-last-build.ts';
import type { InspectTask, inspectHere } from './texts/inspect-texts.ts';

/** The site of the build, and the same site with the articles that the build leaves out. Workers end with their build. */
let opened: Promise<Site> | undefined;
let published: Site | undefined;

const siteOf = (options: SiteOptions): Promise<Site> => (opened ??= openSite(options));

async function publishedSite(options: SiteOptions, unpublished: Unpublished): Promise<Site> {
  const site = await siteOf(options);
  return (published ??= withUnpublished(site, unpublished));
}

/** Tasks of a worker by name. A task imports its modules when it first runs. */
const tasks = {
  stageLastBuild: async (output: Output): Promise<StagedBuild> => {
    const { readManifestIfIntact } = await import('../output/manifest.ts');
    return (await import('./swap/stage-last-build.ts')).stageLastBuild(output, readManifestIfIntact(output, 'dist'));
  },
  inspect: async ({ site, names }: InspectTask): Promise<ReturnType<typeof inspectHere>> => {
    const { folder } = await siteOf(site);
    const inspected = (await import('./texts/inspect-texts.ts')).inspectHere(folder, names);
    // The worker has nothing else to do until the pages are compiled.
    setImmediate(() => void Promise.all([import('./build-hosts.ts'), import('./pages/render-with-templates.ts')]));
    return inspected;
  },
  prepareRenderer: async (): Promise<void> => (await import('./build-hosts.ts')).prepareRenderer(),
  buildHosts: async ({ site, unpublished, ...task }: WorkerTask): Promise<BuiltEdition[]> =>
    (await import('./build-hosts.ts')).buildHostsHere({ ...task, site: await publishedSite(site, unpublished) }),
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
