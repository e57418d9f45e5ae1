// The service in a process of its own. Started by `npm run bench:chat` with --expose-gc.
import { createServer } from 'node:http';

import { pino } from 'pino';

import { readEnv } from '../../../src/service/config/env.ts';
import { startService } from '../../../src/service/start-service.ts';
import { reportUsage } from '../chat/report-usage.ts';
import { edition } from './measured-edition.ts';

const onError = (error: unknown): never => {
  throw error;
};
const env = readEnv(process.env);
const service = await startService({
  env,
  site: { editions: [edition], folder: edition.site.folder },
  dist: 'dist',
  log: pino({ level: 'silent' }),
  onError,
});
const server = createServer(service.listener);
service.attach(server);
reportUsage(server);
