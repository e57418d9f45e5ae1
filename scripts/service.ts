/** `npm run service`: serves `/api/` only, behind servers or a CDN with the files. */
import './lib/options/site-option.ts';
import { readEnv } from '../src/service/config/env.ts';
import { startService } from '../src/service/start-service.ts';
import { openSite, readSiteOptions } from '../src/site/open-site.ts';
import { errorReporter } from '../src/telemetry/errors/service-error-reporter.ts';
import { readTelemetry } from '../src/telemetry/settings.ts';
import { serve } from './lib/listen/listen-until-signal.ts';
import { serviceLog } from './lib/listen/service-log.ts';

const site = await openSite(readSiteOptions(process.env));
const env = readEnv(process.env);
const service = await startService({
  env,
  site,
  dist: env.SITE_ROOT,
  log: serviceLog(),
  onError: await errorReporter(readTelemetry(process.env).dsn),
});
const url = await serve(env, service.listener, service);
console.log(`${url}api/ answers. Ctrl+C stops.`);
