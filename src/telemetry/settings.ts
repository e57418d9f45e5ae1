import { UserError } from '../shared/user-error.ts';

/** Where errors are reported to: `SENTRY_DSN`. Without it, nothing is. */
export const dsn: URL | undefined = readDsn(process.env.SENTRY_DSN);

/** Whether pages are built to be published: nothing is counted or reported while somebody writes them. */
export const isPublished = process.env.NODE_ENV === 'production';

/** Files that a site with error reports has beside its pages. */
export const reporterFiles = dsn ? ['assets/reporter.js', 'assets/replay-worker.js'] : [];

/** Whether maps of the shipped scripts are made, to be sent to whoever receives the reports: `SENTRY_AUTH_TOKEN`. */
export const makesMaps = Boolean(dsn && process.env.SENTRY_AUTH_TOKEN);

function readDsn(text: string | undefined): URL | undefined {
  if (!text) return undefined;
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol) && url.username && /\/\d+$/.test(url.pathname)) return url;
  throw new UserError(`SENTRY_DSN is "${text}". Copy the DSN of the project, such as https://<key>@<host>/<number>.`);
}
