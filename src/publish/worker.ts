import { parentPort, workerData } from 'node:worker_threads';

import type { EditionTask } from './build-host.ts';
import { buildAll } from './build-hosts.ts';

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
parentPort!.postMessage(await buildAll(workerData as EditionTask[][]));
