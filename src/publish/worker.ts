import { parentPort, workerData } from 'node:worker_threads';

import { type Job, work } from './build-hosts.ts';

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
parentPort!.postMessage(await work(workerData as Job));
