import { createLocalInbox } from '../../../src/server/local-inbox.ts';
import { staticListener } from '../../../src/server/static-listener.ts';
import { readEnv } from '../../../src/service/config/env.ts';
import { fromThisMachine } from '../../../src/service/http/metrics-access.ts';
import { startService } from '../../../src/service/start-service.ts';
import { openSite, readSiteOptions } from '../../../src/site/open-site.ts';
import { errorReporter } from '../../../src/telemetry/errors/service-error-reporter.ts';
import { readTelemetry } from '../../../src/telemetry/settings.ts';
import { startLocalTurn } from '../programs/start-local-turn.ts';
import { serve } from './listen-until-signal.ts';
import { serviceLog } from './service-log.ts';

/** Serves the built site and its service until a signal. */
export async function runSite(): Promise<void> {
  let env = readEnv(process.env);
  /** Whether the site is only tried on this machine: nothing that production needs is set. */
  const isTrial = !env.MAIL_URL && !env.DATABASE_URL && process.env.NODE_ENV !== 'production';
  const turn = isTrial && !env.TURN_URLS.length ? await startLocalTurn() : undefined;
  if (turn) env = readEnv({ ...process.env, ...turn });
  const inbox = createLocalInbox();
  const report = await errorReporter(readTelemetry(process.env).dsn);
  const site = await openSite(readSiteOptions(process.env));
  const { SITE_ROOT: dist } = env;
  const files = staticListener(
    dist,
    (error) => {
      console.error(error);
      report(error);
    },
    isTrial ? { inbox, isFromHere: fromThisMachine(env.TRUSTED_PROXIES) } : undefined,
  );
  const service = await startService({
    env,
    site,
    dist,
    log: serviceLog(),
    onError: report,
    onMailWritten: inbox.add,
  });
  const url = await serve(
    env,
    (request, response) => (request.url?.startsWith('/api/') ? service.listener : files)(request, response),
    service,
  );
  if (isTrial && !env.TURN_URLS.length)
    console.log('Calls are off. Install coturn (apt-get install coturn), then start again.');
  console.log(`Open ${url} for every edition${isTrial ? ', and the mails' : ''}. Ctrl+C stops.`);
}
