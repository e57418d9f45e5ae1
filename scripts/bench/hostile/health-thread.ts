// Runs in its own thread, so that sending forms does not delay the measurement.
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

import { required } from '../../../src/shared/required.ts';

const INTERVAL_MS = 20;

const { url } = workerData as { url: string };
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const over = new AbortController();
const port = required(parentPort, 'port of a thread');
port.once('message', () => over.abort());
const timesMs: number[] = [];
while (!over.signal.aborted) {
  const began = performance.now();
  const [response] = (await once(get(url, { agent }), 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  timesMs.push(performance.now() - began);
  await sleep(INTERVAL_MS);
}
agent.destroy();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
port.postMessage(timesMs);
