/** `npm start`: the built site and its service on http://localhost:4321/, every host by name, such as http://ru.velvet.example.localhost:4321/. */
import './lib/report-user-errors.ts';
import { pino } from 'pino';

import { staticListener } from '../src/server/static-listener.ts';
import { readEnv } from '../src/service/config/env.ts';
import { startService } from '../src/service/start-service.ts';
import { editions } from '../src/site/editions/configured-editions.ts';
import { errorReporter } from '../src/telemetry/errors/service-error-reporter.ts';
import { serve } from './lib/listen-until-signal.ts';

const env = readEnv(process.env);
const report = await errorReporter();
const site = staticListener('dist', (error) => {
  console.error(error);
  report(error);
});
const service = await startService({ env, editions, dist: 'dist', log: pino(), onError: report });
const url = await serve(
  env,
  (request, response) => (request.url?.startsWith('/api/') ? service.listener : site)(request, response),
  service,
);
console.log(`${url} lists every edition. Ctrl+C stops.`);
