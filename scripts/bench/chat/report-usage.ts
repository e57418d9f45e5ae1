import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { required } from '../../../src/shared/required.ts';
import { sendToParent } from '../../../src/shared/send-to-parent.ts';

/** Messages of the measured server. */
export interface Usage {
  /** Bytes that are in use, after garbage was collected. */
  heap: number;
  /** Most bytes that the process has held so far, of all kinds. */
  memory: number;
  /** Microseconds of processor time. */
  cpu: number;
}

/** Listens, tells the parent process where, and from then on how much is used whenever it asks. */
export function reportUsage(server: Server): void {
  process.on('message', () => {
    required(globalThis.gc, 'gc, which Node has with --expose-gc')();
    const { user, system } = process.cpuUsage();
    const memory = process.resourceUsage().maxRSS * 1024;
    sendToParent({ heap: process.memoryUsage().heapUsed, memory, cpu: user + system } satisfies Usage);
  });
  process.on('disconnect', () => process.exit());
  server.listen(0, '127.0.0.1', () => sendToParent((server.address() as AddressInfo).port));
}
