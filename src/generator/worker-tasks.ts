import { parentPort } from 'node:worker_threads';

import type { Output } from '../output/folders.ts';
import { required } from '../shared/required.ts';
import type { Site, SiteOptions } from '../site/editions/editions.ts';
import { openSite, withUnpublished } from '../site/open-site.ts';
import type { BuiltEdition } from './build-host.ts';
import type { WorkerTask } from './build-hosts.ts';
import type { StagedBuild } from './swap/stage-last-build.ts';
import type { InspectTask, inspectHere } from './texts/inspect-texts.ts';

/** What a worker does, by the name of the task. A task imports its modules when it first runs. */
class WorkerTasks {
  /** The site of the build, and the same site without the articles that the build leaves out. Workers end with their build. */
  #opened: Promise<Site> | undefined;
  #published: Site | undefined;

  async stageLastBuild(output: Output): Promise<StagedBuild> {
    const { readManifestIfIntact } = await import('../output/manifest.ts');
    return (await import('./swap/stage-last-build.ts')).stageLastBuild(output, readManifestIfIntact(output, 'dist'));
  }

  async inspect({ site, names }: InspectTask): Promise<ReturnType<typeof inspectHere>> {
    const { folder } = await this.#open(site);
    const inspected = (await import('./texts/inspect-texts.ts')).inspectHere(folder, names);
    // The worker has nothing else to do until the pages are compiled.
    setImmediate(() => void Promise.all([import('./build-hosts.ts'), import('./pages/render-with-templates.ts')]));
    return inspected;
  }

  async prepareRenderer(): Promise<void> {
    (await import('./build-hosts.ts')).prepareRenderer();
  }

  async buildHosts({ site, unpublished, ...task }: WorkerTask): Promise<BuiltEdition[]> {
    const opened = await this.#open(site);
    this.#published ??= withUnpublished(opened, unpublished);
    return (await import('./build-hosts.ts')).buildHostsHere({ ...task, site: this.#published });
  }

  #open(options: SiteOptions): Promise<Site> {
    return (this.#opened ??= openSite(options));
  }
}

interface Message {
  name: keyof WorkerTasks;
  input: never;
}

const tasks = new WorkerTasks();
const port = required(parentPort, 'port of a worker');
port.on('message', async ({ name, input }: Message) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, no window
  port.postMessage(await tasks[name](input));
});
