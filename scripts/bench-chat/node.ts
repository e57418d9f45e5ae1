// The service in a process of its own, which tells its memory. Started by `npm run bench:chat` with --expose-gc.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { pino } from 'pino';

import { readEnv } from '../../src/service/env.ts';
import { startService } from '../../src/service/service.ts';
import { editions } from '../../src/site.ts';

const service = await startService({
  env: readEnv(process.env),
  editions,
  dist: 'dist',
  log: pino({ level: 'silent' }),
  onError: console.error,
});
const server = createServer(service.listener);
service.attach(server);
process.on('message', () => {
  globalThis.gc!();
  process.send!({ heap: process.memoryUsage().heapUsed, cpu: process.cpuUsage() });
});
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));
