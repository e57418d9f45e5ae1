import { UserError } from '../shared/user-error.ts';

/** Settings of error reports. */
export interface Telemetry {
  /** URL that errors are reported to: `SENTRY_DSN`. Without it, no error is reported. */
  dsn: string | undefined;
  /** Whether source maps are made and uploaded to Sentry: `SENTRY_AUTH_TOKEN`. */
  makesMaps: boolean;
}

/** The settings that environment variables give. @throws UserError where `SENTRY_DSN` is no DSN */
export const readTelemetry = ({ SENTRY_DSN, SENTRY_AUTH_TOKEN }: NodeJS.ProcessEnv): Telemetry => ({
  dsn: SENTRY_DSN ? checkDsn(SENTRY_DSN) : undefined,
  makesMaps: Boolean(SENTRY_DSN && SENTRY_AUTH_TOKEN),
});

/** Files that error reports add to a site. */
export const reporterFiles = ['assets/reporter.js', 'assets/replay-worker.js'];

function checkDsn(text: string): string {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && url.username && /\/\d+$/.test(url.pathname)) return url.href;
  throw new UserError(`SENTRY_DSN is "${text}". Copy the DSN of the project, such as https://<key>@<host>/<number>.`);
}
