import { UserError } from '../shared/user-error.ts';

/** URL that errors are reported to: `SENTRY_DSN`. Without it, no error is reported. */
export const dsn: URL | undefined = readDsn(process.env.SENTRY_DSN);

/** Whether pages are built for production. Other builds count and report nothing. */
export const isPublished = process.env.NODE_ENV === 'production';

/** Files that error reports add to a site. */
export const reporterFiles = dsn ? ['assets/reporter.js', 'assets/replay-worker.js'] : [];

/** Whether source maps are made and uploaded to Sentry: `SENTRY_AUTH_TOKEN`. */
export const makesMaps = Boolean(dsn && process.env.SENTRY_AUTH_TOKEN);

function readDsn(text: string | undefined): URL | undefined {
  if (!text) return undefined;
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && url.username && /\/\d+$/.test(url.pathname)) return url;
  throw new UserError(`SENTRY_DSN is "${text}". Copy the DSN of the project, such as https://<key>@<host>/<number>.`);
}
